"""When a request is repeated."""

from __future__ import annotations

from typing import Optional

from ._options import Settings
from .errors import ConnectionError, OrgdexError, QuotaExhaustedError

_FIRST_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 8.0
_DEFAULT_MAX_RETRIES = 2
DEFAULT_MAX_WAIT_SECONDS = 30.0


def _is_temporary(error: OrgdexError, acts_once: bool) -> bool:
    """Whether the same request may pass later. One that acts once is only repeated if the service did nothing."""
    if isinstance(error, QuotaExhaustedError) or error.code == "deadline_exceeded":
        return False
    if error.status == 429:
        return True
    is_failure = error.status in (408, 409) or error.status >= 500 or isinstance(error, ConnectionError)
    return is_failure and not acts_once


def pause_after(error: OrgdexError, attempt: int, acts_once: bool, settings: Settings) -> Optional[float]:
    """Return the seconds to wait after a failed attempt, or `None` to give up.

    `Retry-After` or 0.2, 0.4, 0.8 … seconds, whichever is longer, and up to half of it more.
    """
    most = _DEFAULT_MAX_RETRIES if settings.max_retries is None else settings.max_retries
    longest = DEFAULT_MAX_WAIT_SECONDS if settings.max_wait_seconds is None else settings.max_wait_seconds
    if attempt > most or not _is_temporary(error, acts_once):
        return None
    own: float = min(_FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), _LONGEST_PAUSE_SECONDS)
    pause = max(error.retry_after or 0.0, own)
    return None if pause > longest else pause * (1 + settings.random() / 2)
