"""A client of the orgdex API: company data with retries, typed errors, paging and matching of long lists.

>>> from orgdex import Orgdex
>>> client = Orgdex(url, key)
>>> client.company.get(fqdn="kestrel.example.com").company["name"]
'Kestrel & Vane Sandbox Pty Ltd'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import types
from ._call import Reply
from ._client import Orgdex
from ._match_batch import MatchedRow, MatchManyOptions
from ._operations import PeoplePage
from ._options import CachedCompany, CompanyCache, CompanyLookup, RequestOptions, ResponseFacts
from ._paged import AsyncPaged, Paged
from ._signal import AbortError, AbortSignal
from ._version import __version__
from .errors import (
    AuthenticationError,
    BadRequestError,
    ConnectionError,
    NotFoundError,
    OrgdexError,
    PermissionError,
    QuotaExhaustedError,
    RateLimitError,
    ServerError,
    TimeoutError,
)

if TYPE_CHECKING:
    from ._async_client import AsyncOrgdex

__all__ = [
    "AbortError",
    "AbortSignal",
    "AsyncOrgdex",
    "AsyncPaged",
    "AuthenticationError",
    "BadRequestError",
    "CachedCompany",
    "CompanyCache",
    "CompanyLookup",
    "ConnectionError",
    "MatchManyOptions",
    "MatchedRow",
    "NotFoundError",
    "Orgdex",
    "OrgdexError",
    "Paged",
    "PeoplePage",
    "PermissionError",
    "QuotaExhaustedError",
    "RateLimitError",
    "Reply",
    "RequestOptions",
    "ResponseFacts",
    "ServerError",
    "TimeoutError",
    "__version__",
    "types",
]


def __getattr__(name: str) -> Any:
    """Load the asynchronous client only when it is used: it needs httpx."""
    if name == "AsyncOrgdex":
        from ._async_client import AsyncOrgdex

        return AsyncOrgdex
    raise AttributeError(f"module 'orgdex' has no attribute '{name}'")
