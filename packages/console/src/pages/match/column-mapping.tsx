import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { fieldLabels, guessMapping, type Mapping, type MatchField } from './fields.ts';
import type { Table } from './table.ts';

interface ColumnMappingProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

const choices = [
  { value: '', label: 'Keep as is' },
  ...Object.entries(fieldLabels).map(([value, label]) => ({ value, label })),
];

/** Which column means what. Other columns are kept in the result. */
export function ColumnMapping({ table, mapping, onChange }: ColumnMappingProps) {
  const guessed = guessMapping(table.header);
  const used = mapping.filter((field) => field !== undefined).length;
  // A field has one column: choosing it for another takes it away from the first.
  const set = (column: number, field: MatchField | undefined) =>
    onChange(mapping.map((old, at) => (at === column ? field : old === field ? undefined : old)));
  return (
    <Panel
      title="Columns"
      note={
        <>
          {used} of {table.header.length} are used
        </>
      }
    >
      <ul className="flex divide-x divide-edge overflow-x-auto">
        {table.header.map((header, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header
          <li key={column} className="flex w-44 shrink-0 grow flex-col gap-1 px-4 py-3">
            <span className="flex justify-between gap-2">
              <span className="truncate font-medium" title={header}>
                {header || `Column ${column + 1}`}
              </span>
              {mapping[column] !== undefined && (
                <span className="text-xs text-ink-3">
                  {mapping[column] === guessed[column] ? 'Recognized' : 'Chosen'}
                </span>
              )}
            </span>
            <Select
              label={`Meaning of ${header || `column ${column + 1}`}`}
              value={mapping[column] ?? ''}
              choices={choices}
              onChange={(value) => set(column, (value || undefined) as MatchField | undefined)}
            />
            <span className="truncate text-xs text-ink-3">{table.rows[0]?.[column] || '–'}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
