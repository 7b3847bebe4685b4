"""The asynchronous client, which needs httpx: `pip install "orgdex[async]"`."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Callable, Optional

from ._admin import AsyncAdmin
from ._async_resources import (
    AsyncCompaniesResource,
    AsyncCompanyResource,
    AsyncPeopleResource,
    AsyncUsageResource,
)
from ._async_transport import AsyncTransport
from ._call import Reply, Request, call
from ._options import CompanyCache, OnResponse, OnRetry, RequestOptions, Settings
from ._settings import to_settings
from ._signal import AbortSignal


class AsyncOrgdex:
    """A client of an orgdex service, for asyncio. It has the same methods as `Orgdex`.

    >>> import asyncio
    >>> from orgdex import AsyncOrgdex
    >>> async def main():
    ...     async with AsyncOrgdex(url, key) as client:
    ...         return (await client.company.get(fqdn="kestrel.example.com")).company["id"]
    >>> asyncio.run(main())
    'sandbox-kestrel'
    """

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        cache: Optional[CompanyCache] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        random: Optional[Callable[[], float]] = None,
        signal: Optional[AbortSignal] = None,
        timeout_seconds: Optional[float] = None,
        deadline_seconds: Optional[float] = None,
        max_retries: Optional[int] = None,
        max_wait_seconds: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
        on_retry: Optional[OnRetry] = None,
        on_response: Optional[OnResponse] = None,
    ) -> None:
        """Connect nothing yet: the first call does. The arguments are those of `Orgdex`."""
        self._transport = AsyncTransport(url, ssl_context)
        self._settings: Settings = to_settings(locals())
        run = self._transport.run
        #: One company: its profile, the sources of its values, and how many people it has.
        self.company = AsyncCompanyResource(self._settings, run)
        #: Many companies: search, suggest, list values, match, and find people in them.
        self.companies = AsyncCompaniesResource(self._settings, run)
        #: The people of one company.
        self.people = AsyncPeopleResource(self._settings, run)
        #: Limits, credits and usage of the key.
        self.usage = AsyncUsageResource(self._settings, run)
        #: The operations of the operator, for a key with the scope `admin`.
        self.admin = AsyncAdmin(self._settings, run)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Any] = None,
        acts_once: bool = False,
        options: Optional[RequestOptions] = None,
    ) -> Reply[Any]:
        """Send any request, with the retries and errors of the other methods.

        >>> async def mode():
        ...     return (await client.request("GET", "/usage")).data["key"]["mode"]
        """
        request = Request(method, path, query=query, body=body, acts_once=acts_once)
        return await self._transport.run(call(self._settings, request, options))

    async def close(self) -> None:
        """Close the connections that are open. The client cannot be used afterwards.

        >>> async def end():
        ...     await client.close()
        """
        await self._transport.close()

    async def __aenter__(self) -> AsyncOrgdex:
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()
