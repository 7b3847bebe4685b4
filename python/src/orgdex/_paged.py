"""The results of a search."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Callable, Generic, Optional, TypeVar

from ._call import Reply
from ._limits import MAX_PAGE_SIZE
from ._steps import AsyncRun, Run, Steps

Item = TypeVar("Item")
Page = TypeVar("Page")


@dataclass(frozen=True)
class PageSource(Generic[Item, Page]):
    """How to read the pages of a list."""

    #: From a cursor, and how many items to ask for if the request does not say it; `None`: the default of the service.
    read: Callable[[Optional[str], Optional[int]], Steps[Reply[Page]]]
    items_of: Callable[[Page], Sequence[Item]]
    cursor_of: Callable[[Page], Optional[str]]


class Paged(Generic[Item, Page]):
    """The results of a search. Nothing is sent before they are read, and each loop starts at the beginning.

    >>> for company in client.companies.search(q="kestrel"):
    ...     print(company["name"])
    Kestrel & Vane Sandbox Pty Ltd
    """

    def __init__(self, run: Run, source: PageSource[Item, Page]) -> None:
        self._run = run
        self._source = source

    def __iter__(self) -> Iterator[Item]:
        """All items, page by page."""
        for page in self.pages():
            yield from self._source.items_of(page)

    def pages(self) -> Iterator[Page]:
        """The pages, with totals and counts. If the request has no `size`, they are as large as possible.

        >>> for page in client.companies.search(q="kestrel").pages():
        ...     print(page["total"]["value"], len(page["companies"]))
        1 1
        """
        cursor: Optional[str] = None
        while True:
            # A page costs a credit whatever its size, so to read all items, the largest is the cheapest.
            page = self._run(self._source.read(cursor, MAX_PAGE_SIZE)).data
            yield page
            cursor = self._source.cursor_of(page)
            if cursor is None:
                return

    def page(self) -> Page:
        """The first page only. Its size is that of the request, or the default of the service.

        >>> client.companies.search(q="kestrel").page()["total"]["value"]
        1
        """
        return self.with_response().data

    def first(self) -> Optional[Item]:
        """The first item, or `None` if there is none.

        >>> company = client.companies.search(q="kestrel").first()
        >>> company["id"]
        'sandbox-kestrel'
        """
        page = self._run(self._source.read(None, 1)).data
        items = self._source.items_of(page)
        return items[0] if items else None

    def with_response(self) -> Reply[Page]:
        """The first page, and the headers of its response.

        >>> reply = client.companies.search(q="kestrel").with_response()
        >>> reply.data["total"]["value"], reply.response.status
        (1, 200)
        """
        return self._run(self._source.read(None, None))


class AsyncPaged(Generic[Item, Page]):
    """The results of a search. Nothing is sent before they are read, and each loop starts at the beginning.

    >>> async def print_names():
    ...     async for company in client.companies.search(q="kestrel"):
    ...         print(company["name"])
    """

    def __init__(self, run: AsyncRun, source: PageSource[Item, Page]) -> None:
        self._run = run
        self._source = source

    async def __aiter__(self) -> AsyncIterator[Item]:
        """All items, page by page."""
        async for page in self.pages():
            for item in self._source.items_of(page):
                yield item

    async def pages(self) -> AsyncIterator[Page]:
        """The pages, with totals and counts. If the request has no `size`, they are as large as possible.

        >>> async def print_totals():
        ...     async for page in client.companies.search(q="kestrel").pages():
        ...         print(page["total"]["value"])
        """
        cursor: Optional[str] = None
        while True:
            page = (await self._run(self._source.read(cursor, MAX_PAGE_SIZE))).data
            yield page
            cursor = self._source.cursor_of(page)
            if cursor is None:
                return

    async def page(self) -> Page:
        """The first page only. Its size is that of the request, or the default of the service.

        >>> async def total():
        ...     return (await client.companies.search(q="kestrel").page())["total"]["value"]
        """
        return (await self.with_response()).data

    async def first(self) -> Optional[Item]:
        """The first item, or `None` if there is none.

        >>> async def best():
        ...     return await client.companies.search(q="kestrel").first()
        """
        page = (await self._run(self._source.read(None, 1))).data
        items = self._source.items_of(page)
        return items[0] if items else None

    async def with_response(self) -> Reply[Page]:
        """The first page, and the headers of its response.

        >>> async def credits():
        ...     reply = await client.companies.search(q="kestrel").with_response()
        ...     return reply.response.headers.get("x-credits-remaining")
        """
        return await self._run(self._source.read(None, None))
