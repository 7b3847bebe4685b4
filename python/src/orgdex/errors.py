"""The errors of a call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Optional


def _text_in(body: Any, name: str) -> Optional[str]:
    value = body.get(name) if isinstance(body, dict) else None
    return value if isinstance(value, str) else None


def parse_retry_after(text: Optional[str], now: Optional[datetime] = None) -> Optional[float]:
    """Return the seconds from now, given as seconds or as a date.

    >>> parse_retry_after("7")
    7.0
    >>> parse_retry_after("Mon, 16 Nov 2026 12:00:30 GMT", datetime(2026, 11, 16, 12, tzinfo=timezone.utc))
    30.0
    >>> parse_retry_after("soon") is None
    True
    """
    if text is None or not text.strip():
        return None
    try:
        seconds = float(text)
        return max(0.0, seconds) if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
    left = (at - (now or datetime.now(timezone.utc))).total_seconds()
    return float(max(0, math.ceil(left)))


class OrgdexError(Exception):
    """Every failure of a call, except that its signal ended it.

    >>> from orgdex import NotFoundError
    >>> try:
    ...     client.company.get(fqdn="unknown.example.com")
    ... except NotFoundError as error:
    ...     print(error.code, error.status)
    company_not_found 404
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        headers: Optional[Mapping[str, str]] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        #: What is wrong, for people.
        self.message = message
        #: The stable name of the problem, for programs.
        self.code = code
        #: The HTTP status; 0 if there was no response.
        self.status = status
        #: The headers of the response, with names in lower case; empty if there was none.
        self.headers: Mapping[str, str] = headers or {}
        #: The field or parameter that is wrong.
        self.param = _text_in(body, "param")
        #: Identifies the request. Include it when you contact the operator.
        self.request_id = _text_in(body, "request_id") or self.headers.get("x-request-id")
        #: Link to the description of the problem.
        self.docs = _text_in(body, "docs")
        #: Seconds after which the same request may pass.
        self.retry_after = parse_retry_after(self.headers.get("retry-after"))


class BadRequestError(OrgdexError):
    """The request is wrong (400, and every other 4xx without a class of its own): fix what `param` names."""


class AuthenticationError(OrgdexError):
    """The key is missing, unknown, expired or revoked (401)."""


class PermissionError(OrgdexError):
    """The key may not do this (403)."""


class NotFoundError(OrgdexError):
    """There is no such company, key, match or run (404)."""


class RateLimitError(OrgdexError):
    """The key sends too fast (429), and the retries did not help."""


class QuotaExhaustedError(OrgdexError):
    """The credits of the month or a limit of the day are used up (429).

    Not repeated: waiting a moment does not help.
    """


class ServerError(OrgdexError):
    """The service failed (5xx), or the response is not one of orgdex."""


class ConnectionError(OrgdexError):
    """There was no complete response: the connection failed or broke."""


class TimeoutError(ConnectionError):
    """There was no complete response in time.

    `code` says whether an attempt (`timeout`) or the whole call (`deadline_exceeded`) took too long.
    """


_CLASSES: dict[int, type[OrgdexError]] = {
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    429: RateLimitError,
}

# Credits and daily limits renew after hours or days.
_LASTING = ("quota_exhausted", "daily_cap_reached")


def _class_of(status: int, code: str) -> type[OrgdexError]:
    if status == 429 and code in _LASTING:
        return QuotaExhaustedError
    return _CLASSES.get(status, BadRequestError if 400 <= status < 500 else ServerError)


def to_error(status: int, headers: Mapping[str, str], body: Any) -> OrgdexError:
    """Return the error of a response that is not a success, or not one of orgdex."""
    unexpected = f"The response has the status {status} and is not one of orgdex. Check the address of the service."
    code = _text_in(body, "code") or "unexpected_response"
    message = _text_in(body, "message") or unexpected
    return _class_of(status, code)(message, code=code, status=status, headers=headers, body=body)
