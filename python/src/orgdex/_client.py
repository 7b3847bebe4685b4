"""The synchronous client."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Callable, Optional

from ._admin import Admin
from ._call import Reply, Request, call
from ._options import CompanyCache, OnResponse, OnRetry, RequestOptions, Settings
from ._resources import CompaniesResource, CompanyResource, PeopleResource, UsageResource
from ._settings import to_settings
from ._signal import AbortSignal
from ._transport import Transport


class Orgdex:
    """A client of an orgdex service. Several threads can use it at the same time.

    >>> from orgdex import Orgdex
    >>> with Orgdex(url, key) as client:
    ...     client.company.get(fqdn="kestrel.example.com").company["id"]
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
        """Connect nothing yet: the first call does.

        `url` is the address of the service, such as `https://data.example.com`. `key` is an API key. `cache` remembers
        profiles, so that an unchanged one costs nothing: `{}`, or a mapping of yours. `ssl_context` trusts a
        certificate authority of your own. The other options are those of `RequestOptions`, for all calls.
        """
        self._transport = Transport(url, ssl_context)
        self._settings: Settings = to_settings(locals())
        run = self._transport.run
        #: One company: its profile, the sources of its values, and how many people it has.
        self.company = CompanyResource(self._settings, run)
        #: Many companies: search, suggest, list values, match, and find people in them.
        self.companies = CompaniesResource(self._settings, run)
        #: The people of one company.
        self.people = PeopleResource(self._settings, run)
        #: Limits, credits and usage of the key.
        self.usage = UsageResource(self._settings, run)
        #: The operations of the operator, for a key with the scope `admin`.
        self.admin = Admin(self._settings, run)

    def request(
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

        >>> client.request("GET", "/usage").data["key"]["mode"]
        'test'
        """
        request = Request(method, path, query=query, body=body, acts_once=acts_once)
        return self._transport.run(call(self._settings, request, options))

    def close(self) -> None:
        """Close the connections that are open. A later call opens new ones.

        >>> client.close()
        """
        self._transport.close()

    def __enter__(self) -> Orgdex:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
