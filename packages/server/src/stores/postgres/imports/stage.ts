import { type Client, type Queryable, queryRow } from '../pool.ts';
import { copyInto } from './copy.ts';
import { companyColumns, knownColumns, personColumns, rejectionColumns, type StagedRejection } from './stage-line.ts';

/** The tables that store a run's rows until all safety checks have passed. */
export const stageOf = (runId: number) => ({
  company: `stage.company_${runId}`,
  person: `stage.person_${runId}`,
  rejection: `stage.rejection_${runId}`,
  /** The rows that were recognized by their fingerprints: one row for each step of the input. */
  known: `stage.known_${runId}`,
  /** The records whose rows were not recognized. */
  unseen: `stage.unseen_${runId}`,
  /** In the first import of a source: the lines that are not alone, and the ranges of lines that were written. */
  shared: `stage.shared_${runId}`,
  written: `stage.written_${runId}`,
  /** The same for people, and the companies of those that were written. */
  sharedPeople: `stage.shared_people_${runId}`,
  writtenPeople: `stage.written_people_${runId}`,
  rostered: `stage.rostered_${runId}`,
  /** The lines of companies that differ from the database. */
  different: `stage.different_${runId}`,
});

const definition = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ');

/** The tables are unlogged: a database crash empties them, and a resumed run detects that by their count. */
export async function createStage(database: Queryable, runId: number): Promise<void> {
  const stage = stageOf(runId);
  await database.query(`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.company} (${definition(companyColumns)});
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.person} (${definition(personColumns)});
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.rejection} (${definition(rejectionColumns)});
    CREATE UNLOGGED TABLE IF NOT EXISTS ${stage.known} (${definition(knownColumns)});`);
}

export async function dropStage(database: Queryable, runId: number): Promise<void> {
  const stage = stageOf(runId);
  await database.query(`DROP TABLE IF EXISTS ${Object.values(stage).join(', ')}`);
}

/** Lines in PostgreSQL's COPY text format for each table. */
export interface StageLines {
  companies: Uint8Array;
  people: Uint8Array;
  rejections: Uint8Array;
  known: Uint8Array;
}

const quoted = (columns: object) => Object.keys(columns).map((name) => `"${name}"`);

export async function stageLines(client: Client, runId: number, lines: StageLines): Promise<void> {
  const stage = stageOf(runId);
  await copyInto(client, stage.company, quoted(companyColumns), lines.companies);
  await copyInto(client, stage.person, quoted(personColumns), lines.people);
  await copyInto(client, stage.rejection, quoted(rejectionColumns), lines.rejections);
  await copyInto(client, stage.known, quoted(knownColumns), lines.known);
}

/** If a crash undoes a step, the run reads it again, so the commit need not wait for the disk. */
export const commitLater = (client: Client) => client.query('SET LOCAL synchronous_commit = off');

/** If several rows have the same key, keeps the last one; returns how many were deleted. */
export async function dropSuperseded(client: Client, table: string): Promise<number> {
  const { rowCount } = await client.query(`
    DELETE FROM ${table} row USING (SELECT key, max(line) AS line FROM ${table} GROUP BY key HAVING count(*) > 1) last
    WHERE row.key = last.key AND row.line < last.line`);
  return rowCount ?? 0;
}

/** Adds an index on the line number for fast batches, and updates the planner statistics. */
export async function indexStage(client: Client, table: string): Promise<void> {
  await client.query(`CREATE INDEX ON ${table} (line)`);
  await client.query(`ANALYZE ${table}`);
}

/** The number of staged and rejected rows, and of steps with recognized rows; 0 if there is no stage. */
export async function countStage(client: Client, runId: number): Promise<number> {
  const stage = stageOf(runId);
  const found = 'SELECT to_regclass($1) IS NOT NULL AS exists';
  if (!(await queryRow<{ exists: boolean }>(client, found, [stage.company])).exists) return 0;
  const { count } = await queryRow<{ count: number }>(
    client,
    `SELECT (SELECT count(*) FROM ${stage.company}) + (SELECT count(*) FROM ${stage.person})
       + (SELECT count(*) FROM ${stage.rejection}) + (SELECT count(*) FROM ${stage.known}) AS count`,
  );
  return count;
}

/** The next lines of a table that form a batch, none after `last`; undefined: there are no more. */
export async function nextBatch(
  client: Client,
  table: string,
  { after, last, size }: { after: number; last: number; size: number },
): Promise<{ upTo: number; lines: number } | undefined> {
  const batch = await queryRow<{ upTo: number; lines: number }>(
    client,
    `SELECT max(line) AS "upTo", count(*)::integer AS lines
     FROM (SELECT line FROM ${table} WHERE line > $1 AND line <= $2 ORDER BY line LIMIT $3) batch`,
    [after, last, size],
  );
  return batch.lines > 0 ? batch : undefined;
}

/** Blocks of the table that are read at a time: about 10,000 rows. */
const readBlocks = 100;

/** The rejected rows in the order of the input, in parts of consecutive blocks, so that each block is read once. */
export async function* readRejections(client: Client, runId: number): AsyncGenerator<Omit<StagedRejection, 'key'>[]> {
  const table = stageOf(runId).rejection;
  const { blocks } = await queryRow<{ blocks: number }>(
    client,
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::integer AS blocks`,
    [table],
  );
  for (let from = 0; from < blocks; from += readBlocks) {
    const { rows } = await client.query<Omit<StagedRejection, 'key'>>(
      `SELECT file, line, reason FROM ${table} WHERE ctid >= $1::tid AND ctid < $2::tid ORDER BY ctid`,
      [`(${from},0)`, `(${from + readBlocks},0)`],
    );
    if (rows.length > 0) yield rows;
  }
}
