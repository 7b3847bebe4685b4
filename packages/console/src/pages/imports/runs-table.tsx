import type { RunSummary } from '@orgdex/contract';
import { Legend, StackedBar } from '../../charts/stacked-bar.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatDuration, formatMoment, formatNumber } from '../../format.ts';
import { outcomes, partsOf } from './labels.ts';
import { StateBadge } from './state-badge.tsx';

interface RunsTableProps {
  readonly runs: readonly RunSummary[];
  readonly selected: number | undefined;
  readonly onSelect: (run: number) => void;
}

const durationOf = ({ started_at, ended_at }: RunSummary): string | undefined =>
  ended_at === null ? undefined : formatDuration((Date.parse(ended_at) - Date.parse(started_at)) / 1000);

/** The runs, newest first, with the outcome of their rows. */
export const RunsTable = ({ runs, selected, onSelect }: RunsTableProps) => (
  <>
    <ScrollRegion label="Table of runs">
      <table className="table min-w-[40rem]">
        <thead>
          <tr>
            <th scope="col" className="number">
              Run
            </th>
            <th scope="col">Source</th>
            <th scope="col">Started</th>
            <th scope="col" className="number">
              Rows read
            </th>
            <th scope="col" className="w-32">
              Outcome
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} className={run.id === selected ? 'bg-accent-soft' : 'hover:bg-hover'}>
              <td className="number">
                <button
                  type="button"
                  data-row
                  className="link font-medium"
                  aria-label={`Run ${run.id}`}
                  aria-current={run.id === selected}
                  onClick={() => onSelect(run.id)}
                >
                  {run.id}
                </button>
              </td>
              <td>
                <code className="block text-xs">{run.source}</code>
                <span className="text-xs text-ink-3">
                  {[run.full ? 'Full file' : 'Changes', durationOf(run)].filter(Boolean).join(', ')}
                </span>
              </td>
              <td className="whitespace-nowrap">{formatMoment(run.started_at)}</td>
              <td className="number">{formatNumber(run.counts.read)}</td>
              <td>
                <StackedBar label={`Rows of run ${run.id}`} parts={partsOf(run)} className="h-2" />
              </td>
              <td>
                <StateBadge run={run} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
    <div className="border-t border-edge px-4 py-3">
      <Legend parts={Object.values(outcomes).map(([label, color]) => ({ label, color }))} />
    </div>
  </>
);
