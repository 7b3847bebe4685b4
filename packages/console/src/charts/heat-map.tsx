import { type KeyboardEvent, useRef } from 'react';

export interface HeatCell {
  readonly text: string;
  /** 0 (nothing) to 5 (most). */
  readonly step: number;
  /** What the place of the cell says, for readers that do not see it: read before the text. */
  readonly label: string;
  readonly isSelected?: boolean;
}

interface HeatMapProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly head: React.ReactNode;
    readonly key: string;
    readonly cells: readonly HeatCell[];
    readonly foot?: string;
  }[];
  /** The width of the first column, such as `w-32`. */
  readonly headWidth: string;
  /** Head of the last column, which prints the sum of a row. */
  readonly footHead?: string;
  readonly onSelect: (row: number, column: number) => void;
}

const colors = [
  'bg-heat-0 text-heat-ink-0',
  'bg-heat-1 text-heat-ink-1',
  'bg-heat-2 text-heat-ink-2',
  'bg-heat-3 text-heat-ink-3',
  'bg-heat-4 text-heat-ink-4',
  'bg-heat-5 text-heat-ink-5',
];
const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** A table whose cells are shaded by value, print it, and can be chosen. Arrow keys move between cells. */
export function HeatMap({ label, columns, rows, headWidth, footHead, onSelect }: HeatMapProps) {
  const table = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${row + step[0]}:${column + step[1]}"]`)?.focus();
  };
  return (
    <table ref={table} aria-label={label} className="w-full table-fixed border-separate border-spacing-0.5 text-xs">
      <colgroup>
        <col className={headWidth} />
      </colgroup>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-0.5 pb-1 truncate text-center align-bottom text-[0.6875rem] font-normal text-ink-2"
            >
              {column}
            </th>
          ))}
          {footHead !== undefined && <th className="px-1 pb-1 text-right font-normal text-ink-2">{footHead}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, key, cells, foot }, row) => (
          <tr key={key}>
            <th scope="row" className="truncate pr-2 text-left font-normal">
              {head}
            </th>
            {cells.map((cell, column) => (
              <td key={columns[column]} className="p-0">
                <button
                  type="button"
                  data-cell={`${row}:${column}`}
                  tabIndex={row === 0 && column === 0 ? 0 : -1}
                  aria-pressed={cell.isSelected ?? false}
                  className={`relative h-6 w-full min-w-6 rounded-sm aria-pressed:outline-2 aria-pressed:outline-ink ${colors[cell.step]}`}
                  onClick={() => onSelect(row, column)}
                  onKeyDown={(event) => move(event, row, column)}
                >
                  <span className="sr-only">{cell.label}: </span>
                  {cell.text || <span className="sr-only">none</span>}
                </button>
              </td>
            ))}
            {foot !== undefined && <td className="px-1 text-right text-ink-2">{foot}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
