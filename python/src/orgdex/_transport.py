"""Sends requests with the standard library, and keeps connections open."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Any, Optional, cast
from urllib.parse import urlsplit

from ._signal import AbortSignal
from ._steps import Attempt, NoResponse, Pause, RawResponse, Step, Steps, T

_LONGEST_TIMEOUT_SECONDS = 1e6


class _TimedReader(io.RawIOBase):
    """Reads from a socket within what is left of the time."""

    def __init__(self, owner: _TimedSocket, raw: Any) -> None:
        self._owner = owner
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._owner.set_time_left()
        return cast("Optional[int]", self._raw.readinto(buffer))

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedSocket:
    """A socket whose operations together have one time limit: a slow peer cannot extend it byte by byte."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.ends_at = 0.0

    def set_time_left(self) -> None:
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self.sock.settimeout(min(left, _LONGEST_TIMEOUT_SECONDS))

    def sendall(self, data: bytes) -> None:
        self.set_time_left()
        self.sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self, self.sock.makefile("rb", buffering=0)))

    def close(self) -> None:
        self.sock.close()

    def interrupt(self) -> None:
        """End a blocking operation in another thread. The TLS layer is left alone: that thread may be using it."""
        with suppress(OSError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def is_closed_by_peer(self) -> bool:
        try:
            self.sock.setblocking(False)
            return socket.socket.recv(self.sock, 1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True


class Transport:
    """Performs the steps of calls. Several threads can use it at the same time."""

    def __init__(self, url: str, ssl_context: Optional[ssl.SSLContext]) -> None:
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError("`url` must be an address that starts with http:// or https://.")
        self._host = address.hostname
        self._port = address.port
        self._prefix = address.path.rstrip("/")
        self._ssl = (ssl_context or ssl.create_default_context()) if address.scheme == "https" else None
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []

    def run(self, steps: Steps[T]) -> T:
        """Perform the steps of a call, and return its result."""
        try:
            step = next(steps)
            while True:
                try:
                    result = self._perform(step)
                except NoResponse as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast("T", end.value)
        finally:
            steps.close()

    def close(self) -> None:
        """Close the connections that are open."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _perform(self, step: Step) -> Optional[RawResponse]:
        if isinstance(step, Pause):
            (step.signal or AbortSignal()).wait(step.seconds)
            return None
        return self._send(step)

    def _send(self, attempt: Attempt) -> RawResponse:
        signal = attempt.signal or AbortSignal()
        signal.throw_if_aborted()
        ends_at = time.monotonic() + attempt.seconds
        connection: Optional[http.client.HTTPConnection] = None
        try:
            connection = self._open(ends_at)
            remove = signal.on_abort(_timed(connection).interrupt)
            try:
                response, raw = self._exchange(connection, attempt)
            finally:
                remove()
        except (OSError, http.client.HTTPException) as error:
            if connection:
                connection.close()
            signal.throw_if_aborted()
            raise NoResponse(error, timed_out=isinstance(error, socket.timeout)) from error
        # Only now can another thread use the connection: the signal of this call no longer interrupts it.
        if response.will_close or signal.aborted:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        signal.throw_if_aborted()
        return raw

    def _exchange(
        self, connection: http.client.HTTPConnection, attempt: Attempt
    ) -> tuple[http.client.HTTPResponse, RawResponse]:
        connection.request(attempt.method, self._prefix + attempt.target, attempt.content, dict(attempt.headers))
        response = connection.getresponse()
        body = response.read()
        names = {name.lower() for name in response.headers}
        headers = {name: ", ".join(response.headers.get_all(name, [])) for name in names}
        return response, RawResponse(response.status, headers, body)

    def _open(self, ends_at: float) -> http.client.HTTPConnection:
        """Return an open connection: one that is idle, or a new one."""
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                break
            if not _timed(connection).is_closed_by_peer():
                _timed(connection).ends_at = ends_at
                return connection
            connection.close()
        left = min(max(ends_at - time.monotonic(), 0.001), _LONGEST_TIMEOUT_SECONDS)
        connection = self._new(left)
        connection.connect()
        timed = _TimedSocket(connection.sock)
        timed.ends_at = ends_at
        connection.sock = timed
        return connection

    def _new(self, timeout: float) -> http.client.HTTPConnection:
        if self._ssl:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._ssl)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)


def _timed(connection: http.client.HTTPConnection) -> _TimedSocket:
    return cast("_TimedSocket", connection.sock)
