"""One batch of a long list, and how a list is split into batches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Callable, Generic, NamedTuple, Optional, TypedDict, TypeVar, cast

from . import types
from ._call import Request, fields_of, read
from ._options import RequestOptions, Settings, merge
from ._retry import DEFAULT_MAX_WAIT_SECONDS
from ._signal import AbortSignal
from ._steps import Pause, Steps
from .errors import OrgdexError, QuotaExhaustedError, ServerError

Item = TypeVar("Item")

# The service accepts 64 KiB; some of that is for the other fields.
_MAX_BYTES = 60 * 1024

# How often a single item is sent while the last credits are reserved by other requests.
_MAX_TRIES_OF_ONE = 10

# A long run meets more failures than a single call, and a batch that is given up ends it.
_DEFAULT_MAX_RETRIES = 8
_DEFAULT_TIMEOUT_SECONDS = 60.0


class MatchManyOptions(TypedDict, total=False):
    """What to match, and how many requests to send at the same time."""

    # Lowest score of a match, 0.5 to 1. Default: 0.9.
    threshold: Optional[float]
    # Companies to return for each item, 1 to 5. Default: 1.
    candidates: Optional[int]
    # What to return of a company: its `id`, its `card` (default) or its whole `profile`.
    return_: Optional[str]
    # Country whose values profiles show.
    country: Optional[str]
    # Items per request, 1 to 100. Default: 100.
    batch_size: int
    # Requests at the same time. Default: 4.
    concurrency: int


class MatchedRow(NamedTuple):
    """An item of the list, and its result."""

    item: types.MatchItem
    result: types.MatchResult


class Batcher(Generic[Item]):
    """Batches of at most `size` items, and of no more bytes than a request may have."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._batch: list[Item] = []
        self._bytes = 0

    def add(self, item: Item) -> Optional[list[Item]]:
        """Add an item. Returns the batch before it, if that is full."""
        more = len(json.dumps(item, ensure_ascii=False).encode()) + 2
        is_full = len(self._batch) == self._size or self._bytes + more > _MAX_BYTES
        full = self.rest() if is_full and self._batch else None
        self._batch.append(item)
        self._bytes += more
        return full

    def rest(self) -> list[Item]:
        """Return what is not returned yet."""
        batch, self._batch, self._bytes = self._batch, [], 0
        return batch


@dataclass(frozen=True)
class Matching:
    """The settings of a run over a list."""

    settings: Settings
    question: Mapping[str, Any]
    batch_size: int
    concurrency: int
    #: Ends the requests of this run: the caller does not read any further, or its own signal was ended.
    stopped: AbortSignal


def to_matching(settings: Settings, how: Mapping[str, Any], options: Optional[RequestOptions]) -> Matching:
    """Return the settings of a run over a list, with its own defaults."""
    merged = merge(settings, options)
    stopped = AbortSignal()
    fields = fields_of(how)
    batch_size = fields.pop("batch_size", 100)
    concurrency = fields.pop("concurrency", 4)
    given = replace(
        merged,
        max_retries=_DEFAULT_MAX_RETRIES if merged.max_retries is None else merged.max_retries,
        timeout_seconds=_DEFAULT_TIMEOUT_SECONDS if merged.timeout_seconds is None else merged.timeout_seconds,
    )
    return Matching(given, fields, batch_size, concurrency, stopped)


def match_batch(
    matching: Matching, companies: list[types.MatchItem], slow_down: Callable[[], None]
) -> Steps[list[types.MatchResult]]:
    """Send a batch, and check that there is a result for each item."""
    results = yield from _send(_with_pace(matching, slow_down), companies, slow_down, 1)
    if len(results) != len(companies):
        message = f"The response has {len(results)} results for {len(companies)} items."
        raise ServerError(message, code="unexpected_response", status=200)
    return results


def _with_pace(matching: Matching, slow_down: Callable[[], None]) -> Matching:
    on_retry = matching.settings.on_retry

    def notice(error: OrgdexError, seconds: float) -> None:
        if error.status == 429:
            slow_down()
        if on_retry:
            on_retry(error, seconds)

    return replace(matching, settings=replace(matching.settings, on_retry=notice, signal=matching.stopped))


def _send(
    matching: Matching, companies: list[types.MatchItem], slow_down: Callable[[], None], tries: int
) -> Steps[list[types.MatchResult]]:
    """Send a batch. A request reserves a credit for each item, so only smaller ones can spend the last credits."""
    settings = matching.settings
    request = Request("POST", "/companies/match", body={**matching.question, "companies": companies})
    longest = DEFAULT_MAX_WAIT_SECONDS if settings.max_wait_seconds is None else settings.max_wait_seconds
    try:
        answer = yield from read(settings, request)
        return cast("list[types.MatchResult]", answer["results"])
    except QuotaExhaustedError as error:
        # A few credits are left, fewer than the batch has items, or they are reserved for a moment.
        wait = error.retry_after
        if wait is None or wait > longest or tries == _MAX_TRIES_OF_ONE:
            raise
    slow_down()
    yield Pause(wait, settings.signal)
    if len(companies) == 1:
        return (yield from _send(matching, companies, slow_down, tries + 1))
    half = (len(companies) + 1) // 2
    first = yield from _send(matching, companies[:half], slow_down, 1)
    second = yield from _send(matching, companies[half:], slow_down, 1)
    return first + second
