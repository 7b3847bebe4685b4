import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<T> {
  readonly head: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** On the right, with digits of the same width. */
  readonly isNumber?: boolean;
  readonly className?: string;
}

/** A column of buttons: its head is only for screen readers. */
export const actionsColumn = <T,>(cell: (row: T) => ReactNode): Column<T> => ({
  head: <span className="sr-only">Actions</span>,
  cell,
  isNumber: true,
});

interface DataTableProps<T> {
  /** What the rows are, such as "opt-outs". */
  readonly of: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T, at: number) => string;
  readonly className?: string;
  readonly rowClass?: (row: T) => string | undefined;
}

/** A table that scrolls sideways if it is wider than its place. */
export function DataTable<T>({ of, rows, columns, keyOf, className = '', rowClass }: DataTableProps<T>) {
  const classes = columns.map(({ isNumber, className: own = '' }) => `${isNumber ? 'number' : ''} ${own}`.trim());
  return (
    <ScrollRegion label={`Table of ${of}`}>
      <table className={`table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ head }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table have fixed places
              <th key={at} scope="col" className={classes[at]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={keyOf(row, place)} className={rowClass?.(row)}>
              {columns.map(({ cell }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table have fixed places
                <td key={at} className={classes[at]}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
