import { personDocumentIdSql } from '../rules/identifiers/document-ids.ts';
import { ending } from './imports/employments.ts';
import { enqueue } from './outbox/enqueue.ts';
import { bumpRosterVersions } from './outbox/rosters.ts';
import type { Client, Queryable } from './pool.ts';

export const suppressionChannel = 'orgdex_suppression';

/** The people that these values identify: a person id or its alias, a slug, or a contact hash. */
export async function findPeople(
  client: Client,
  values: readonly string[],
  slugs: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT unnest($1::text[]) AS id
     UNION SELECT person_id FROM person_alias WHERE id = ANY($1)
     UNION SELECT person_id FROM person_slug WHERE slug = ANY($2)
     UNION SELECT p.person_id FROM contact_hash h
       JOIN person_record p ON p.source_id = h.source_id AND p.key = h.key WHERE h.hash = ANY($1)`,
    [values, slugs],
  );
  const ids = rows.map((row) => row.id as string).filter((id) => !id.includes(':'));
  const aliases = await client.query('SELECT id FROM person_alias WHERE person_id = ANY($1)', [ids]);
  return [...new Set([...ids, ...aliases.rows.map((row) => row.id as string)])];
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

/** The other values that could identify these people in a later import: slugs, contact hashes and record keys. */
export async function readHandles(client: Client, people: readonly string[]) {
  const { rows } = await client.query(
    `SELECT DISTINCT s.name AS source, p.key, p.network, p.contacts FROM person_record p JOIN source s ON s.id = p.source_id
     WHERE p.person_id = ANY($1)`,
    [people],
  );
  return rows as { source: string; key: string; network: string | null; contacts: string[] }[];
}

/** Returns those of these ids that belong to someone outside `people`. */
export async function readOthers(
  client: Client,
  ids: readonly string[],
  people: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query(
    'SELECT DISTINCT person_id FROM person_record WHERE person_id = ANY($1) AND NOT person_id = ANY($2)',
    [ids, people],
  );
  return new Set(rows.map((row) => row.person_id));
}

/** Stores the opt-out and removes the people from the ledger. The outbox removes them from the engine. */
export async function suppressPeople(
  client: Client,
  values: readonly string[],
  people: readonly string[],
): Promise<number> {
  await client.query('INSERT INTO suppression (value) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    [...values, ...people],
  ]);
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
  const ended = await client.query(`UPDATE employment SET ${ending} WHERE person_id = ANY($1) AND NOT removed`, [
    people,
  ]);
  await client.query(
    `INSERT INTO suppressed_employment (company_id, person_id) SELECT company_id, person_id FROM employment WHERE person_id = ANY($1)
     ON CONFLICT DO NOTHING`,
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
  return ended.rowCount ?? 0;
}

export async function knownSuppressions(ledger: Queryable, values: readonly string[]): Promise<Set<string>> {
  const { rows } = await ledger.query('SELECT value FROM suppression WHERE value = ANY($1)', [values]);
  return new Set(rows.map((row) => row.value));
}

export interface SuppressedEmployment {
  seq: number;
  company_id: string;
  person_id: string;
}

/** Writers take turns, so `seq` follows the commit order and no lower number appears later. */
export async function readSuppressed(ledger: Queryable, after: number): Promise<SuppressedEmployment[]> {
  const { rows } = await ledger.query(
    'SELECT seq, company_id, person_id FROM suppressed_employment WHERE seq > $1 ORDER BY seq LIMIT 100000',
    [after],
  );
  return rows;
}

/** How many values of each kind one opt-out added to the list. */
export interface StoredOptOut {
  /** Exact to the microsecond: the place of the opt-out in the list. */
  at: string;
  people: number;
  emails: number;
  phones: number;
  profiles: number;
}

/** Opt-outs, newest first. The values of one opt-out were stored by one transaction, so they share its time. */
export async function listOptOuts(
  ledger: Queryable,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredOptOut[]> {
  const counted = (kind: string) => `count(*) FILTER (WHERE value LIKE '${kind}:%')`;
  const { rows } = await ledger.query<StoredOptOut>(
    `SELECT to_char(made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
       count(*) FILTER (WHERE value NOT LIKE '%:%' OR value LIKE 'person:%') AS people, ${counted('email')} AS emails, ${counted('phone')} AS phones,
       ${counted('network')} AS profiles
     FROM suppression WHERE ($1::timestamptz IS NULL OR made_at < $1) GROUP BY made_at ORDER BY made_at DESC LIMIT $2`,
    [before ?? null, limit],
  );
  return rows;
}
