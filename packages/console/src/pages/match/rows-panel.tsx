import type { MatchStatus } from '@orgdex/contract';
import { matchStatuses } from '@orgdex/contract/vocabulary';
import { useMemo, useState } from 'react';
import type { Part } from '../../charts/stacked-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatNumber } from '../../format.ts';
import { useShortcuts } from '../../keyboard.ts';
import type { Mapping } from './fields.ts';
import { statusLabels, statusOf } from './outcome.ts';
import { RowDetail } from './row-detail.tsx';
import { RowsList } from './rows-list.tsx';
import type { Table } from './table.ts';
import type { MatchRun } from './use-match.ts';

type Filter = MatchStatus | 'all';

interface RowsPanelProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly match: MatchRun;
  readonly parts: readonly Part[];
}

/** Rows with a status, by their place. */
function useShown(filter: Filter, table: Table, { outcomes, version }: MatchRun): readonly number[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: outcomes change in place; their version tells
  return useMemo(() => {
    const rows = table.rows.map((_, at) => at);
    if (filter === 'all') return rows;
    return rows.filter((row) => {
      const outcome = outcomes[row];
      return outcome !== undefined && statusOf(outcome) === filter;
    });
  }, [filter, table, version]);
}

interface FilterButtonsProps {
  readonly parts: readonly Part[];
  readonly value: Filter;
  readonly onChange: (filter: Filter) => void;
}

const FilterButtons = ({ parts, value, onChange }: FilterButtonsProps) => (
  <fieldset className="flex flex-wrap rounded-md bg-sunken p-0.5">
    <legend className="sr-only">Show rows</legend>
    {(['all', ...matchStatuses] as const).map((one) => {
      const label = one === 'all' ? 'All' : statusLabels[one];
      const count = parts.find((part) => part.label === label)?.value;
      return (
        <button
          key={one}
          type="button"
          aria-pressed={value === one}
          className="rounded-sm px-2 py-1 text-xs font-medium text-ink-2 aria-pressed:bg-panel aria-pressed:text-ink"
          onClick={() => onChange(one)}
        >
          {label} {count !== undefined && formatNumber(count)}
        </button>
      );
    })}
  </fieldset>
);

/** The rows with their results, and one of them in detail. */
export function RowsPanel({ table, mapping, match, parts }: RowsPanelProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [selected, setSelected] = useState<number>();
  const [candidate, setCandidate] = useState(0);
  const shown = useShown(filter, table, match);
  const outcome = selected === undefined ? undefined : match.outcomes[selected];
  const select = (row: number | undefined) => {
    setSelected(row);
    setCandidate(0);
  };
  const move = (by: number) => {
    const at = selected === undefined ? -1 : shown.indexOf(selected);
    select(shown[Math.min(shown.length - 1, Math.max(0, at + by))]);
  };
  const decide = (decision: string | null | undefined) => {
    if (selected !== undefined) match.decide(selected, decision);
  };
  const accept = () => {
    const best = outcome?.result.candidates[candidate];
    if (best) decide(best.company.id);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), a: accept, r: () => decide(null), u: () => decide(undefined) });
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <Panel title="Rows" controls={<FilterButtons parts={parts} value={filter} onChange={setFilter} />}>
        <RowsList
          table={table}
          mapping={mapping}
          shown={shown}
          selected={selected}
          outcomes={match.outcomes}
          onSelect={select}
        />
      </Panel>
      {selected !== undefined && outcome ? (
        <RowDetail line={selected + 2} outcome={outcome} chosen={candidate} onChoose={setCandidate} onDecide={decide} />
      ) : (
        <section className="panel px-4 py-6 text-ink-2">
          {match.state === 'ready'
            ? 'The table stays in this browser. Only the columns in use are sent.'
            : 'Choose a row to see its candidates and why they score as they do.'}
        </section>
      )}
    </div>
  );
}
