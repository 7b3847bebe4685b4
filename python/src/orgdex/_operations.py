"""Operations that are more than one request and its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Optional

from . import types
from ._call import Reply, Request, call, target_of
from ._options import CachedCompany, CompanyLookup, RequestOptions, Settings
from ._paged import PageSource
from ._steps import Steps
from .errors import to_error


@dataclass(frozen=True)
class PeoplePage:
    """One page of a people search."""

    people: list[types.PersonMatch]
    #: How many people match, on all pages.
    total: int
    next_cursor: Optional[str]
    #: The current id, if the requested id was merged into another company.
    canonical_id: Optional[str]


def _to_lookup(reply: Reply[types.Company], known: Optional[CachedCompany]) -> CompanyLookup:
    headers = reply.response.headers
    if reply.response.status == 304:
        if known is None:
            raise to_error(304, headers, None)
        return replace(known.lookup, from_cache=True)
    conflicts = headers.get("x-identifier-conflict")
    ambiguous = headers.get("x-identifier-ambiguous")
    return CompanyLookup(
        company=reply.data,
        matched_by=headers.get("x-matched-by"),
        conflicts=[] if conflicts is None else [name.strip() for name in conflicts.split(",")],
        ambiguous=None if ambiguous is None else int(ambiguous),
        canonical_id=headers.get("x-canonical-id"),
        from_cache=False,
    )


def get_company(
    settings: Settings, query: Mapping[str, Any], options: Optional[RequestOptions]
) -> Steps[CompanyLookup]:
    """Look up a company. An unchanged profile of the cache is not paid again."""
    request = Request("GET", "/company", query=query)
    cache = settings.cache
    if cache is None:
        return _to_lookup((yield from call(settings, request, options)), None)
    key = settings.url.rstrip("/") + target_of(request)
    known = cache.get(key)
    own = {"if-none-match": known.etag} if known else {}
    merged: RequestOptions = {**(options or {}), "headers": {**own, **((options or {}).get("headers") or {})}}
    reply = yield from call(settings, request, merged)
    lookup = _to_lookup(reply, known)
    etag = reply.response.headers.get("etag")
    if etag is not None and not lookup.from_cache:
        cache[key] = CachedCompany(etag, lookup)
    return lookup


def _sized(size: Optional[int]) -> dict[str, int]:
    return {} if size is None else {"size": size}


def company_pages(
    settings: Settings, search: Mapping[str, Any], options: Optional[RequestOptions]
) -> PageSource[types.CompanyCard, types.FoundCompanies]:
    """Return how to read the pages of a company search."""

    def read(cursor: Optional[str], size: Optional[int]) -> Steps[Reply[types.FoundCompanies]]:
        body = {**_sized(size), **search, **({} if cursor is None else {"cursor": cursor})}
        return call(settings, Request("POST", "/companies/search", body=body), options)

    return PageSource(read, lambda page: page["companies"], lambda page: page["next_cursor"])


def people_pages(
    settings: Settings, search: Mapping[str, Any], options: Optional[RequestOptions]
) -> PageSource[types.PersonMatch, PeoplePage]:
    """Return how to read the pages of a people search."""
    # A cursor continues where a page ended, so it replaces the offset.
    without_offset = {name: value for name, value in search.items() if name != "from"}

    def read(cursor: Optional[str], size: Optional[int]) -> Steps[Reply[PeoplePage]]:
        body = {**_sized(size), **(search if cursor is None else {**without_offset, "cursor": cursor})}
        reply = yield from call(settings, Request("POST", "/people/search", body=body), options)
        return Reply(_to_people_page(reply), reply.response)

    return PageSource(read, lambda page: page.people, lambda page: page.next_cursor)


def _to_people_page(reply: Reply[list[types.PersonMatch]]) -> PeoplePage:
    headers = reply.response.headers
    return PeoplePage(
        people=reply.data,
        total=int(headers.get("x-total-count", len(reply.data))),
        next_cursor=headers.get("x-next-cursor"),
        canonical_id=headers.get("x-canonical-id"),
    )
