import type { ServiceStatus } from '@orgdex/contract';
import { Badge } from '../../components/badge.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatAgo, formatBytes, formatDuration, formatMoment, formatNumber, plural } from '../../format.ts';

type Bounded = ServiceStatus['proposed_matches'];
export const formatBounded = ({ value, relation }: Bounded): string =>
  `${formatNumber(value)}${relation === 'gte' ? '+' : ''}`;

export const Stores = ({ stores }: { stores: ServiceStatus['stores'] }) => {
  const jobs = { PostgreSQL: 'All data', OpenSearch: 'Search index', Redis: 'Rate limits' } as const;
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {stores.map(({ name, healthy, detail, round_trip_ms }) => (
        <section key={name} className="panel">
          <div className="panel-head">
            <h2 className="panel-title flex items-center gap-2">
              <span className={`size-2 rounded-full ${healthy ? 'bg-mark-good' : 'bg-mark-bad'}`} aria-hidden="true" />
              {name}
            </h2>
            <span className="text-xs text-ink-3">{jobs[name]}</span>
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 py-3">
            <dt className="text-ink-3">State</dt>
            <dd className="text-right">
              <Badge tone={healthy ? 'good' : 'bad'}>{healthy ? 'Healthy' : 'Unhealthy'}</Badge>
            </dd>
            <dt className="text-ink-3">{healthy ? 'Version' : 'Problem'}</dt>
            <dd className="text-right break-words">{detail}</dd>
            <dt className="text-ink-3">Round trip</dt>
            <dd className="text-right">{round_trip_ms === null ? '–' : `${round_trip_ms.toFixed(1)} ms`}</dd>
          </dl>
        </section>
      ))}
    </div>
  );
};

const generationStates = {
  live: ['good', 'Live'],
  kept: ['neutral', 'Kept'],
  building: ['accent', 'Building'],
} as const;

const generationColumns: readonly Column<ServiceStatus['generations'][number]>[] = [
  { head: 'Generation', className: 'font-medium', cell: ({ id }) => id },
  { head: 'Live since', cell: ({ live_since }) => (live_since === null ? '–' : formatMoment(live_since)) },
  { head: 'Pending', isNumber: true, cell: ({ pending }) => formatBounded(pending) },
  {
    head: 'Lag',
    isNumber: true,
    cell: ({ lag_seconds }) => (lag_seconds === null ? '–' : formatDuration(lag_seconds)),
  },
  {
    head: 'State',
    cell: ({ state, current_rules }) => (
      <>
        <Badge tone={generationStates[state][0]}>{generationStates[state][1]}</Badge>{' '}
        {!current_rules && <Badge tone="warn">Needs a rebuild</Badge>}
      </>
    ),
  },
];

export const Generations = ({ generations }: { generations: ServiceStatus['generations'] }) => (
  <Panel
    title="Generations"
    note={
      <>
        <code>npx orgdex rebuild --rollback</code> goes back
      </>
    }
  >
    {generations.length === 0 ? (
      <p className="px-4 py-6 text-ink-2">Nothing is published yet.</p>
    ) : (
      <DataTable of="generations" rows={generations} columns={generationColumns} keyOf={({ id }) => String(id)} />
    )}
  </Panel>
);

const workerColumns: readonly Column<ServiceStatus['workers'][number]>[] = [
  {
    head: 'Process',
    cell: ({ pid, publisher }) => (
      <>
        {pid} {publisher && <Badge tone="accent">Publishes</Badge>}
      </>
    ),
  },
  { head: 'Requests/s', isNumber: true, cell: ({ requests_per_second }) => requests_per_second.toFixed(1) },
  { head: 'Loop lag', isNumber: true, cell: ({ loop_lag_ms }) => `${loop_lag_ms.toFixed(1)} ms` },
  { head: 'Memory', isNumber: true, cell: ({ memory_bytes }) => formatBytes(memory_bytes) },
  {
    head: 'Uptime',
    isNumber: true,
    cell: ({ started_at }) => formatDuration((Date.now() - Date.parse(started_at)) / 1000),
  },
];

export const Workers = ({ workers, restarts }: { workers: ServiceStatus['workers']; restarts: number }) => (
  <Panel title="Workers" note={plural(restarts, 'restart')}>
    {workers.length === 0 ? (
      <p className="px-4 py-6 text-ink-2">No sample yet.</p>
    ) : (
      <DataTable of="workers" rows={workers} columns={workerColumns} keyOf={({ pid }) => String(pid)} />
    )}
  </Panel>
);

export function FailedDocuments({ failed }: { failed: ServiceStatus['failed_documents'] }) {
  if (failed.count.value === 0) return null;
  return (
    <Panel
      title={
        <>
          Failed documents <Badge tone="warn">{formatBounded(failed.count)}</Badge>
        </>
      }
      note="Rejected three times by OpenSearch"
    >
      <ul className="divide-y divide-edge">
        {failed.latest.map(({ kind, id, reason, failed_at }) => (
          <li key={`${kind}:${id}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <span>
              <code className="text-xs">{id}</code> <span className="text-ink-2">{reason}</span>
            </span>
            <span className="text-xs text-ink-3">{formatAgo(failed_at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
