"""The resources of the client: what can be asked about companies, people and usage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Optional, cast

from . import types
from ._call import Request, fields_of, read
from ._match_batch import MatchedRow, MatchManyOptions
from ._match_many import match_many_rows
from ._operations import PeoplePage, company_pages, get_company, people_pages
from ._options import CompanyLookup, RequestOptions, Settings
from ._paged import Paged
from ._steps import Run

if TYPE_CHECKING:
    from typing_extensions import Unpack


class CompanyResource:
    """One company."""

    def __init__(self, settings: Settings, run: Run) -> None:
        self._settings = settings
        self._run = run

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
        **query: Unpack[types.GetCompanyQuery],
    ) -> CompanyLookup:
        """Look up a company by one identifier. If the client has a cache, an unchanged profile is not paid again.

        >>> lookup = client.company.get(fqdn="kestrel.example.com")
        >>> lookup.company["name"], lookup.matched_by, lookup.conflicts
        ('Kestrel & Vane Sandbox Pty Ltd', 'fqdn', [])
        """
        return self._run(get_company(self._settings, fields_of(query), options))

    def sources(
        self, id: str, /, *, options: Optional[RequestOptions] = None, **query: Unpack[types.GetSourcesQuery]
    ) -> types.CompanySources:
        """List the source of each value of a profile.

        >>> sources = client.company.sources("sandbox-heron")
        >>> sources["fields"]["employee_count"]["value"], sources["fields"]["employee_count"]["source"]
        (12, 'sandbox')
        """
        request = Request("GET", "/companies/{id}/sources", params={"id": id}, query=fields_of(query))
        return cast("types.CompanySources", self._run(read(self._settings, request, options)))

    def people_counts(
        self, id: str, /, *, options: Optional[RequestOptions] = None, **query: Unpack[types.CountPeopleQuery]
    ) -> types.PeopleCounts:
        """Count the people of a company by seniority and department.

        >>> counts = client.company.people_counts("sandbox-heron")
        >>> counts["total"]
        1
        """
        request = Request("GET", "/companies/{id}/people-counts", params={"id": id}, query=fields_of(query))
        return cast("types.PeopleCounts", self._run(read(self._settings, request, options)))


class CompaniesResource:
    """Many companies."""

    def __init__(self, settings: Settings, run: Run) -> None:
        self._settings = settings
        self._run = run

    def search(
        self, *, options: Optional[RequestOptions] = None, **search: Unpack[types.CompanySearch]
    ) -> Paged[types.CompanyCard, types.FoundCompanies]:
        """Search companies by name, place, industry and size. Each page costs a credit.

        >>> for company in client.companies.search(q="kestrel", filter={"country": ["AU"]}):
        ...     print(company["id"], company["name"])
        sandbox-kestrel Kestrel & Vane Sandbox Pty Ltd
        """
        return Paged(self._run, company_pages(self._settings, fields_of(search), options))

    def suggest(
        self, *, options: Optional[RequestOptions] = None, **query: Unpack[types.SuggestCompaniesQuery]
    ) -> types.SuggestedCompanies:
        """Suggest companies for a search box. Free of charge.

        >>> suggested = client.companies.suggest(q="kes", size=5)
        >>> [company["id"] for company in suggested["companies"]]
        ['sandbox-kestrel']
        """
        request = Request("GET", "/companies/suggest", query=fields_of(query))
        return cast("types.SuggestedCompanies", self._run(read(self._settings, request, options)))

    def values(
        self,
        field: types.ValueField,
        /,
        *,
        options: Optional[RequestOptions] = None,
        **query: Unpack[types.ListValuesQuery],
    ) -> types.ListedValues:
        """List the values of a field, with the number of companies that have them: use them to fill a filter.

        Free of charge.

        >>> listed = client.companies.values("industry", q="mea")
        >>> [value["value"] for value in listed["values"]]
        ['Measuring Instruments']
        """
        request = Request("GET", "/companies/values/{field}", params={"field": field}, query=fields_of(query))
        return cast("types.ListedValues", self._run(read(self._settings, request, options)))

    def match(
        self, *, options: Optional[RequestOptions] = None, **question: Unpack[types.MatchQuestion]
    ) -> types.MatchedCompanies:
        """Match a batch of your own list. Each match costs a credit. For a list of any length, use `match_many`.

        >>> matched = client.companies.match(companies=[{"fqdn": "kestrel.example.com"}])
        >>> matched["results"][0]["status"], matched["results"][0]["candidates"][0]["company"]["id"]
        ('matched', 'sandbox-kestrel')
        """
        request = Request("POST", "/companies/match", body=fields_of(question))
        return cast("types.MatchedCompanies", self._run(read(self._settings, request, options)))

    def match_many(
        self,
        items: Iterable[types.MatchItem],
        *,
        options: Optional[RequestOptions] = None,
        **how: Unpack[MatchManyOptions],
    ) -> Iterator[MatchedRow]:
        """Match a list of any length, and return each item with its result, in order.

        Only a few batches are in memory at a time. When the service limits the rate, batches are sent one after the
        other. If a batch fails, the rows before it are returned, and then its error is raised. Batches that were sent
        at the same time are paid, but not returned: `concurrency=1` avoids that.

        >>> rows = [{"ref": "1", "fqdn": "kestrel.example.com"}, {"ref": "2", "fqdn": "heron.example.com"}]
        >>> for item, result in client.companies.match_many(rows, threshold=0.9):
        ...     print(item["ref"], result["status"])
        1 matched
        2 matched
        """
        return match_many_rows(self._settings, self._run, items, how, options)

    def people(
        self, *, options: Optional[RequestOptions] = None, **question: Unpack[types.CompanyPeopleQuestion]
    ) -> types.CompanyPeople:
        """Search people in many companies at once.

        >>> found = client.companies.people(companies=[{"fqdn": "heron.example.com"}], per_company=2)
        >>> found["results"][0]["status"], found["results"][0]["total"]
        ('found', 1)
        """
        request = Request("POST", "/companies/people", body=fields_of(question))
        return cast("types.CompanyPeople", self._run(read(self._settings, request, options)))


class PeopleResource:
    """The people who work at companies."""

    def __init__(self, settings: Settings, run: Run) -> None:
        self._settings = settings
        self._run = run

    def search(
        self, *, options: Optional[RequestOptions] = None, **search: Unpack[types.PeopleSearchRequest]
    ) -> Paged[types.PersonMatch, PeoplePage]:
        """Search people in one company, by job title, seniority and department.

        >>> page = client.people.search(companyId="sandbox-heron").page()
        >>> page.total, len(page.people)
        (1, 1)
        """
        return Paged(self._run, people_pages(self._settings, fields_of(search), options))


class UsageResource:
    """Limits, credits and usage."""

    def __init__(self, settings: Settings, run: Run) -> None:
        self._settings = settings
        self._run = run

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
        **query: Unpack[types.GetUsageQuery],
    ) -> types.Usage:
        """Return what the key may do, the credits left this month, and the usage by day.

        >>> usage = client.usage.get()
        >>> usage["key"]["mode"]
        'test'
        """
        request = Request("GET", "/usage", query=fields_of(query))
        return cast("types.Usage", self._run(read(self._settings, request, options)))
