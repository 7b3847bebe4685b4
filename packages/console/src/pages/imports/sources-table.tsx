import type { SourceSummary } from '@orgdex/contract';
import { useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { CountryCode } from '../../components/badge.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatAgo, formatNumber } from '../../format.ts';

const none = <span className="text-ink-3">–</span>;

const columns: readonly Column<SourceSummary>[] = [
  {
    head: 'Source',
    cell: ({ id, homepage, title }) => (
      <>
        <code className="block text-xs">{id}</code>
        <span className="text-xs text-ink-3">
          {homepage === null ? (title ?? 'Own files') : <ExternalLink url={homepage}>{title ?? id}</ExternalLink>}
        </span>
      </>
    ),
  },
  { head: 'Country', cell: ({ country }) => (country === null ? none : <CountryCode code={country} />) },
  { head: 'Class', cell: (source) => source.class },
  {
    head: 'License',
    cell: ({ license, attribution }) => (
      <span title={attribution ?? undefined}>{license ?? <span className="text-ink-3">Your own</span>}</span>
    ),
  },
  { head: 'Imports', isNumber: true, cell: ({ runs }) => formatNumber(runs) },
  {
    head: 'Last import',
    cell: ({ last_run }) =>
      last_run === null ? <span className="text-ink-3">Never</span> : formatAgo(last_run.started_at),
  },
];

/** What can be imported, under which license, and when it last was. */
export function SourcesTable() {
  const query = useQuery({ queryKey: ['sources-list'], queryFn: ({ signal }) => orgdex.admin.listSources({ signal }) });
  return (
    <Panel title="Sources" note="You download the files; orgdex imports them">
      <QueryView query={query}>
        {(sources) => (
          <DataTable of="sources" className="min-w-[48rem]" rows={sources} columns={columns} keyOf={({ id }) => id} />
        )}
      </QueryView>
    </Panel>
  );
}
