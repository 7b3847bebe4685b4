import { idSample } from '../../core/id-digits.ts';
import { countUpTo, type EstimatedTable, estimateResult, estimateRows } from './estimates.ts';
import { type Queryable, queryRow } from './pool.ts';

/** What is counted: the rows of a table that meet a condition. */
const counted = {
  companies: { table: 'company', where: 'redirect_to IS NULL' },
  redirects: { table: 'company', where: 'redirect_to IS NOT NULL' },
  companyRecords: { table: 'company_record', where: 'NOT removed' },
  employments: { table: 'employment', where: 'NOT removed' },
  waiting: { table: 'person_record', where: 'company_id IS NULL' },
  suppressed: { table: 'suppression', where: 'true' },
} as const satisfies Record<string, { table: EstimatedTable; where: string }>;

export type CountName = keyof typeof counted | 'people';

/** A number of rows, exact or estimated. */
export interface Count {
  readonly value: number;
  readonly estimated: boolean;
}

/** Above this estimate, rows are not counted. */
const countedRows = 200_000;

async function countExactly(database: Queryable, name: CountName): Promise<Count> {
  const from =
    name === 'people'
      ? 'count(DISTINCT person_id) AS value FROM employment WHERE NOT removed'
      : `count(*) AS value FROM ${counted[name].table} WHERE ${counted[name].where}`;
  const { value } = await queryRow<{ value: number }>(database, `SELECT ${from}`);
  return { value, estimated: false };
}

async function countRoughly(database: Queryable, name: Exclude<CountName, 'people'>): Promise<Count> {
  const { table, where } = counted[name];
  const total = await estimateRows(database, table);
  if (total !== undefined && total > countedRows)
    return { value: await estimateResult(database, `SELECT FROM ${table} WHERE ${where}`), estimated: true };
  // Without an estimate, the table is new, and may already be large: the count stops at the limit.
  const { value, relation } = await countUpTo(database, { from: `${table} WHERE ${where}`, limit: 2 * countedRows });
  if (relation === 'eq') return { value, estimated: false };
  return { value: Math.max(value, await estimateResult(database, `SELECT FROM ${table}`)), estimated: true };
}

/** Enough people for an error of about one percent. */
const sampledPositions = 10_000;

/** Of a large table, counts the people of a sample of ids. */
async function countPeople(database: Queryable): Promise<Count> {
  const positions = await countRoughly(database, 'employments');
  if (!positions.estimated) return countExactly(database, 'people');
  const { below, share } = idSample('p', sampledPositions / Math.max(1, positions.value));
  const { value } = await queryRow<{ value: number }>(
    database,
    `SELECT count(DISTINCT person_id) AS value FROM employment WHERE person_id < $1 AND NOT removed`,
    [below],
  );
  return { value: Math.round(value / share), estimated: true };
}

/** Counts what the database contains. Without `exact`, large tables are not read: their counts are estimates. */
export async function readContents<Name extends CountName>(
  database: Queryable,
  names: readonly Name[],
  { exact = false }: { exact?: boolean } = {},
): Promise<Record<Name, Count>> {
  const counts: [Name, Count][] = [];
  for (const name of names) {
    if (exact) counts.push([name, await countExactly(database, name)]);
    else counts.push([name, await (name === 'people' ? countPeople(database) : countRoughly(database, name))]);
  }
  return Object.fromEntries(counts) as Record<Name, Count>;
}
