import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Badge } from '../../components/badge.tsx';
import { formatNumber, formatScore } from '../../format.ts';
import type { Mapping } from './fields.ts';
import { cardOf, chosenOf, type Outcome, statusLabels, statusOf, statusTones } from './outcome.ts';
import type { Table } from './table.ts';

interface RowsListProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly outcomes: readonly (Outcome | undefined)[];
  /** The rows to show, by their place in the table. */
  readonly shown: readonly number[];
  readonly selected: number | undefined;
  readonly onSelect: (row: number) => void;
}

const rowHeight = 46;
const columns = 'grid grid-cols-[3.5rem_minmax(0,1fr)_6rem_3.5rem_minmax(0,1fr)] items-center gap-3 px-4';

/** How a row names its company: by its name, or by the first column in use. */
function titleOf(row: readonly string[], mapping: Mapping): [string, string] {
  const used = mapping.flatMap((field, at) => (field === undefined || !row[at] ? [] : [row[at]]));
  const name = row[mapping.indexOf('name')] || used[0] || '(empty)';
  return [name, used.find((text) => text !== name) ?? ''];
}

const reasonsOf = (outcome: Outcome): string => {
  const { result } = outcome;
  if (result.problem) return result.problem.message;
  const best = chosenOf(outcome);
  if (best)
    return best.reasons
      .filter(({ weight }) => weight > 0)
      .map(({ feature }) => feature.replaceAll('_', ' '))
      .join(', ');
  const [top] = result.candidates;
  if (!top) return 'No candidate';
  return result.status === 'ambiguous' ? `${result.candidates.length} candidates` : `Best is ${formatScore(top.score)}`;
};

function Row({ row, mapping, outcome }: { row: readonly string[]; mapping: Mapping; outcome: Outcome | undefined }) {
  const [title, detail] = titleOf(row, mapping);
  const shown = outcome && (chosenOf(outcome) ?? outcome.result.candidates[0]);
  return (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-xs text-ink-3">{detail}</span>
      </span>
      <span>{outcome && <Badge tone={statusTones[statusOf(outcome)]}>{statusLabels[statusOf(outcome)]}</Badge>}</span>
      <span className="text-right">{shown ? formatScore(shown.score) : ''}</span>
      <span className="min-w-0">
        <span className={`block truncate ${outcome && chosenOf(outcome) ? 'text-accent' : 'text-ink-2'}`}>
          {shown ? (cardOf(shown).name ?? cardOf(shown).id) : outcome ? '–' : ''}
        </span>
        <span className="block truncate text-xs text-ink-3">{outcome ? reasonsOf(outcome) : ''}</span>
      </span>
    </>
  );
}

/** Rows of a table of any length: only those in view are drawn. */
export function RowsList({ table, mapping, outcomes, shown, selected, onSelect }: RowsListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const place = selected === undefined ? -1 : shown.indexOf(selected);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, virtual]);
  return (
    <div className="min-w-0 overflow-x-auto">
      <div className="min-w-[38rem]">
        <div aria-hidden="true" className={`${columns} h-9 border-b border-edge text-xs font-medium text-ink-2`}>
          {['Line', 'Your row', 'Result', 'Score', 'Company'].map((head) => (
            <span key={head} className={head === 'Line' || head === 'Score' ? 'text-right' : ''}>
              {head}
            </span>
          ))}
        </div>
        <div ref={scroller} className="h-[36rem] max-h-[70vh] overflow-y-auto">
          <ul aria-label="Rows" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = shown[item.index] ?? 0;
              return (
                <li
                  key={row}
                  aria-setsize={shown.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <button
                    type="button"
                    aria-current={row === selected}
                    className={`${columns} w-full border-b border-edge text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-soft`}
                    style={{ height: rowHeight }}
                    onClick={() => onSelect(row)}
                  >
                    <span className="text-right text-ink-3">{formatNumber(row + 2)}</span>
                    <Row row={table.rows[row] ?? []} mapping={mapping} outcome={outcomes[row]} />
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </div>
  );
}
