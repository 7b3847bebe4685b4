"""Sends requests with httpx."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any, Callable, Optional, cast

from ._signal import AbortError, AbortSignal
from ._steps import Attempt, NoResponse, Pause, RawResponse, Step, Steps, T

try:
    import httpx
except ImportError as error:  # pragma: no cover
    raise ImportError("AsyncOrgdex needs httpx. Install it with: pip install 'orgdex[async]'") from error


class AsyncTransport:
    """Performs the steps of calls without blocking."""

    def __init__(self, url: str, ssl_context: Optional[ssl.SSLContext]) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError("`url` must be an address that starts with http:// or https://.")
        self._url = url.rstrip("/")
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        # Certificates are slow to load, and an address without TLS needs none.
        verify = ssl_context or url.startswith("https://")
        self._client = httpx.AsyncClient(timeout=None, limits=limits, verify=verify)

    async def run(self, steps: Steps[T]) -> T:
        """Perform the steps of a call, and return its result."""
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._perform(step)
                except NoResponse as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast("T", end.value)
        finally:
            steps.close()

    async def close(self) -> None:
        """Close the connections that are open."""
        await self._client.aclose()

    async def _perform(self, step: Step) -> Optional[RawResponse]:
        if isinstance(step, Pause):
            await _until_aborted(step.signal, lambda: asyncio.sleep(step.seconds))
            return None
        attempt = step
        try:
            response = await _until_aborted(
                attempt.signal, lambda: asyncio.wait_for(self._request(attempt), attempt.seconds)
            )
        except asyncio.TimeoutError as error:
            raise NoResponse(error, timed_out=True) from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise NoResponse(error, timed_out=False) from error
        headers = {name: ", ".join(response.headers.get_list(name)) for name in response.headers}
        return RawResponse(response.status_code, headers, response.content)

    async def _request(self, attempt: Attempt) -> httpx.Response:
        return await self._client.request(
            attempt.method, self._url + attempt.target, headers=dict(attempt.headers), content=attempt.content
        )


async def _until_aborted(signal: Optional[AbortSignal], work: Callable[[], Any]) -> Any:
    """Wait for the work. A signal, which may be ended in another thread, cancels it."""
    if signal is None:
        return await work()
    signal.throw_if_aborted()
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work())

    def cancel() -> None:
        loop.call_soon_threadsafe(task.cancel)

    remove = signal.on_abort(cancel)
    try:
        return await task
    except asyncio.CancelledError:
        if signal.aborted and task.cancelled():
            raise AbortError("The signal ended the call.") from None
        task.cancel()
        raise
    finally:
        remove()
