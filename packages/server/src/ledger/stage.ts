import { copyInto, toCopyLine } from './copy.ts';
import type { Client, Queryable } from './pool.ts';

export interface StagedCompany {
  line: number;
  key: string;
  removed: boolean;
  country: string | null;
  observed: string | null;
  claims: string[];
  /** The record in its canonical form, as JSON; empty for a removal. */
  content: string;
  hash: Buffer;
  /** The id that this record would found. */
  candidate: string;
}

export interface StagedPerson {
  line: number;
  key: string;
  removed: boolean;
  observed: string | null;
  /** `key:<source>:<key>`, or an identifier. */
  companyRef: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
  /** Keyed hashes of the contact values: the values themselves have ended before. */
  contacts: string[];
  /** Everything by which an opt-out may name this person. */
  handles: string[];
  hash: Buffer;
  candidate: string;
}

export interface StagedRejection {
  file: string;
  line: number;
  reason: string;
  key: string | null;
}

/** The tables in which a run's rows wait until it is known that the run may go on. */
export const stageOf = (runId: number) => ({
  company: `stage.company_${runId}`,
  person: `stage.person_${runId}`,
  rejection: `stage.rejection_${runId}`,
});

const companyColumns = {
  line: 'bigint',
  key: 'text COLLATE "C"',
  removed: 'boolean',
  country: 'text',
  observed: 'date',
  claims: 'text[] COLLATE "C"',
  content: 'json',
  hash: 'bytea',
  candidate: 'text COLLATE "C"',
};
const personColumns = {
  line: 'bigint',
  key: 'text COLLATE "C"',
  removed: 'boolean',
  observed: 'date',
  company_ref: 'text COLLATE "C"',
  country: 'text',
  position: 'text',
  network: 'text COLLATE "C"',
  levels: 'smallint[]',
  departments: 'smallint[]',
  flags: 'smallint',
  contacts: 'text[] COLLATE "C"',
  handles: 'text[] COLLATE "C"',
  hash: 'bytea',
  candidate: 'text COLLATE "C"',
};
const rejectionColumns = { file: 'text', line: 'bigint', reason: 'text', key: 'text COLLATE "C"' };

const definition = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ');

/** Unlogged: a crash of the database empties them, which a resumed run notices by their count. */
export async function createStage(ledger: Queryable, runId: number): Promise<void> {
  const stage = stageOf(runId);
  await ledger.query(`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.company} (${definition(companyColumns)});
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.person} (${definition(personColumns)});
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.rejection} (${definition(rejectionColumns)});`);
}

export async function dropStage(ledger: Queryable, runId: number): Promise<void> {
  const stage = stageOf(runId);
  await ledger.query(`DROP TABLE IF EXISTS ${stage.company}, ${stage.person}, ${stage.rejection}`);
}

export interface StagedRows {
  companies: StagedCompany[];
  people: StagedPerson[];
  rejections: StagedRejection[];
}

const quoted = (columns: object) => Object.keys(columns).map((name) => `"${name}"`);

const toCompanyLine = (row: StagedCompany): string =>
  toCopyLine([
    row.line,
    row.key,
    row.removed,
    row.country,
    row.observed,
    row.claims,
    row.content,
    row.hash,
    row.candidate,
  ]);

const toPersonLine = (row: StagedPerson): string =>
  toCopyLine([
    ...[row.line, row.key, row.removed, row.observed, row.companyRef, row.country, row.position, row.network],
    ...[row.levels, row.departments, row.flags, row.contacts, row.handles, row.hash, row.candidate],
  ]);

export async function stageRows(client: Client, runId: number, rows: StagedRows): Promise<void> {
  const stage = stageOf(runId);
  await copyInto(client, stage.company, quoted(companyColumns), rows.companies.map(toCompanyLine));
  await copyInto(client, stage.person, quoted(personColumns), rows.people.map(toPersonLine));
  const rejections = rows.rejections.map(({ file, line, reason, key }) => toCopyLine([file, line, reason, key]));
  await copyInto(client, stage.rejection, quoted(rejectionColumns), rejections);
}

/** The last of several rows with one key stands; gives how many gave way. */
export async function dropSuperseded(client: Client, table: string): Promise<number> {
  const { rowCount } = await client.query(`
    DELETE FROM ${table} row USING (SELECT key, max(line) AS line FROM ${table} GROUP BY key HAVING count(*) > 1) last
    WHERE row.key = last.key AND row.line < last.line`);
  return rowCount ?? 0;
}

/** Makes batches by line number fast, and gives the planner its numbers. */
export async function indexStage(client: Client, table: string): Promise<void> {
  await client.query(`CREATE INDEX ON ${table} (line)`);
  await client.query(`ANALYZE ${table}`);
}

/** Rows that wait in the stage; none where there is no stage. */
export async function countStage(client: Client, runId: number): Promise<number> {
  const stage = stageOf(runId);
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [stage.company]);
  if (!rows[0].exists) return 0;
  const counted = await client.query(
    `SELECT (SELECT count(*) FROM ${stage.company}) + (SELECT count(*) FROM ${stage.person}) AS count`,
  );
  return counted.rows[0].count;
}

export async function countLines(client: Client, table: string, after: number, upTo: number): Promise<number> {
  const { rows } = await client.query(`SELECT count(*) FROM ${table} WHERE line > $1 AND line <= $2`, [after, upTo]);
  return rows[0].count;
}

export async function* readRejections(client: Client, runId: number): AsyncGenerator<Omit<StagedRejection, 'key'>[]> {
  for (let skip = 0; ; skip += 10_000) {
    const { rows } = await client.query(
      `SELECT file, line, reason FROM ${stageOf(runId).rejection} ORDER BY ctid LIMIT 10000 OFFSET $1`,
      [skip],
    );
    if (rows.length === 0) return;
    yield rows;
  }
}
