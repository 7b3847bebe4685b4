import { personDocumentIdSql } from '../../knowledge/rules/identifiers/document-ids.ts';
import { ending } from './imports/employments.ts';
import { enqueue } from './outbox/enqueue.ts';
import { bumpRosterVersions } from './outbox/rosters.ts';
import { withNestedLoops } from './planner.ts';
import { type Client, columnsOf, type Queryable } from './pool.ts';

export const suppressionChannel = 'orgdex_suppression';

/** A value of one of several opt-outs: `at` is the place of the opt-out in its batch. */
export interface ValueAt {
  at: number;
  value: string;
}

const given = (first: number) => `unnest($${first}::integer[], $${first + 1}::text[]) AS given (at, value)`;

/** Looks up each row of the statement on its own, whatever the planner estimates. */
const lookUp = (select: string) => `CROSS JOIN LATERAL (${select} OFFSET 0) found`;

const recordOfHash = `SELECT p.person_id FROM contact_hash h CROSS JOIN LATERAL (
  SELECT person_id FROM person_record WHERE source_id = h.source_id AND key = h.key OFFSET 0) p WHERE h.hash = n.value`;

/**
 * The people that the values of each opt-out identify: a person id or its alias, a slug, or the hash of a contact. People who
 * were removed before are found too.
 */
export async function findPeople(
  client: Client,
  values: readonly ValueAt[],
  slugs: readonly ValueAt[],
): Promise<ValueAt[]> {
  const { rows } = await client.query<ValueAt>(
    `WITH named AS MATERIALIZED (SELECT * FROM ${given(1)}), slugs AS MATERIALIZED (SELECT * FROM ${given(3)}),
     people AS MATERIALIZED (
       SELECT at, value AS person_id FROM named WHERE value NOT LIKE '%:%'
       UNION SELECT at, person_id FROM named n ${lookUp('SELECT person_id FROM person_alias WHERE id = n.value')}
       UNION SELECT at, person_id FROM slugs n ${lookUp('SELECT person_id FROM person_slug WHERE slug = n.value')}
       UNION SELECT at, person_id FROM named n ${lookUp(recordOfHash)}
       UNION SELECT at, person_id FROM named n ${lookUp('SELECT person_id FROM removed_handle WHERE handle = n.value')})
     SELECT at, person_id AS value FROM people
     UNION SELECT at, id FROM people p ${lookUp('SELECT id FROM person_alias WHERE person_id = p.person_id')}`,
    [...columnsOf(values, 'at', 'value'), ...columnsOf(slugs, 'at', 'value')],
  );
  return rows;
}

/** All slugs, in pages. */
export async function* readSlugs(database: Queryable): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await database.query<{ slug: string }>(
      'SELECT slug FROM person_slug WHERE slug > $1 ORDER BY slug LIMIT 10000',
      [after],
    );
    const slugs = rows.map(({ slug }) => slug);
    const last = slugs.at(-1);
    if (last === undefined) return;
    yield slugs;
    after = last;
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
  const records = `SELECT p.person_id, s.name AS source, p.key, p.network, p.contacts FROM person_record p
    JOIN source s ON s.id = p.source_id WHERE p.person_id = given.value`;
  const { rows } = await client.query<PersonHandles>(
    `SELECT given.at, found.* FROM ${given(1)} ${lookUp(records)}`,
    columnsOf(people, 'at', 'value'),
  );
  return rows;
}

interface RemovedHandle {
  at: number;
  person_id: string;
  handle: string;
}

/** The handles of those of these people who were removed before. */
export async function readRemovedHandles(client: Client, people: readonly ValueAt[]): Promise<RemovedHandle[]> {
  const handles = 'SELECT person_id, handle FROM removed_handle WHERE person_id = given.value';
  const { rows } = await client.query<RemovedHandle>(
    `SELECT given.at, found.* FROM ${given(1)} ${lookUp(handles)}`,
    columnsOf(people, 'at', 'value'),
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
    columnsOf(handles, 'handle', 'person'),
  );
}

/**
 * Removes people from the database; the outbox removes them from OpenSearch. Returns how many positions each of them lost.
 */
export async function removePeople(client: Client, people: readonly string[]): Promise<Map<string, number>> {
  await withNestedLoops(client, async () => {
    await client.query(
      `DELETE FROM contact_hash h USING (SELECT source_id, key, unnest(contacts) AS hash FROM person_record WHERE person_id = ANY($1)) p
       WHERE h.hash = p.hash AND h.source_id = p.source_id AND h.key = p.key`,
      [people],
    );
    await client.query(
      'DELETE FROM person_slug s USING person_record p WHERE p.person_id = ANY($1) AND s.slug = p.network',
      [people],
    );
  });
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
  const { rows } = await client.query<{ id: string }>(
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
export async function readSuppressed(database: Queryable, after: number): Promise<SuppressedEmployment[]> {
  const { rows } = await database.query<SuppressedEmployment>(
    'SELECT seq, company_id, person_id, lifted FROM suppressed_employment WHERE seq > $1 ORDER BY seq LIMIT 100000',
    [after],
  );
  return rows;
}
