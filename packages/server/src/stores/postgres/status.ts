import { idSample } from '../../core/id-digits.ts';
import { type ListedRun, listRuns } from './imports/run-list.ts';
import { type Queryable, queryRow } from './pool.ts';

/** A document that OpenSearch rejected three times. */
export interface FailedDocument {
  slot: number;
  kind: number;
  id: string;
  reason: string;
  failed_at: Date;
}

export interface DatabaseStatus {
  contents: Record<CountName, Count>;
  pending: { slot: number; count: BoundedCount }[];
  failed: FailedDocument[];
  failedCount: BoundedCount;
  /** Unfinished runs first, then the latest finished ones. */
  runs: ListedRun[];
}

const shownRuns = 5;
const shownFailed = 3;
const shownCounts = [
  ...(['companies', 'redirects', 'companyRecords', 'people', 'employments', 'waiting', 'suppressed'] as const),
];

/**
 * What an operator wants to know about the database.
 * @param exact reads whole tables instead of estimating
 */
export async function readStatus(database: Queryable, { exact = false } = {}): Promise<DatabaseStatus> {
  const limit = exact ? { limit: Number.MAX_SAFE_INTEGER } : {};
  const pending: DatabaseStatus['pending'] = [];
  for (const slot of [0, 1]) {
    const count = await countUpTo(database, { from: 'outbox WHERE slot = $1', values: [slot], ...limit });
    pending.push({ slot, count });
  }
  const unfinished = await listRuns(database, { ended: false, limit: shownRuns });
  const ended = await listRuns(database, { ended: true, limit: shownRuns });
  return {
    contents: await readContents(database, shownCounts, { exact }),
    pending,
    failed: await listFailed(database, shownFailed),
    failedCount: await countUpTo(database, { from: 'failed_document', ...limit }),
    runs: [...unfinished, ...ended],
  };
}

export async function readVersion(database: Queryable): Promise<string> {
  const select = `SELECT current_setting('server_version') AS version`;
  return (await queryRow<{ version: string }>(database, select)).version;
}

/** The latest failed documents. */
export async function listFailed(database: Queryable, limit: number): Promise<FailedDocument[]> {
  const { rows } = await database.query<FailedDocument>(
    'SELECT slot, kind, id, reason, failed_at FROM failed_document ORDER BY failed_at DESC LIMIT $1',
    [limit],
  );
  return rows;
}

/** A count that stops at a limit. */
export interface BoundedCount {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** Where most counts stop: it takes milliseconds to get there. */
const maxCount = 100_000;

/** Counts rows, up to a limit. */
export async function countUpTo(
  database: Queryable,
  { from, values = [], limit = maxCount }: { from: string; values?: unknown[]; limit?: number },
): Promise<BoundedCount> {
  const { count } = await queryRow<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM (SELECT FROM ${from} LIMIT ${limit}) counted`,
    values,
  );
  return { value: count, relation: count < limit ? 'eq' : 'gte' };
}

/** Tables whose rows PostgreSQL can estimate without reading them. */
export type EstimatedTable = 'company' | 'company_record' | 'person_record' | 'employment' | 'suppression';

/** About how many rows a table has, partitions included; undefined: the rows of a partition were never analyzed. */
export async function estimateRows(database: Queryable, table: EstimatedTable): Promise<number | undefined> {
  const { rows } = await queryRow<{ rows: number | null }>(
    database,
    `SELECT CASE WHEN bool_and(c.reltuples = 0 OR EXISTS (
         SELECT FROM pg_stats s WHERE s.schemaname = c.relnamespace::regnamespace::text AND s.tablename = c.relname))
       THEN sum(c.reltuples)::bigint END AS rows
     FROM pg_class c WHERE c.relkind = 'r'
       AND (c.oid = $1::text::regclass OR c.oid IN (SELECT relid FROM pg_partition_tree($1::text::regclass)))`,
    [table],
  );
  return rows ?? undefined;
}

interface Plan {
  'Plan Rows': number;
}

/** About how many rows a statement would return: what the planner expects, from the statistics of its tables. */
async function estimateResult(database: Queryable, select: string): Promise<number> {
  const row = await queryRow<{ 'QUERY PLAN': [{ Plan: Plan }] }>(database, `EXPLAIN (FORMAT JSON) ${select}`);
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

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
