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

/** Stages a removal for each living statement that a whole file no longer holds; gives how many. */
export async function stageGone(client: Client, runId: number, sourceId: number): Promise<number> {
  const stage = stageOf(runId);
  const last = await client.query(
    `SELECT greatest((SELECT max(line) FROM ${stage.company}), (SELECT max(line) FROM ${stage.person}), 0) AS line`,
  );
  const companies = await client.query(
    `INSERT INTO ${stage.company} (line, key, removed, claims, content, hash, candidate)
     SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '{}', '{}', '', ''
     FROM company_record r WHERE r.source_id = $1 AND NOT r.removed
       AND NOT EXISTS (SELECT 1 FROM ${stage.company} s WHERE s.key = r.key)`,
    [sourceId, last.rows[0].line],
  );
  const people = await client.query(
    `INSERT INTO ${stage.person} (line, key, removed, company_ref, country, flags, contacts, handles, hash, candidate)
     SELECT $2::bigint + row_number() OVER (ORDER BY r.key), r.key, true, '', '', 0, '{}', '{}', '', ''
     FROM person_record r WHERE r.source_id = $1
       AND NOT EXISTS (SELECT 1 FROM ${stage.person} s WHERE s.key = r.key)`,
    [sourceId, last.rows[0].line],
  );
  return (companies.rowCount ?? 0) + (people.rowCount ?? 0);
}
