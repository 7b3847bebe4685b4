import type { Client } from './pool.ts';
import { stageOf } from './stage.ts';

/** Living statements of a source. */
export async function countSource(client: Client, sourceId: number): Promise<number> {
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM company_record WHERE source_id = $1 AND NOT removed)
       + (SELECT count(*) FROM person_record WHERE source_id = $1) AS count`,
    [sourceId],
  );
  return rows[0].count;
}

/**
 * Stages a removal for each living statement that a whole file no longer holds, behind the last line that was read;
 * gives how many. A row that was rejected still is in the file: what it said before stays.
 */
export async function stageGone(
  client: Client,
  runId: number,
  run: { sourceId: number; read: number },
): Promise<number> {
  const stage = stageOf(runId);
  const values = [run.sourceId, run.read];
  const missing = (table: string) => `NOT EXISTS (SELECT 1 FROM ${table} s WHERE s.key = r.key)
    AND NOT EXISTS (SELECT 1 FROM ${stage.rejection} x WHERE x.key = r.key)`;
  const companies = await client.query(
    `INSERT INTO ${stage.company} (line, key, removed, claims, content, hash, candidate)
     SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '{}', '{}', '', ''
     FROM company_record r WHERE r.source_id = $1 AND NOT r.removed AND ${missing(stage.company)}`,
    values,
  );
  const people = await client.query(
    `INSERT INTO ${stage.person} (line, key, removed, company_ref, country, flags, contacts, handles, hash, candidate)
     SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '', '', 0, '{}', '{}', '', ''
     FROM person_record r WHERE r.source_id = $1 AND ${missing(stage.person)}`,
    values,
  );
  return (companies.rowCount ?? 0) + (people.rowCount ?? 0);
}
