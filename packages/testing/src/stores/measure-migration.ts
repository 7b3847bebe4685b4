import type { Client } from '../../../server/src/stores/postgres/pool.ts';
import type { TableLock } from '../../../server/src/stores/postgres/schema/migrations.ts';

/** What PostgreSQL does in a migration to the tables that exist before it. */
export interface Measured {
  /** Tables that others cannot use, or whose changed rows they cannot change, until the migration ends. */
  readonly locks: readonly TableLock[];
  /** Tables of which every row is read or written. */
  readonly read: readonly string[];
  /** What processes of the previous version use, and lose. */
  readonly lost: readonly string[];
}

/** Partitions have the name of their table. A scan is counted even if the table is empty, and a rewrite makes a new file. */
const tables = `
  SELECT oid, coalesce(pg_partition_root(oid), oid)::regclass::text AS name, relfilenode AS file,
    pg_stat_get_xact_numscans(oid) AS scans
  FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`;

interface TableState {
  oid: number;
  name: string;
  file: number;
  scans: number;
}

const columns = `
  SELECT c.relname || '.' || a.attname AS name, c.relname AS table, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS required, a.atthasdef OR a.attidentity <> '' AS filled
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace`;

interface Column {
  name: string;
  table: string;
  type: string;
  required: boolean;
  filled: boolean;
}

/** Weakest first. The weaker ones block neither reads nor writes of other rows. */
const lockModes = ['RowExclusive', 'Share', 'ShareRowExclusive', 'Exclusive', 'AccessExclusive'];
const heldLocks = `
  SELECT relation AS oid, regexp_replace(mode, 'Lock$', '') AS mode FROM pg_locks
  WHERE pid = pg_backend_pid() AND locktype = 'relation'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** `AccessExclusive` → `ACCESS EXCLUSIVE` */
const toLockName = (mode: string): string => mode.replaceAll(/(?<!^)([A-Z])/g, ' $1').toUpperCase();

/** What was done to the partitions of a table, or to the table. */
function workOf(before: readonly TableState[], after: ReadonlyMap<number, TableState>): TableLock['work'] {
  const changes = before.map(({ oid, file, scans }) => {
    const now = after.get(oid);
    return { isNew: now !== undefined && now.file !== file, isScanned: now !== undefined && now.scans > scans };
  });
  if (changes.some(({ isNew }) => isNew)) return 'rewrite';
  return changes.some(({ isScanned }) => isScanned) ? 'scan' : 'catalog';
}

/** Columns that are gone or different, and new ones that the previous version does not fill. */
function lostColumns(before: readonly Column[], after: readonly Column[]): string[] {
  const now = new Map(after.map((column) => [column.name, column]));
  const known = new Map(before.map((column) => [column.name, column]));
  const existing = new Set(before.map(({ table }) => table));
  const isLost = ({ name, type, required }: Column) => {
    const column = now.get(name);
    return !column || column.type !== type || (column.required && !required);
  };
  const isUnfilled = ({ name, table, required, filled }: Column) =>
    existing.has(table) && !known.has(name) && required && !filled;
  return [...before.filter(isLost), ...after.filter(isUnfilled)].map(({ name }) => name).sort();
}

/** Runs a migration in a transaction, which the caller began and ends, and returns what PostgreSQL did. */
export async function measureMigration(client: Client, sql: string): Promise<Measured> {
  const { rows: before } = await client.query<TableState>(tables);
  const { rows: columnsBefore } = await client.query<Column>(columns);
  await client.query(sql);
  const { rows: held } = await client.query<{ oid: number; mode: string }>(heldLocks);
  const after = new Map((await client.query<TableState>(tables)).rows.map((table) => [table.oid, table]));
  const lost = lostColumns(columnsBefore, (await client.query<Column>(columns)).rows);

  const locks: TableLock[] = [];
  const read: string[] = [];
  for (const [table, parts] of Map.groupBy(before, ({ name }) => name)) {
    const oids = new Set(parts.map(({ oid }) => oid));
    const work = workOf(parts, after);
    const strongest = Math.max(...held.filter(({ oid }) => oids.has(oid)).map(({ mode }) => lockModes.indexOf(mode)));
    if (work !== 'catalog') read.push(table);
    if (strongest > 0) locks.push({ table, lock: toLockName(lockModes[strongest] as string), work });
    else if (strongest === 0 && work === 'scan') locks.push({ table, lock: 'ROW EXCLUSIVE', work: 'rows' });
  }
  return { locks, read, lost };
}

/** Tables that stay small in every installation, so that reading all their rows takes no time. */
const smallTables: ReadonlySet<string> = new Set([
  ...[
    'account',
    'coverage_report',
    'database_role',
    'decision',
    'generation',
    'installation',
    'migration',
    'name_index',
  ],
  ...['plan', 'source'],
]);

/** Why a migration cannot run while the service is used. */
export const faultsOf = ({ locks, read, lost }: Measured): string[] => [
  ...(locks.length === 0 ? [] : read.filter((table) => !smallTables.has(table))).map(
    (table) => `${table}: handles every row while it locks ${locks.map((one) => one.table).join(' and ')}`,
  ),
  ...lost.map((column) => `${column}: processes of the previous version would fail`),
];
