import type { CompanyCard } from '@orgdex/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { formatNumber } from '../../format.ts';
import { useRowKeys } from '../../keyboard.ts';
import { type Params, stateOf } from '../../search-params.ts';
import { useServiceStatus } from '../../session.ts';
import { Actions } from './actions.tsx';
import { FilterChips } from './filter-chips.tsx';
import { Filters } from './filters.tsx';
import { formatTotal, ResultList } from './result-list.tsx';
import { Toolbar } from './toolbar.tsx';
import { pageOf, searchOf, shownFacets } from './view.ts';

const route = getRouteApi('/app/companies');

function useCompanies(params: Params) {
  const search = searchOf(params);
  const { cursor } = pageOf(params);
  return useQuery({
    queryKey: ['companies', search, cursor],
    queryFn: ({ signal }) =>
      orgdex.companies.search({ ...search, facets: [...shownFacets], cursor: cursor ?? null }, { signal }).page(),
    placeholderData: keepPreviousData,
  });
}

/** Companies that the user chose, also on other pages of the list. */
function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CompanyCard>>(new Map());
  const select = (companies: readonly CompanyCard[], isSelected: boolean) => {
    const next = new Map(chosen);
    for (const company of companies) {
      if (isSelected) next.set(company.id, company);
      else next.delete(company.id);
    }
    setChosen(next);
  };
  return { companies: [...chosen.values()], ids: new Set(chosen.keys()), select, clear: () => setChosen(new Map()) };
}

function Note() {
  const loaded = useServiceStatus().data?.loaded;
  if (!loaded) return null;
  return <>{`${loaded.estimated ? 'about ' : ''}${formatNumber(loaded.companies)} in this installation`}</>;
}

export function CompaniesPage() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: Params) => void navigate({ search: next, state: stateOf(next) });
  const selection = useSelection();
  const query = useCompanies(params);
  const { data } = query;
  useRowKeys();
  return (
    <>
      <PageHeader title="Companies" note={<Note />}>
        <Actions params={params} found={data} selected={selection.companies} />
      </PageHeader>
      <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <Filters params={params} facets={data?.facets ?? (query.isError ? {} : undefined)} onChange={show} />
        <section aria-label="Results" className="min-w-0">
          <Toolbar params={params} onChange={show} />
          <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-edge px-4 py-2 md:px-6">
            <p role="status" className="mr-1">
              {data && <span className="font-semibold">{formatTotal(data.total)}</span>}
              {data && <span className="text-ink-2"> found</span>}
            </p>
            {selection.ids.size > 0 && (
              <button type="button" className="link mr-1" onClick={selection.clear}>
                {formatNumber(selection.ids.size)} selected, clear
              </button>
            )}
            <FilterChips params={params} facets={data?.facets} onChange={show} />
          </div>
          <ResultList
            query={query}
            params={params}
            onChange={show}
            selected={selection.ids}
            onSelect={selection.select}
          />
        </section>
      </div>
    </>
  );
}
