import { personDocumentIdSql, rosterDocumentIdSql } from '../../../knowledge/rules/identifiers/document-ids.ts';
import { documentKinds } from '../outbox/enqueue.ts';
import { type Client, columnsOf, type Queryable } from '../pool.ts';
import { forgetReceived } from '../usage/received-people.ts';

/** Whether an index may still contain a document: a change of it waits in the outbox, or was rejected. */
const isPending = (kind: number, id: string) => `(
  EXISTS (SELECT 1 FROM outbox o WHERE o.slot IN (0, 1) AND o.kind = ${kind} AND o.id = ${id})
  OR EXISTS (SELECT 1 FROM failed_document f WHERE f.slot IN (0, 1) AND f.kind = ${kind} AND f.id = ${id}))`;

/** Whether an index may still contain the position of this row of `employment`, or a roster with it. */
const isPublished = `(${isPending(documentKinds.employment, personDocumentIdSql)}
  OR ${isPending(documentKinds.roster, rosterDocumentIdSql('e.company_id'))})`;

/**
 * Deletes ended positions that no index contains any more, in the caller's transaction, which holds the lock for writes.
 * @param which selects rows of `employment e`
 */
export async function deleteEnded(client: Client, which: string, values: unknown[]): Promise<number> {
  // Read first: the version of a new position must be higher than those of all deleted ones.
  const { rows } = await client.query<{ company_id: string; person_id: string; version: number }>(
    `SELECT e.company_id, e.person_id, e.version FROM employment e WHERE ${which} AND e.removed AND NOT ${isPublished}`,
    values,
  );
  if (rows.length === 0) return 0;
  const highest = Math.max(...rows.map(({ version }) => version));
  await client.query(
    `SELECT setval('employment_version', greatest($1::bigint + 1, last_value)) FROM employment_version`,
    [highest],
  );
  const pairs = columnsOf(rows, 'company_id', 'person_id');
  await client.query(
    `DELETE FROM employment e USING unnest($1::text[], $2::text[]) w (company_id, person_id)
     WHERE e.company_id = w.company_id AND e.person_id = w.person_id`,
    pairs,
  );
  return rows.length;
}

/** Adds people to those whose ended positions are to be deleted. */
export async function addPendingErasures(client: Client, people: readonly string[]): Promise<void> {
  await client.query('INSERT INTO pending_erasure (person_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    people,
  ]);
}

export async function listPendingErasures(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ person_id: string }>(
    'SELECT person_id FROM pending_erasure ORDER BY person_id',
  );
  return rows.map(({ person_id }) => person_id);
}

/** Deletes what is left of erased people that no index contains any more; returns how many people these are. */
export async function finishErasures(client: Client, people: readonly string[]): Promise<number> {
  await deleteEnded(client, 'e.person_id = ANY($1)', [people]);
  const { rows } = await client.query<{ person_id: string }>(
    `SELECT p.person_id FROM pending_erasure p WHERE p.person_id = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM employment e WHERE e.person_id = p.person_id)`,
    [people],
  );
  const done = [rows.map(({ person_id }) => person_id)];
  await forgetReceived(client, people);
  await client.query('DELETE FROM suppressed_employment WHERE person_id = ANY($1)', done);
  await client.query('DELETE FROM pending_erasure WHERE person_id = ANY($1)', done);
  return rows.length;
}
