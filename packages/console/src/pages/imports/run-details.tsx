import type { RunDetails as Details } from '@orgdex/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BarList } from '../../charts/bar-list.tsx';
import { RangeGauge } from '../../charts/range-gauge.tsx';
import { StackedBar } from '../../charts/stacked-bar.tsx';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageText, Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatBytes, formatNumber, formatShare } from '../../format.ts';
import { checkLabels, isRunning, partsOf } from './labels.ts';
import { StateBadge } from './runs-table.tsx';

const useRun = (id: number) =>
  useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => orgdex.admin.getRun(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? 2000 : false),
  });

function Counts({ run }: { run: Details }) {
  const { read, gone } = run.counts;
  const parts = partsOf(run);
  const sum = parts.reduce((total, { value }) => total + value, 0);
  return (
    <section className="border-b border-edge px-4 py-3">
      <h3 className="mb-2 font-semibold">Counts</h3>
      <StackedBar label="Rows by outcome" parts={parts} className="mb-2 h-3" />
      <table className="w-full">
        <tbody>
          <tr className="border-b border-edge font-medium">
            <td className="py-1">Read</td>
            <td className="text-right">{formatNumber(read)}</td>
            <td className="w-16" />
          </tr>
          {parts
            .filter(({ value }) => value > 0)
            .map(({ label, value, color }) => (
              <tr key={label}>
                <td className="py-0.5">
                  <span className="flex items-center gap-2">
                    <span className={`size-2.5 rounded-sm ${color}`} aria-hidden="true" />
                    {label}
                  </span>
                </td>
                <td className="text-right">{formatNumber(value)}</td>
                <td className="text-right text-xs text-ink-3">{read > 0 && formatShare(value / read)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="mt-2 flex items-center gap-1.5 text-xs text-ink-2">
        <Icon
          name={sum === read ? 'check' : 'warning'}
          className={`size-3.5 ${sum === read ? 'text-good' : 'text-warn'}`}
        />
        {sum === read ? 'Adds up to the rows read' : `Adds up to ${formatNumber(sum)} rows`}
        {gone > 0 && `. ${formatNumber(gone)} records are not in the file.`}
      </p>
    </section>
  );
}

function Checks({ checks }: { checks: Details['checks'] }) {
  if (checks.length === 0) return null;
  return (
    <section className="border-b border-edge px-4 py-3">
      <h3 className="mb-2 font-semibold">Safety checks</h3>
      <ul className="flex flex-col gap-3">
        {checks.map(({ name, unit, measured, min, max, passed, allowed }) => {
          const format = unit === 'share' ? formatShare : formatNumber;
          const range = min === null ? `Limit: ${format(max)}` : `Normal: ${format(min)} to ${format(max)}`;
          return (
            <li key={name}>
              <span className="flex items-center gap-2">
                <Icon
                  name={passed ? 'check' : allowed ? 'warning' : 'close'}
                  label={passed ? 'Passed' : allowed ? 'Failed, allowed' : 'Failed'}
                  className={`size-4 ${passed ? 'text-good' : allowed ? 'text-warn' : 'text-bad'}`}
                />
                {checkLabels[name] ?? name}
                <span className="ml-auto">{format(measured)}</span>
              </span>
              <RangeGauge label={`${format(measured)}. ${range}`} value={measured} min={min ?? 0} max={max} />
              <span className="text-xs text-ink-3">
                {range}
                {!passed && allowed && '. The operator allowed it.'}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Where the rejected rows are in the file; their content is not kept. */
function RejectionsDialog({ run, isOpen, onClose }: { run: number; isOpen: boolean; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['rejections', run],
    queryFn: ({ signal }) => orgdex.admin.listRejections(run, { signal }),
    enabled: isOpen,
  });
  return (
    <Dialog
      title={`Rejected rows of run ${run}`}
      description="The content of the rows is not stored: it may contain contact values."
      isOpen={isOpen}
      onClose={onClose}
      width="max-w-2xl"
    >
      <QueryView query={query}>
        {({ reasons, has_samples }) => (
          <>
            {!has_samples && (
              <Notice tone="warn">The list of rejected rows is on the machine that ran the import.</Notice>
            )}
            <ScrollRegion label="Reasons" className="max-h-96">
              <ul className="divide-y divide-edge">
                {reasons.map(({ reason, count, samples }) => (
                  <li key={reason} className="py-2">
                    <span className="flex justify-between gap-4 font-medium">
                      {reason}
                      <span>{formatNumber(count)}</span>
                    </span>
                    {samples.length > 0 && (
                      <span className="text-xs text-ink-3">
                        {samples
                          .map(({ file, line }) => `${file ? `${file}, ` : ''}line ${formatNumber(line)}`)
                          .join('; ')}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

function Reasons({
  title,
  reasons,
  tone,
}: {
  title: string;
  reasons: Details['reasons']['rejected'];
  tone: 'bad' | 'neutral';
}) {
  if (reasons.length === 0) return null;
  return (
    <section className="border-b border-edge px-4 py-3 last:border-b-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <BarList
        label={title}
        bars={reasons
          .slice(0, 8)
          .map(({ reason, count }) => ({ label: reason, value: count, text: formatNumber(count), tone }))}
      />
    </section>
  );
}

function Body({ run }: { run: Details }) {
  const [isOpen, setOpen] = useState(false);
  const rejected = run.counts.rejected;
  return (
    <>
      {run.reason !== null && (
        <div className="px-4 pt-3">
          <Notice tone="bad">
            <MessageText text={run.reason} />
          </Notice>
        </div>
      )}
      {run.next !== null && (
        <p className="px-4 pt-3 text-ink-2">
          <MessageText text={run.next} />
        </p>
      )}
      <Counts run={run} />
      <Checks checks={run.checks} />
      <Reasons title={`Why ${formatNumber(rejected)} rows were rejected`} reasons={run.reasons.rejected} tone="bad" />
      {rejected > 0 && (
        <p className="border-b border-edge px-4 pb-3">
          <button type="button" className="link" onClick={() => setOpen(true)}>
            View lines
          </button>
        </p>
      )}
      <Reasons title="Why rows were skipped" reasons={run.reasons.skipped} tone="neutral" />
      <Reasons title="Values that were left out" reasons={run.reasons.noted} tone="neutral" />
      <section className="px-4 py-3">
        <h3 className="mb-1 font-semibold">Files</h3>
        <ul>
          {run.files.map(({ name, bytes, sha256 }) => (
            <li key={sha256} className="flex justify-between gap-4">
              <span className="truncate" title={`SHA-256 ${sha256}`}>
                {name}
              </span>
              <span className="whitespace-nowrap text-ink-3">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
        {run.started_by !== null && <p className="mt-1 text-xs text-ink-3">Started by {run.started_by}</p>}
      </section>
      <RejectionsDialog run={run.id} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** One run: counts, checks and reasons. */
export function RunDetails({ id }: { id: number }) {
  const query = useRun(id);
  return (
    <section className="panel" aria-label={`Run ${id}`}>
      <div className="panel-head">
        <h2 className="panel-title flex items-center gap-2">
          Run {id}
          {query.data && <StateBadge run={query.data} />}
        </h2>
        {query.data && (
          <span className="text-xs text-ink-3">
            <code>{query.data.source}</code> {query.data.full ? 'full' : 'changes'}
          </span>
        )}
      </div>
      <QueryView query={query}>{(run) => <Body run={run} />}</QueryView>
    </section>
  );
}
