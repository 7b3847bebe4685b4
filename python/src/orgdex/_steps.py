"""What a call does, without doing it.

A call is a generator of steps. The synchronous and the asynchronous client perform the same steps in their own way, so
that retries, errors and batches are written once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Protocol, TypeVar, Union

from ._signal import AbortSignal

T = TypeVar("T")


@dataclass(frozen=True)
class Attempt:
    """Send a request once. The answer is a `RawResponse`, or `NoResponse` is thrown."""

    method: str
    #: Path and query, below the address of the service.
    target: str
    headers: Mapping[str, str]
    content: Optional[bytes]
    #: The time limit, which includes the body of the response.
    seconds: float
    signal: Optional[AbortSignal]


@dataclass(frozen=True)
class Pause:
    """Wait."""

    seconds: float
    signal: Optional[AbortSignal]


@dataclass(frozen=True)
class RawResponse:
    """A complete response."""

    status: int
    #: With names in lower case.
    headers: Mapping[str, str]
    body: bytes


class NoResponse(Exception):
    """There was no complete response."""

    def __init__(self, cause: BaseException, *, timed_out: bool) -> None:
        super().__init__(str(cause))
        self.cause = cause
        self.timed_out = timed_out


Step = Union[Attempt, Pause]
Steps = Generator[Step, Any, T]


class Run(Protocol):
    """Performs the steps of a call."""

    def __call__(self, steps: Steps[T]) -> T: ...


class AsyncRun(Protocol):
    """Performs the steps of a call without blocking."""

    def __call__(self, steps: Steps[T]) -> Awaitable[T]: ...
