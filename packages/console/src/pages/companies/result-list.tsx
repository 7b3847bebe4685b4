import type { CompanyCard, FoundCompanies } from '@orgdex/contract';
import { searchLimits } from '@orgdex/contract/limits';
import { OrgdexError } from '@orgdex/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatNumber } from '../../format.ts';
import { type Params, useGoBack } from '../../search-params.ts';
import { hiddenIn } from './columns.tsx';
import { NoResults } from './no-results.tsx';
import { Results } from './results-table.tsx';
import { changed, pageOf, sortOf } from './view.ts';

interface ResultListProps {
  readonly query: UseQueryResult<FoundCompanies>;
  readonly params: Params;
  readonly onChange: (params: Params) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (companies: readonly CompanyCard[], isSelected: boolean) => void;
}

export const formatTotal = ({ value, relation }: FoundCompanies['total']): string =>
  `${formatNumber(value)}${relation === 'gte' ? '+' : ''}`;

/** The cursor belongs to data that is no longer served. */
const Expired = ({ onRestart }: { onRestart: () => void }) => (
  <EmptyState icon="refresh" title="This page has expired">
    <p>The data was rebuilt since this page was opened.</p>
    <button type="button" className="button button-primary" onClick={onRestart}>
      Go to the first page
    </button>
  </EmptyState>
);

function Page({ found, ...rest }: Omit<ResultListProps, 'query'> & { found: FoundCompanies }) {
  const { params, onChange, selected, onSelect } = rest;
  const goBack = useGoBack();
  const { cursor, page } = pageOf(params);
  const { companies, total, next_cursor } = found;
  if (companies.length === 0) return <NoResults params={params} diagnosis={found.diagnosis} onChange={onChange} />;
  const first = (page - 1) * searchLimits.defaultSize + 1;
  const goNext = () => onChange({ ...params, cursor: next_cursor ?? undefined, page: String(page + 1) });
  return (
    <>
      <Results
        companies={companies}
        hidden={hiddenIn(params)}
        sort={sortOf(params)}
        onSort={(sort) => onChange(changed(params, { sort }))}
        selected={selected}
        onSelect={onSelect}
      />
      <CursorPager
        note={`${formatNumber(first)}–${formatNumber(first + companies.length - 1)} of ${formatTotal(total)}`}
        onPrevious={cursor === undefined ? undefined : () => goBack(() => onChange(changed(params, {})))}
        onNext={next_cursor === null ? undefined : goNext}
      />
    </>
  );
}

/** One page of companies, or why there is none. */
export function ResultList({ query, ...rest }: ResultListProps) {
  const isExpired = query.error instanceof OrgdexError && query.error.code === 'invalid_cursor';
  if (isExpired) return <Expired onRestart={() => rest.onChange(changed(rest.params, {}))} />;
  return <QueryView query={query}>{(found) => <Page found={found} {...rest} />}</QueryView>;
}
