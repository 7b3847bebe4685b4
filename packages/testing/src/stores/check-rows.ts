import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { RowType } from './row-types.ts';

/** The type of the values that the driver returns for each type of PostgreSQL, by its number; absent: any, as for JSON. */
const typeOf: Readonly<Record<number, string>> = {
  ...{ 16: 'boolean', 17: 'Buffer', 1114: 'Date', 1184: 'Date' },
  ...Object.fromEntries([20, 21, 23, 26, 700, 701].map((id) => [id, 'number'])),
  ...Object.fromEntries([18, 19, 25, 1042, 1043, 1082, 1700, 2950].map((id) => [id, 'string'])),
  ...Object.fromEntries([1005, 1007, 1021, 1022].map((id) => [id, 'number[]'])),
  ...Object.fromEntries([1009, 1015, 1016, 2951].map((id) => [id, 'string[]'])),
};

/** What a row type says that the columns of a result do not, and the other way round. */
function faultsOf(rowType: RowType, fields: readonly pg.FieldDef[]): string[] {
  const found = new Set(fields.map(({ name }) => name));
  const missing = Object.keys(rowType).filter((name) => !found.has(name));
  return [
    ...missing.map((name) => `it has no column ${name}`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const declared = rowType[name];
      if (declared === undefined) return [`the row type lacks the column ${name}`];
      const actual = typeOf[dataTypeID] ?? declared;
      // A buffer is shown as `Buffer<ArrayBufferLike>`.
      return declared === actual || declared.startsWith(`${actual}<`) ? [] : [`${name} is ${actual}, not ${declared}`];
    }),
  ];
}

const rowTypes = inject('rowTypes');
const checkedFile = inject('checkedRows');

/** A place in the code of the statements. The pool passes them on. */
const place = /stores\/postgres\/((?!pool\.ts|watch-pool\.ts)[\w/-]+\.ts:\d+)/;

/** How often each statement is checked in one file of tests: several places may send the same one. */
const checkedTimes = 3;
const checked = new Map<string, number>();

/** Where a statement is sent from, if its row type is to be compared. */
function placeOf(statement: unknown): string | undefined {
  const { text = '' } = typeof statement === 'string' ? { text: statement } : (statement as Partial<pg.QueryConfig>);
  const key = text.replace(/\d+/g, '');
  const times = checked.get(key) ?? 0;
  checked.set(key, times + 1);
  const at = times < checkedTimes ? place.exec(new Error().stack ?? '')?.[1] : undefined;
  return at !== undefined && rowTypes[at] ? at : undefined;
}

type Query = (...args: unknown[]) => unknown;

/** Compares the columns of each result with the row type of its query. The driver calls itself with a callback. */
function checkQueries(prototype: { query: Query }): void {
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args) {
    const result = query.apply(this, args);
    if (!(result instanceof Promise)) return result;
    const at = placeOf(args[0]);
    if (at === undefined) return result;
    return result.then((found: pg.QueryResult) => {
      const faults = faultsOf(rowTypes[at] ?? {}, found.fields);
      if (faults.length > 0) throw new Error(`The row type of the query at ${at} is wrong: ${faults.join('; ')}.`);
      appendFileSync(checkedFile, `${at}\n`);
      return found;
    });
  };
}

checkQueries(pg.Client.prototype as unknown as { query: Query });
checkQueries(pg.Pool.prototype as unknown as { query: Query });
