"""One call: a request, its retries and its errors."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Optional, TypeVar, Union
from urllib.parse import quote, urlencode

from ._options import RequestOptions, ResponseFacts, Settings, merge
from ._retry import pause_after
from ._steps import Attempt, NoResponse, Pause, RawResponse, Steps
from ._version import __version__
from .errors import ConnectionError, OrgdexError, TimeoutError, to_error

T = TypeVar("T")

_DEFAULT_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True)
class Request:
    """One request to the service."""

    method: str
    #: Names in braces are filled in from `params`.
    path: str
    params: Mapping[str, Union[str, int]] = field(default_factory=dict)
    #: A value that is `None` is left out.
    query: Optional[Mapping[str, Any]] = None
    body: Optional[Any] = None
    #: A second request would act a second time, so only one that was rejected unread (429) is repeated.
    acts_once: bool = False


@dataclass(frozen=True)
class Reply(Generic[T]):
    """The data of a response, and its headers."""

    data: T
    response: ResponseFacts


def fields_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a request: a keyword of Python is sent without its underscore."""
    return {name.rstrip("_"): value for name, value in arguments.items()}


def target_of(request: Request) -> str:
    """Return the path with its parameters and query."""
    path = request.path
    for name, value in request.params.items():
        path = path.replace("{" + name + "}", quote(str(value), safe="!~*'()"))
    given = [(name, value) for name, value in (request.query or {}).items() if value is not None]
    return f"{path}?{urlencode(given)}" if given else path


def _headers_of(settings: Settings, request: Request) -> dict[str, str]:
    headers = {"user-agent": f"orgdex-python/{__version__}", "accept": "application/json"}
    if settings.key is not None:
        headers["authorization"] = f"Bearer {settings.key}"
    if request.body is not None:
        headers["content-type"] = "application/json"
    return {**headers, **{name.lower(): value for name, value in settings.headers.items()}}


def _parse_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _to_reply(raw: RawResponse, attempt: int) -> Reply[Any]:
    body = _parse_json(raw.body)
    is_expected = 200 <= raw.status < 300 and isinstance(body, (dict, list))
    if not is_expected and raw.status != 304:
        raise to_error(raw.status, raw.headers, body)
    return Reply(body, ResponseFacts(raw.status, raw.headers, raw.headers.get("x-request-id"), attempt))


def _to_failure(error: NoResponse, settings: Settings, limit: float, code: str) -> OrgdexError:
    url = settings.url
    failure: OrgdexError
    if error.timed_out:
        seconds = limit if code == "timeout" else settings.deadline_seconds
        failure = TimeoutError(f"No complete response from {url} within {seconds:g} seconds.", code=code)
    else:
        failure = ConnectionError(
            f"No response from {url}. Check the address, your connection, and that the service is running.",
            code="connection_failed",
        )
    failure.__cause__ = error.cause
    return failure


def _send(settings: Settings, request: Request) -> Steps[Reply[Any]]:
    """Send a request, and again while it may pass."""
    timeout = _DEFAULT_TIMEOUT_SECONDS if settings.timeout_seconds is None else settings.timeout_seconds
    deadline = float("inf") if settings.deadline_seconds is None else time.monotonic() + settings.deadline_seconds
    content = None if request.body is None else json.dumps(request.body, ensure_ascii=False).encode()
    headers = _headers_of(settings, request)
    attempt = 0
    while True:
        attempt += 1
        left = max(0.0, deadline - time.monotonic())
        limit, code = (timeout, "timeout") if timeout <= left else (left, "deadline_exceeded")
        failure: OrgdexError
        try:
            raw = yield Attempt(request.method, target_of(request), headers, content, limit, settings.signal)
            return _to_reply(raw, attempt)
        except NoResponse as error:
            failure = _to_failure(error, settings, limit, code)
        except OrgdexError as error:
            failure = error
        pause = pause_after(failure, attempt, request.acts_once, settings)
        # A wait beyond the deadline could only end in another error, which says less.
        if pause is None or pause >= deadline - time.monotonic():
            raise failure
        if settings.on_retry:
            settings.on_retry(failure, pause)
        yield Pause(pause, settings.signal)


def call(settings: Settings, request: Request, options: Optional[RequestOptions] = None) -> Steps[Reply[Any]]:
    """Send a request with the options of a call, and return the data with its headers."""
    merged = merge(settings, options)
    reply = yield from _send(merged, request)
    if merged.on_response:
        merged.on_response(reply.response)
    return reply


def read(settings: Settings, request: Request, options: Optional[RequestOptions] = None) -> Steps[Any]:
    """Send a request with the options of a call, and return the data."""
    reply = yield from call(settings, request, options)
    return reply.data
