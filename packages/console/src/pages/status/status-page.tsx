import type { ServiceStatus } from '@orgdex/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Badge } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Figures } from '../../components/figures.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatClock, formatNumber, plural } from '../../format.ts';
import { SeriesPanels } from './series-panels.tsx';
import { FailedDocuments, formatBounded, Generations, Stores, Workers } from './tables.tsx';

const everyMs = 10_000;
const staleMs = 30_000;

function Summary({ status }: { status: ServiceStatus }) {
  const failed = status.failed_documents.count;
  const isLive = status.generations.some(({ state }) => state === 'live');
  return (
    <section className="panel flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p className="flex items-center gap-2">
        <span className={`size-2 rounded-full ${status.healthy ? 'bg-mark-good' : 'bg-mark-bad'}`} aria-hidden="true" />
        <span className="font-medium">{status.healthy ? 'All stores are healthy.' : 'A store is unhealthy.'}</span>
        <span className="text-ink-2">
          {!isLive && 'No generation is live. '}
          {failed.value > 0 && `${formatBounded(failed)} documents failed.`}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-3 text-ink-2">
        <span>
          Limits{' '}
          <Badge tone={status.limits_shared ? 'good' : 'warn'}>{status.limits_shared ? 'shared' : 'per process'}</Badge>
        </span>
        <span>
          Usage{' '}
          <Badge tone={status.usage_recorded ? 'good' : 'bad'}>
            {status.usage_recorded ? 'recorded' : 'not recorded'}
          </Badge>
        </span>
        <span>orgdex {status.version}</span>
      </p>
    </section>
  );
}

function Loaded({ loaded }: { loaded: ServiceStatus['loaded'] }) {
  const about = loaded.estimated ? 'about ' : '';
  return (
    <section className="panel">
      <Figures
        figures={[
          { label: 'Companies', value: `${about}${formatNumber(loaded.companies)}` },
          { label: 'Records', value: `${about}${formatNumber(loaded.company_records)}` },
          { label: 'Positions of people', value: `${about}${formatNumber(loaded.positions)}` },
          { label: 'Values on the suppression list', value: formatNumber(loaded.opt_outs) },
        ]}
      />
    </section>
  );
}

function Body({ status }: { status: ServiceStatus }) {
  const live = status.generations.find(({ state }) => state === 'live');
  return (
    <>
      <Summary status={status} />
      <Stores stores={status.stores} />
      <div className="grid gap-4 xl:grid-cols-2">
        <SeriesPanels
          series={status.series}
          lag={live?.lag_seconds ?? null}
          pending={live ? `${formatBounded(live.pending)} changes pending` : 'nothing is live'}
        />
      </div>
      <Loaded loaded={status.loaded} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Generations generations={status.generations} />
        <Workers workers={status.workers} restarts={status.worker_restarts} />
      </div>
      <FailedDocuments failed={status.failed_documents} />
      <p className="text-xs text-ink-3">
        {plural(status.processes.length, 'serving process', 'serving processes')} in this installation. The charts show
        the processes of this machine.
      </p>
    </>
  );
}

export function StatusPage() {
  const [isPaused, setPaused] = useState(false);
  const query = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => orgdex.admin.getStatus({ signal }),
    staleTime: everyMs / 2,
    refetchInterval: isPaused ? false : everyMs,
  });
  const isStale = query.data !== undefined && query.isError && Date.now() - query.dataUpdatedAt > staleMs;
  return (
    <>
      <PageHeader title="Status" note={query.data && `Read at ${formatClock(query.data.at)}`}>
        <button
          type="button"
          className="button button-plain"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Continue' : 'Pause'}
        </button>
        <CopyButton text={() => JSON.stringify(query.data ?? null, null, 2)} label="Copy as JSON" className="button">
          Copy as JSON
        </CopyButton>
      </PageHeader>
      <div className="p-4 md:px-6">
        {isStale && (
          <div className="pb-4">
            <Notice tone="warn">
              The status cannot be read. What you see is from {formatClock(new Date(query.dataUpdatedAt).toISOString())}
              .
            </Notice>
          </div>
        )}
        <QueryView query={query}>
          {(status) => (
            <div className="flex flex-col gap-4">
              <Body status={status} />
            </div>
          )}
        </QueryView>
      </div>
    </>
  );
}
