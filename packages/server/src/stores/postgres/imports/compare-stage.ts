import { withNestedLoops, withPlanner } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { estimateRows } from '../status.ts';
import { stageOf } from './stage.ts';

/** What a file contains: a file of one kind does not affect records of the other. */
export type RecordKind = 'company' | 'person';

const countLiving: Record<RecordKind, string> = {
  company: 'SELECT count(*) FROM company_record WHERE source_id = $1 AND NOT removed',
  person: 'SELECT count(*) FROM person_record WHERE source_id = $1',
};

/** The living records of a source, of these kinds. */
export async function countSourceRecords(
  client: Client,
  sourceId: number,
  kinds: readonly RecordKind[],
): Promise<number> {
  const select = `SELECT ${kinds.map((kind) => `(${countLiving[kind]})`).join(' + ')} AS count`;
  return (await queryRow<{ count: number }>(client, select, [sourceId])).count;
}

/** Whether a source has ever had a company record. */
export async function hasCompanyRecords(client: Client, sourceId: number): Promise<boolean> {
  const select = 'SELECT EXISTS (SELECT 1 FROM company_record WHERE source_id = $1) AS any';
  return (await queryRow<{ any: boolean }>(client, select, [sourceId])).any;
}

/** Looking up a record costs about as much as reading this many in sequence. */
const rowsPerLookup = 50;

/** A delta is looked up row by row; a full file is compared with the whole table at once. */
async function withComparison<T>(client: Client, staged: number, work: () => Promise<T>): Promise<T> {
  const stored = (await estimateRows(client, 'company_record')) ?? 0;
  if (staged * rowsPerLookup < stored) return withNestedLoops(client, work);
  return withPlanner(client, { work_mem: '128MB' }, work);
}

const countRows = async (client: Client, table: string): Promise<number> =>
  (await queryRow<{ count: number }>(client, `SELECT count(*) AS count FROM ${table}`)).count;

/** Stores which staged companies differ from the database; returns how many do not. */
export async function saveDifferences(client: Client, runId: number, sourceId: number): Promise<number> {
  const stage = stageOf(runId);
  const staged = await countRows(client, stage.company);
  await withComparison(client, staged, () =>
    client.query(
      `CREATE UNLOGGED TABLE ${stage.different} AS
       SELECT s.line FROM ${stage.company} s LEFT JOIN company_record r ON r.source_id = ${Number(sourceId)} AND r.key = s.key
       WHERE CASE WHEN s.removed THEN r.key IS NOT NULL AND NOT r.removed
                  ELSE r.key IS NULL OR r.removed OR r.hash <> s.hash END`,
    ),
  );
  return staged - (await countRows(client, stage.different));
}

/**
 * Stages a removal, after the last line read, for each living record that is missing from a full file; returns how
 * many. A rejected row is still in the file, so its earlier record stays. With `unseen`, the companies that can be missing are
 * those whose rows were not recognized.
 */
export async function stageRemovals(
  client: Client,
  runId: number,
  run: { sourceId: number; read: number; kinds: readonly RecordKind[]; unseen: boolean },
): Promise<number> {
  const stage = stageOf(runId);
  const missing = (table: string) => `NOT EXISTS (SELECT 1 FROM ${table} s WHERE s.key = r.key)
    AND NOT EXISTS (SELECT 1 FROM ${stage.rejection} x WHERE x.key = r.key)`;
  const removals: Record<RecordKind, string> = {
    company: `INSERT INTO ${stage.company} (line, key, removed, claims, content, hash, candidate)
      SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '{}', '{}', '', ''
      FROM ${run.unseen ? stage.unseen : 'company_record'} r
      WHERE ${run.unseen ? '$1::integer IS NOT NULL' : 'r.source_id = $1 AND NOT r.removed'} AND ${missing(stage.company)}`,
    person: `INSERT INTO ${stage.person} (line, key, removed, company_ref, country, flags, contacts, handles, hash, candidate)
      SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '', '', 0, '{}', '{}', '', ''
      FROM person_record r WHERE r.source_id = $1 AND ${missing(stage.person)}`,
  };
  let gone = 0;
  for (const kind of run.kinds) {
    const { rowCount } = await client.query(removals[kind], [run.sourceId, run.read]);
    gone += rowCount ?? 0;
  }
  return gone;
}
