import type { CompanyCard, SearchSort } from '@orgdex/contract';
import { useTable } from '@tanstack/react-table';
import { Icon } from '../../components/icon.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { usePreference } from '../../preferences.ts';
import { CompanyName, columnFacts, columns, employeesOf, features, Place, Status } from './columns.tsx';

interface ResultsProps {
  readonly companies: readonly CompanyCard[];
  readonly hidden: readonly string[];
  readonly sort: SearchSort;
  readonly onSort: (sort: SearchSort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (companies: readonly CompanyCard[], isSelected: boolean) => void;
}

/** The head of a column; one that sorts is a button that switches its orders. */
function Head({ id, sort, onSort }: { id: string } & Pick<ResultsProps, 'sort' | 'onSort'>) {
  const { label = id, sorts = [], isNumber } = columnFacts[id] ?? {};
  const at = sorts.indexOf(sort);
  const next = sorts[(at + 1) % sorts.length];
  const order = at < 0 ? undefined : sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" className={isNumber ? 'number' : undefined} aria-sort={order}>
      {next === undefined ? (
        label
      ) : (
        <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={() => onSort(next)}>
          {label}
          <Icon name={order === 'ascending' ? 'up' : 'down'} className={`size-3 ${order ? '' : 'opacity-40'}`} />
        </button>
      )}
    </th>
  );
}

/** The width of the column of check boxes, in rem. */
const selectWidth = 3;

/** The companies as a table; on a phone as a list. */
export function Results({ companies, hidden, sort, onSort, selected, onSelect }: ResultsProps) {
  const areAllSelected = companies.every(({ id }) => selected.has(id));
  const [density] = usePreference('density');
  const table = useTable({
    features,
    columns,
    data: companies as CompanyCard[],
    getRowId: ({ id }) => id,
    state: { columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
  });
  const widths = [selectWidth, ...table.getVisibleLeafColumns().map(({ id }) => columnFacts[id]?.width ?? 0)];
  const least = widths.reduce((sum, width) => sum + width);
  return (
    <>
      <ScrollRegion label="Companies found" className="max-md:hidden">
        <table
          className={`table table-fixed [&_td:first-child]:pl-6 [&_th:first-child]:pl-6 ${density === 'compact' ? 'table-compact' : ''}`}
          style={{ minWidth: `${least}rem` }}
        >
          <colgroup>
            {widths.map((width, at) => (
              <col key={table.getVisibleLeafColumns()[at - 1]?.id ?? 'select'} style={{ width: `${width}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  className="checkbox align-middle"
                  aria-label="Select all companies of this page"
                  checked={areAllSelected}
                  onChange={() => onSelect(companies, !areAllSelected)}
                />
              </th>
              {table.getVisibleLeafColumns().map(({ id }) => (
                <Head key={id} id={id} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id} className={selected.has(row.id) ? 'bg-accent-soft' : 'hover:bg-hover'}>
                <td>
                  <input
                    type="checkbox"
                    className="checkbox align-middle"
                    aria-label={`Select ${row.original.name ?? row.id}`}
                    checked={selected.has(row.id)}
                    onChange={() => onSelect([row.original], !selected.has(row.id))}
                  />
                </td>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={columnFacts[cell.column.id]?.isNumber ? 'number' : 'truncate'}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <ul className="divide-y divide-edge md:hidden">
        {companies.map((company) => (
          <li key={company.id} className="flex items-start gap-3 px-4 py-3">
            <input
              type="checkbox"
              className="checkbox mt-1"
              aria-label={`Select ${company.name ?? company.id}`}
              checked={selected.has(company.id)}
              onChange={() => onSelect([company], !selected.has(company.id))}
            />
            <span className="min-w-0 grow">
              <CompanyName company={company} />
              <span className="mt-1 block">
                <Place company={company} />
              </span>
              <span className="mt-1 block truncate text-xs text-ink-3">
                {[employeesOf(company), company.industries[0]].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Status status={company.status} />
          </li>
        ))}
      </ul>
    </>
  );
}
