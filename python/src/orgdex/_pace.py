"""How many requests of a long list run at the same time."""

from __future__ import annotations

# After this many successes in a row, one more request may run at the same time.
_SUCCESSES_PER_STEP = 10


class Pace:
    """As many as allowed, one while the service limits the rate, and then slowly more.

    The caller protects it with a lock, and wakes those that wait when `leave` was called.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._allowed = most
        self._running = 0
        self._successes = 0

    def slow_down(self) -> None:
        """The service rejected a request because of its rate: running requests end, and then one runs at a time."""
        self._allowed = 1
        self._successes = 0

    def try_enter(self) -> bool:
        """Start a request, if it may start now."""
        if self._running >= self._allowed:
            return False
        self._running += 1
        return True

    def leave(self, *, succeeded: bool) -> None:
        """Note that a request has ended."""
        self._running -= 1
        if not succeeded:
            return
        self._successes += 1
        if self._successes >= _SUCCESSES_PER_STEP and self._allowed < self._most:
            self._allowed += 1
            self._successes = 0
