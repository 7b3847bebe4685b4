import { personDocumentIdSql } from '../rules/identifiers/document-ids.ts';
import { ending } from './imports/employments.ts';
import { enqueue } from './outbox/enqueue.ts';
import { bumpRosterVersions } from './outbox/rosters.ts';
import { withNestedLoops } from './planner.ts';
import type { Client, Queryable } from './pool.ts';

export const suppressionChannel = 'orgdex_suppression';

/** A value of one of several opt-outs: `at` is the place of the opt-out in its batch. */
export interface ValueAt {
  at: number;
  value: string;
}

/** For `unnest`: the places and the values. */
const columnsOf = (pairs: readonly ValueAt[]): [number[], string[]] => [
  pairs.map(({ at }) => at),
  pairs.map(({ value }) => value),
];

const given = (first: number) => `unnest($${first}::integer[], $${first + 1}::text[]) AS given (at, value)`;

/**
 * The people that the values of each opt-out identify: a person id or its alias, a slug, or the hash of a contact. People who
 * were removed before are found too.
 */
export async function findPeople(
  client: Client,
  values: readonly ValueAt[],
  slugs: readonly ValueAt[],
): Promise<ValueAt[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<ValueAt>(
      `WITH named AS MATERIALIZED (SELECT * FROM ${given(1)}), slugs AS MATERIALIZED (SELECT * FROM ${given(3)}),
     found AS MATERIALIZED (
       SELECT at, value AS person_id FROM named WHERE value NOT LIKE '%:%'
       UNION SELECT n.at, a.person_id FROM named n JOIN person_alias a ON a.id = n.value
       UNION SELECT n.at, s.person_id FROM slugs n JOIN person_slug s ON s.slug = n.value
       UNION SELECT n.at, p.person_id FROM named n JOIN contact_hash h ON h.hash = n.value
         JOIN person_record p ON p.source_id = h.source_id AND p.key = h.key
       UNION SELECT n.at, r.person_id FROM named n JOIN removed_handle r ON r.handle = n.value)
     SELECT at, person_id AS value FROM found
     UNION SELECT f.at, a.id FROM found f JOIN person_alias a ON a.person_id = f.person_id`,
      [...columnsOf(values), ...columnsOf(slugs)],
    ),
  );
  return rows;
}

/** All slugs, in pages. */
export async function* readSlugs(ledger: Queryable): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await ledger.query('SELECT slug FROM person_slug WHERE slug > $1 ORDER BY slug LIMIT 10000', [
      after,
    ]);
    if (rows.length === 0) return;
    yield rows.map((row) => row.slug);
    after = rows.at(-1).slug;
  }
}

/** A record of a person, with the values that could identify them in a later import. */
interface PersonHandles {
  at: number;
  person_id: string;
  source: string;
  key: string;
  network: string | null;
  contacts: string[];
}

export async function readHandles(client: Client, people: readonly ValueAt[]): Promise<PersonHandles[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<PersonHandles>(
      `SELECT DISTINCT given.at, p.person_id, s.name AS source, p.key, p.network, p.contacts FROM ${given(1)}
       JOIN person_record p ON p.person_id = given.value JOIN source s ON s.id = p.source_id`,
      columnsOf(people),
    ),
  );
  return rows;
}

/** The handles of those of these people who were removed before. */
export async function readRemovedHandles(
  client: Client,
  people: readonly ValueAt[],
): Promise<{ at: number; person_id: string; handle: string }[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query(
      `SELECT given.at, r.person_id, r.handle FROM ${given(1)} JOIN removed_handle r ON r.person_id = given.value`,
      columnsOf(people),
    ),
  );
  return rows;
}

/** What identified people who are being removed. */
export async function storeRemovedHandles(
  client: Client,
  handles: readonly { person: string; handle: string }[],
): Promise<void> {
  await client.query(
    `INSERT INTO removed_handle (handle, person_id) SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    [handles.map(({ handle }) => handle), handles.map(({ person }) => person)],
  );
}

/**
 * Removes people from the ledger; the outbox removes them from the engine. Returns how many positions each of them lost.
 */
export async function removePeople(client: Client, people: readonly string[]): Promise<Map<string, number>> {
  await client.query(
    `DELETE FROM contact_hash h USING (SELECT source_id, key, unnest(contacts) AS hash FROM person_record WHERE person_id = ANY($1)) p
     WHERE h.hash = p.hash AND h.source_id = p.source_id AND h.key = p.key`,
    [people],
  );
  await client.query(
    'DELETE FROM person_slug s USING person_record p WHERE p.person_id = ANY($1) AND s.slug = p.network',
    [people],
  );
  await client.query('DELETE FROM person_record WHERE person_id = ANY($1)', [people]);
  const ended = await client.query<{ person_id: string }>(
    `UPDATE employment SET ${ending} WHERE person_id = ANY($1) AND NOT removed RETURNING person_id`,
    [people],
  );
  await client.query(
    `INSERT INTO suppressed_employment AS s (company_id, person_id)
     SELECT company_id, person_id FROM employment WHERE person_id = ANY($1)
     ON CONFLICT (company_id, person_id) DO UPDATE SET lifted = false, seq = DEFAULT WHERE s.lifted`,
    [people],
  );
  await enqueue(
    client,
    'employment',
    `SELECT ${personDocumentIdSql} AS id, version, true AS late FROM employment WHERE person_id = ANY($1)`,
    [people],
  );
  await bumpRosterVersions(
    client,
    'SELECT DISTINCT company_id, true AS losing FROM employment WHERE person_id = ANY($1)',
    [people],
  );
  await client.query(`NOTIFY ${suppressionChannel}`);
  const positions = new Map<string, number>();
  for (const { person_id } of ended.rows) positions.set(person_id, (positions.get(person_id) ?? 0) + 1);
  return positions;
}

/** Lets imports and responses contain these people again, unless an opt-out still covers them. */
export async function releasePeople(client: Client, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query(
    `SELECT id FROM unnest($1::text[]) AS given (id) WHERE NOT EXISTS (SELECT FROM suppression WHERE value = id)`,
    [ids],
  );
  const free = [rows.map(({ id }) => id)];
  await client.query('DELETE FROM removed_handle WHERE person_id = ANY($1)', free);
  await client.query(
    `UPDATE suppressed_employment s SET lifted = true, seq = DEFAULT
     FROM employment e WHERE e.person_id = ANY($1) AND s.company_id = e.company_id AND s.person_id = e.person_id AND NOT s.lifted`,
    free,
  );
  await client.query(`NOTIFY ${suppressionChannel}`);
}

export interface SuppressedEmployment {
  seq: number;
  company_id: string;
  person_id: string;
  /** The opt-out was lifted. */
  lifted: boolean;
}

/** Writers take turns, so `seq` follows the commit order and no lower number appears later. */
export async function readSuppressed(ledger: Queryable, after: number): Promise<SuppressedEmployment[]> {
  const { rows } = await ledger.query(
    'SELECT seq, company_id, person_id, lifted FROM suppressed_employment WHERE seq > $1 ORDER BY seq LIMIT 100000',
    [after],
  );
  return rows;
}
