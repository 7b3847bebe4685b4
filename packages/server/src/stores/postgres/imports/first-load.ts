import { claimSql } from '../../../knowledge/rules/identifiers/claims.ts';
import { insertAloneIdentifiers } from '../identity/identifiers.ts';
import { withPlanner } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { firstSeq } from './company-batch.ts';
import { stageOf } from './stage.ts';

/**
 * The first import of a source writes most of its records at once: those that share no identifier with any other record, so
 * that no identity must be resolved. The rest is applied like any other import.
 */
export interface AloneRange {
  sourceId: number;
  runId: number;
  after: number;
  upTo: number;
}

/** Where others follow up on new companies: what is published, referred to by people, indexed by name, and matched. */
const followers = ['generation', 'person_reference', 'name_index', 'match_state'];

/** Whether new companies need no follow-up. */
export async function isUnreported(client: Client): Promise<boolean> {
  const any = followers.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
  const { unreported } = await queryRow<{ unreported: boolean }>(client, `SELECT NOT (${any}) AS unreported`);
  return unreported;
}

/** The tables of the first load: which lines are not alone, and which ranges were written. */
export async function prepareFirstLoad(client: Client, runId: number): Promise<void> {
  const stage = stageOf(runId);
  const claims = `SELECT line, ${claimSql.identifiersOf('claims')} AS identifier FROM ${stage.company} WHERE NOT removed`;
  await withPlanner(client, { work_mem: '128MB' }, () =>
    client.query(
      `CREATE UNLOGGED TABLE ${stage.shared} AS SELECT line FROM ${stage.company} WHERE removed
       UNION SELECT c.line FROM (${claims}) c
       JOIN (SELECT identifier FROM (${claims}) c GROUP BY 1 HAVING count(*) > 1) d ON d.identifier = c.identifier`,
    ),
  );
  await client.query(`CREATE INDEX ON ${stage.shared} (line)`);
  await client.query(`ANALYZE ${stage.shared}`);
  await client.query(`CREATE UNLOGGED TABLE ${stage.written} (up_to bigint PRIMARY KEY, rows bigint NOT NULL)`);
}

/** The ends of the ranges that a table lists, and how many records they had. */
export async function readWritten(client: Client, written: string): Promise<Map<number, number>> {
  const { rows } = await client.query<{ up_to: number; rows: number }>(`SELECT * FROM ${written}`);
  return new Map(rows.map((row) => [row.up_to, row.rows]));
}

/** Leaves the lines of a range to the usual way. */
export const shareRange = (
  client: Client,
  { table, shared }: { table: string; shared: string },
  { after, upTo }: AloneRange,
) =>
  client.query(
    `INSERT INTO ${shared} SELECT line FROM ${table} s WHERE line > $1 AND line <= $2
     AND NOT EXISTS (SELECT FROM ${shared} x WHERE x.line = s.line)`,
    [after, upTo],
  );

const aloneIn = (runId: number) => `${stageOf(runId).company} s WHERE s.line > $1 AND s.line <= $2
  AND NOT EXISTS (SELECT FROM ${stageOf(runId).shared} x WHERE x.line = s.line)`;

/** Records that share an identifier with a record of another source are not alone. Returns whether there are other sources. */
async function shareWithOthers(client: Client, { runId, sourceId, after, upTo }: AloneRange): Promise<boolean> {
  const { any } = await queryRow<{ any: boolean }>(
    client,
    `SELECT EXISTS (SELECT FROM company_record WHERE source_id < $1) OR EXISTS (SELECT FROM company_record WHERE source_id > $1) AS any`,
    [sourceId],
  );
  if (!any) return false;
  await client.query(
    `INSERT INTO ${stageOf(runId).shared} SELECT DISTINCT c.line
     FROM (SELECT s.line, ${claimSql.identifiersOf('s.claims')} AS identifier FROM ${aloneIn(runId)} OFFSET 0) c
     CROSS JOIN LATERAL (SELECT FROM claim x WHERE x.identifier = c.identifier LIMIT 1) x`,
    [after, upTo],
  );
  return true;
}

/** Writes the records of a range that are alone, each as a company of its own; returns how many. In the order of the indexes. */
async function insertAlone(client: Client, { runId, sourceId, after, upTo }: AloneRange): Promise<number> {
  const alone = aloneIn(runId);
  const { rowCount } = await client.query(
    `INSERT INTO company_record (source_id, key, seq, company_id, founded, country, observed, hash, claims, content, run_id)
     SELECT $3, s.key, $4::bigint + s.line, s.candidate, 1, s.country, coalesce(s.observed, current_date), s.hash, s.claims,
       s.content, $5 FROM ${alone} ORDER BY s.key`,
    [after, upTo, sourceId, firstSeq(runId), runId],
  );
  await client.query(
    `INSERT INTO company (id, founder_source, founder_key, founded_seq)
     SELECT s.candidate, $3, s.key, $4::bigint + s.line FROM ${alone} ORDER BY s.candidate`,
    [after, upTo, sourceId, firstSeq(runId)],
  );
  await client.query(
    `INSERT INTO claim (identifier, source_id, key)
     SELECT ${claimSql.identifiersOf('s.claims')} AS identifier, $3, s.key FROM ${alone} ORDER BY identifier`,
    [after, upTo, sourceId],
  );
  return rowCount ?? 0;
}

/** Writes one range, and that it was written, in the caller's transaction. */
export async function writeAlone(client: Client, range: AloneRange): Promise<void> {
  const { runId, after, upTo } = range;
  await withPlanner(client, { work_mem: '64MB' }, async () => {
    const mayExist = await shareWithOthers(client, range);
    const rows = await insertAlone(client, range);
    const select = `SELECT ${claimSql.identifiersOf('s.claims')} AS identifier, s.candidate, 1
      FROM ${aloneIn(runId)} ORDER BY identifier`;
    await insertAloneIdentifiers(client, { select, values: [after, upTo], mayExist });
    await client.query(`INSERT INTO ${stageOf(runId).written} VALUES ($1, $2)`, [upTo, rows]);
  });
}
