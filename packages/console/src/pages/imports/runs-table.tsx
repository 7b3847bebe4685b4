import type { RunSummary } from '@orgdex/contract';
import { Legend, StackedBar } from '../../charts/stacked-bar.tsx';
import { Badge } from '../../components/badge.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatDuration, formatMoment, formatNumber } from '../../format.ts';
import { outcomes, partsOf, stateLabels, stateTones } from './labels.ts';

interface RunsTableProps {
  readonly runs: readonly RunSummary[];
  readonly selected: number | undefined;
  readonly onSelect: (run: number) => void;
}

const durationOf = ({ started_at, ended_at }: RunSummary): string | undefined =>
  ended_at === null ? undefined : formatDuration((Date.parse(ended_at) - Date.parse(started_at)) / 1000);

const columnsFor = ({ selected, onSelect }: RunsTableProps): Column<RunSummary>[] => [
  {
    head: 'Run',
    isNumber: true,
    cell: ({ id }) => (
      <button
        type="button"
        data-row
        className="link font-medium"
        aria-label={`Run ${id}`}
        aria-current={id === selected}
        onClick={() => onSelect(id)}
      >
        {id}
      </button>
    ),
  },
  {
    head: 'Source',
    cell: (run) => (
      <>
        <code className="block text-xs">{run.source}</code>
        <span className="text-xs text-ink-3">
          {[run.full ? 'Full file' : 'Changes', durationOf(run)].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { head: 'Started', className: 'whitespace-nowrap', cell: ({ started_at }) => formatMoment(started_at) },
  { head: 'Rows read', isNumber: true, cell: ({ counts }) => formatNumber(counts.read) },
  {
    head: 'Outcome',
    className: 'w-32',
    cell: (run) => <StackedBar label={`Rows of run ${run.id}`} parts={partsOf(run)} className="h-2" />,
  },
  { head: 'State', cell: (run) => <StateBadge run={run} /> },
];

/** The runs, newest first, with the outcome of their rows. */
export const RunsTable = (props: RunsTableProps) => (
  <>
    <DataTable
      of="runs"
      className="min-w-[40rem]"
      rows={props.runs}
      columns={columnsFor(props)}
      keyOf={({ id }) => String(id)}
      rowClass={({ id }) => (id === props.selected ? 'bg-accent-soft' : 'hover:bg-hover')}
    />
    <div className="border-t border-edge px-4 py-3">
      <Legend parts={Object.values(outcomes).map(([label, color]) => ({ label, color }))} />
    </div>
  </>
);

/** The state of a run. A forced run may override safety checks. */
export const StateBadge = ({ run }: { run: Pick<RunSummary, 'state' | 'forced'> }) => (
  <span title={run.forced ? 'Imported with --allow, which overrides a safety check' : undefined}>
    <Badge tone={run.forced ? 'warn' : stateTones[run.state]}>
      {stateLabels[run.state]}
      {run.forced && ', forced'}
    </Badge>
  </span>
);
