"""Ends calls from outside."""

from __future__ import annotations

import threading
from typing import Callable


class AbortError(Exception):
    """The signal of a call ended it."""


class AbortSignal:
    """Ends the calls that it is given to, from any thread.

    >>> signal = AbortSignal()
    >>> signal.aborted
    False
    >>> signal.abort()
    >>> signal.aborted
    True
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._next = 0

    @property
    def aborted(self) -> bool:
        """Whether `abort` was called."""
        return self._event.is_set()

    def abort(self) -> None:
        """End the calls and their waits: each raises an `AbortError`.

        >>> AbortSignal().abort()
        """
        with self._lock:
            self._event.set()
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            callback()

    def throw_if_aborted(self) -> None:
        """Raise an `AbortError` if `abort` was called.

        >>> AbortSignal().throw_if_aborted()
        """
        if self.aborted:
            raise AbortError("The signal ended the call.")

    def wait(self, seconds: float) -> None:
        """Wait, or raise an `AbortError` as soon as `abort` is called.

        >>> AbortSignal().wait(0.01)
        """
        self._event.wait(seconds)
        self.throw_if_aborted()

    def on_abort(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when `abort` is called, or now if it was. Returns a function that removes the callback.

        >>> signal = AbortSignal()
        >>> remove = signal.on_abort(lambda: print("ended"))
        >>> signal.abort()
        ended
        """
        with self._lock:
            key = self._next
            self._next += 1
            if not self.aborted:
                self._callbacks[key] = callback
                return lambda: self._remove(key)
        callback()
        return lambda: None

    def _remove(self, key: int) -> None:
        with self._lock:
            self._callbacks.pop(key, None)
