import { storeValues } from '../opt-outs.ts';
import { type Client, columnsOf, type Queryable } from '../pool.ts';
import { removePeople } from '../suppression.ts';
import { addPendingErasures } from './ended-positions.ts';

interface ErasedRecord {
  source: string;
  key: string;
  company_ref: string;
}

/** The records of these people, and how each names its company. */
export async function readErasedRecords(client: Client, people: readonly string[]): Promise<ErasedRecord[]> {
  const { rows } = await client.query<ErasedRecord>(
    `SELECT s.name AS source, p.key, p.company_ref FROM person_record p JOIN source s ON s.id = p.source_id
     WHERE p.person_id = ANY($1)`,
    [people],
  );
  return rows;
}

/**
 * Removes people from the database and keeps only keyed hashes of their values. Their positions stay without content until no index
 * contains them.
 * @param values keyed hashes
 */
export async function erasePeople(
  client: Client,
  values: readonly string[],
  people: readonly string[],
): Promise<number> {
  const removed = await removePeople(client, people);
  // No opt-out owns the hashes: lifting one does not undo an erasure.
  await storeValues(
    client,
    values.map((value) => ({ id: '', value })),
  );
  await client.query('DELETE FROM suppression WHERE value = ANY($1)', [people]);
  await client.query('DELETE FROM opt_out_value WHERE value = ANY($1)', [people]);
  await client.query('DELETE FROM removed_handle WHERE person_id = ANY($1) OR handle = ANY($1)', [people]);
  await client.query('DELETE FROM person_alias WHERE id = ANY($1) OR person_id = ANY($1)', [people]);
  await addPendingErasures(client, people);
  return [...removed.values()].reduce((sum, positions) => sum + positions, 0);
}

/** Deletes references to companies that no person has any more. `keys` are what the descriptions among them depend on. */
export async function dropUnusedReferences(
  client: Client,
  references: readonly { ref: string; keys: readonly string[] }[],
): Promise<void> {
  const { rows } = await client.query<{ company_ref: string }>(
    `DELETE FROM person_reference r USING unnest($1::text[]) w (company_ref)
     WHERE r.company_ref = w.company_ref AND NOT EXISTS (SELECT 1 FROM person_record p WHERE p.company_ref = w.company_ref)
     RETURNING r.company_ref`,
    [references.map(({ ref }) => ref)],
  );
  const dropped = new Set(rows.map(({ company_ref }) => company_ref));
  const pairs = references.flatMap(({ ref, keys }) => (dropped.has(ref) ? keys.map((value) => ({ value, ref })) : []));
  await client.query(
    `DELETE FROM described_key d USING unnest($1::text[], $2::text[]) w (value, company_ref)
     WHERE d.value = w.value AND d.company_ref = w.company_ref`,
    columnsOf(pairs, 'value', 'ref'),
  );
}

/** The ids of all people, in pages. */
export async function* readPersonIds(database: Queryable): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await database.query<{ person_id: string }>(
      'SELECT DISTINCT person_id FROM person_record WHERE person_id > $1 ORDER BY person_id LIMIT 10000',
      [after],
    );
    if (rows.length === 0) return;
    yield rows.map(({ person_id }) => person_id);
    after = rows.at(-1)?.person_id ?? '';
  }
}
