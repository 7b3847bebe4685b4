"""Options of clients and calls."""

from __future__ import annotations

import random as _random
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Callable, Optional, TypedDict

from . import types
from ._signal import AbortSignal
from .errors import OrgdexError


@dataclass(frozen=True)
class ResponseFacts:
    """The response of a successful call, without its body."""

    status: int
    #: With names in lower case.
    headers: Mapping[str, str]
    #: Identifies the request. Include it when you contact the operator.
    request_id: Optional[str]
    #: How often the request was sent.
    attempts: int


OnRetry = Callable[[OrgdexError, float], None]
OnResponse = Callable[[ResponseFacts], None]


class RequestOptions(TypedDict, total=False):
    """Options of the client that every call can override, as `options={"max_retries": 5}`."""

    # Ends the call and its waits: it raises an `AbortError`.
    signal: Optional[AbortSignal]
    # The longest time of one attempt, until its response is complete. Default: 10.
    timeout_seconds: Optional[float]
    # The longest time of a call, with all attempts and waits. Default: no limit. Each page and each batch is a call.
    deadline_seconds: Optional[float]
    # How often a request is repeated. Default: 2.
    max_retries: Optional[int]
    # A longer wait is not done: the call fails at once. Default: 30.
    max_wait_seconds: Optional[float]
    # Headers to send in addition.
    headers: Optional[Mapping[str, str]]
    # Called before each wait, with the error and the seconds.
    on_retry: Optional[OnRetry]
    # Called with each successful response, for example to read its `RateLimit` header.
    on_response: Optional[OnResponse]


@dataclass(frozen=True)
class CompanyLookup:
    """A company profile, and how it was found."""

    company: types.Company
    #: The parameter that selected the company.
    matched_by: Optional[str]
    #: Other parameters of the request that identify a different company.
    conflicts: list[str]
    #: How many companies claim the identifier, if more than one.
    ambiguous: Optional[int]
    #: The current id, if the requested id was merged into another company.
    canonical_id: Optional[str]
    #: The profile is from the cache: it is unchanged, and the request was free.
    from_cache: bool


@dataclass(frozen=True)
class CachedCompany:
    """A profile in a cache."""

    etag: str
    lookup: CompanyLookup


#: Where profiles are remembered: a `dict`, or a store of yours.
CompanyCache = MutableMapping[str, CachedCompany]


@dataclass(frozen=True)
class Settings:
    """The options of a client. `None`: not given, so that an operation can have its own default."""

    url: str
    key: Optional[str] = None
    cache: Optional[CompanyCache] = None
    random: Callable[[], float] = _random.random
    signal: Optional[AbortSignal] = None
    timeout_seconds: Optional[float] = None
    deadline_seconds: Optional[float] = None
    max_retries: Optional[int] = None
    max_wait_seconds: Optional[float] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    on_retry: Optional[OnRetry] = None
    on_response: Optional[OnResponse] = None


_NAMES = {one.name for one in fields(Settings)}


def merge(settings: Settings, options: Optional[RequestOptions]) -> Settings:
    """Return the settings with the options that a call gives."""
    if not options:
        return settings
    unknown = set(options) - _NAMES
    if unknown:
        raise TypeError(f"Unknown options: {', '.join(sorted(unknown))}")
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if "headers" in given:
        given["headers"] = {**settings.headers, **given["headers"]}
    return replace(settings, **given)
