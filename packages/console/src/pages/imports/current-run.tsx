import type { RunSummary } from '@orgdex/contract';
import { Badge } from '../../components/badge.tsx';
import { Figures } from '../../components/figures.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatDuration, formatNumber, formatShare } from '../../format.ts';
import { stateLabels } from './labels.ts';

const stages = ['staging', 'applying'] as const;
const stageLabels = { staging: 'Reading and checking', applying: 'Applying' } as const;

const shareOf = ({ progress }: RunSummary): number | undefined =>
  progress?.total ? Math.min(1, progress.rows / progress.total) : undefined;

/** How long it will take at the speed so far. */
function remainingOf(run: RunSummary): string | undefined {
  const { progress } = run;
  if (!progress?.total || !progress.rows_per_second) return undefined;
  return formatDuration(Math.max(0, progress.total - progress.rows) / progress.rows_per_second);
}

function Stage({ stage, run }: { stage: (typeof stages)[number]; run: RunSummary }) {
  const isPast = stage === 'staging' && run.state === 'applying';
  const isNow = stage === run.state;
  const share = isPast ? 1 : isNow ? (shareOf(run) ?? 0.5) : 0;
  return (
    <li className="min-w-0 grow">
      <span className="block h-1 overflow-hidden rounded-sm bg-sunken">
        <span
          className={`block h-full bg-accent-solid ${isNow && shareOf(run) === undefined ? 'animate-pulse' : ''}`}
          style={{ width: `${100 * share}%` }}
        />
      </span>
      <span className={`mt-1.5 flex items-center gap-1.5 text-xs ${isNow ? 'font-medium' : 'text-ink-2'}`}>
        {isPast && <Icon name="check" className="size-3.5" />}
        {stageLabels[stage]}
        {isNow && shareOf(run) !== undefined && `, ${formatShare(shareOf(run) ?? 0)}`}
      </span>
    </li>
  );
}

/** An import that runs now. */
export function CurrentRun({ run }: { run: RunSummary }) {
  const seconds = (Date.now() - Date.parse(run.started_at)) / 1000;
  const remaining = remainingOf(run);
  const { progress, counts } = run;
  const figures = [
    {
      label: 'Rows',
      value: formatNumber(progress?.rows ?? counts.read),
      note: progress?.total ? `of ${formatNumber(progress.total)}` : '',
    },
    {
      label: 'Speed',
      value: progress?.rows_per_second ? formatNumber(Math.round(progress.rows_per_second)) : '–',
      note: 'rows/s',
    },
    { label: 'New or changed', value: formatNumber(counts.accepted) },
    { label: 'Rejected', value: formatNumber(counts.rejected) },
  ];
  return (
    <section className="panel" aria-label={`Run ${run.id}`} aria-live="polite">
      <div className="panel-head">
        <h2 className="panel-title flex items-center gap-2">
          <span className="size-2 animate-pulse rounded-full bg-accent-solid" aria-hidden="true" />
          Run {run.id}, <code className="font-normal">{run.source}</code>
          <Badge tone="accent">{stateLabels[run.state]}</Badge>
        </h2>
        <span className="text-ink-2">
          {formatDuration(seconds)} so far{remaining === undefined ? '' : `, about ${remaining} to go`}
        </span>
      </div>
      <ol className="flex gap-2 px-4 pt-4">
        {stages.map((stage) => (
          <Stage key={stage} stage={stage} run={run} />
        ))}
      </ol>
      <Figures figures={figures} className="mt-2" />
    </section>
  );
}
