import type { OptOutItem } from '@orgdex/contract';
import { optOutFields } from '@orgdex/contract/vocabulary';

/** As much of a table as a list of opt-outs needs. */
interface ListTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const columnNames = [...optOutFields, 'country'] as const;
type ColumnName = (typeof columnNames)[number];

/** `Person ID` is `person_id`. */
const plain = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Where each field is. Throws if no column identifies a person. */
function findColumns({ header }: ListTable): [ColumnName, number][] {
  const names = header.map(plain);
  const found = columnNames.flatMap((name): [ColumnName, number][] =>
    names.includes(name) ? [[name, names.indexOf(name)]] : [],
  );
  if (found.every(([name]) => name === 'country'))
    throw new Error('No column identifies a person. Name one email, phone, network or person_id.');
  return found;
}

/** The opt-outs of a table; `ref` is the number of the row. A country counts only with a phone number. */
export function toItems(table: ListTable): OptOutItem[] {
  const columns = findColumns(table);
  return table.rows.map((row, at) => {
    const given = columns.map(([name, column]) => [name, row[column]?.trim() ?? ''] as const);
    const { country, ...ways } = Object.fromEntries(given.filter(([, text]) => text !== '')) as OptOutItem;
    const ref = String(at + 1);
    return ways.phone !== undefined && country !== undefined ? { ref, ...ways, country } : { ref, ...ways };
  });
}

/** A name for the list, so that the same file sent again has the same receipts. It need not be secret. */
export function listNameOf({ name, header, rows }: ListTable): string {
  let sum = 0;
  for (const character of JSON.stringify([header, rows])) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 40;
  return `${name.slice(0, 100)} ${sum.toString(36)}`;
}
