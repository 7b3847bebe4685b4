import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf, inTransaction, type Queryable, queryRow } from '../pool.ts';
import { temp } from './batch-tables.ts';

/** How the company of a description was found. */
export type LinkWay = 'domain' | 'name' | 'score';

export interface DescriptionLink {
  ref: string;
  company: string | null;
  way: LinkWay | null;
}

/** The company that an identifier finds, and whether others claim it too. */
export interface Identified {
  company: string;
  isShared: boolean;
}

/** The company that each of these identifiers finds. */
export async function readIdentified(
  database: Queryable,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, Identified>> {
  const { rows } = await database.query<{ identifier: string; company_id: string; claimants: number }>(
    `SELECT w.identifier, i.company_id, i.claimants FROM unnest($1::text[]) w (identifier) CROSS JOIN LATERAL (
       SELECT i.company_id, i.claimants FROM identifier i
       WHERE i.identifier = w.identifier AND i.company_id IS NOT NULL OFFSET 0) i`,
    [identifiers],
  );
  return new Map(
    rows.map(({ identifier, company_id, claimants }) => [identifier, { company: company_id, isShared: claimants > 1 }]),
  );
}

/** The domains that the records of each company claim. */
export async function readDomainsOf(
  database: Queryable,
  companies: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await database.query<{ id: string; domains: string[] }>(
    `SELECT w.id, array_agg(DISTINCT substr(c.claim, 6)) AS domains FROM unnest($1::text[]) w (id)
     CROSS JOIN LATERAL (
       SELECT r.claims FROM company_record r WHERE r.company_id = w.id AND NOT r.hidden OFFSET 0) r
     CROSS JOIN LATERAL unnest(r.claims) c (claim) WHERE c.claim LIKE 'fqdn:%' GROUP BY w.id`,
    [companies],
  );
  return new Map(rows.map(({ id, domains }) => [id, domains]));
}

/** The descriptions of the batch that no earlier record has. Others were resolved, and follow every change. */
export async function readNewDescriptions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ company_ref: string }>(
    `SELECT w.company_ref FROM (
       SELECT DISTINCT company_ref FROM ${temp.person}
       WHERE action IN ('new', 'change') AND company_ref LIKE 'described:%' OFFSET 0) w
     LEFT JOIN LATERAL (
       SELECT true AS known FROM person_reference p WHERE p.company_ref = w.company_ref OFFSET 0) p ON true
     WHERE p.known IS NULL`,
  );
  return rows.map(({ company_ref }) => company_ref);
}

/** Stores new descriptions, their companies, and what they depend on. */
export async function saveDescriptions(
  client: Client,
  links: readonly DescriptionLink[],
  keys: readonly { value: string; ref: string }[],
): Promise<void> {
  await client.query(
    `INSERT INTO person_reference (company_ref, company_id, way)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    columnsOf(links, 'ref', 'company', 'way'),
  );
  await client.query(
    `INSERT INTO described_key (value, company_ref) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    columnsOf(keys, 'value', 'ref'),
  );
}

export async function hasDescriptions(client: Client): Promise<boolean> {
  const { any } = await queryRow<{ any: boolean }>(client, 'SELECT EXISTS (SELECT 1 FROM described_key) AS any');
  return any;
}

/** The descriptions that depend on a domain that now finds another company, or on one of these names. */
export async function readAffectedDescriptions(client: Client, nameHashes: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ company_ref: string }>(
    `SELECT DISTINCT d.company_ref FROM (
       SELECT identifier AS value FROM ${temp.changed_identifier} WHERE identifier LIKE 'fqdn:%'
       UNION SELECT unnest($1::text[])) w
     CROSS JOIN LATERAL (SELECT d.company_ref FROM described_key d WHERE d.value = w.value OFFSET 0) d`,
    [nameHashes],
  );
  return rows.map(({ company_ref }) => company_ref);
}

/** Passes the companies of descriptions on to the people who have them. */
export async function moveDescriptions(client: Client, links: readonly DescriptionLink[]): Promise<void> {
  const refs = links.map(({ ref }) => ref);
  await client.query(
    `INSERT INTO ${temp.reference} (company_ref, company_id) SELECT * FROM unnest($1::text[], $2::text[])`,
    [refs, links.map(({ company }) => company)],
  );
  await withNestedLoops(client, () =>
    client.query(
      `UPDATE person_reference p SET way = w.way FROM unnest($1::text[], $2::text[]) w (company_ref, way)
       WHERE p.company_ref = w.company_ref AND p.way IS DISTINCT FROM w.way`,
      [refs, links.map(({ way }) => way)],
    ),
  );
}

/** Whether a run has people whose company is described, and whether any of these descriptions has a name. */
export const readStagedDescriptions = (client: Client, table: string) =>
  queryRow<{ any: boolean; named: boolean }>(
    client,
    `SELECT count(*) > 0 AS any, coalesce(bool_or(company_ref NOT LIKE '%:'), false) AS named
     FROM ${table} WHERE company_ref LIKE 'described:%'`,
  );

/** How the people of a run whose company is described are linked: way → rows, `none` for those who are not. */
export async function countLinks(
  client: Client,
  { table, sourceId }: { table: string; sourceId: number },
): Promise<Record<string, number>> {
  const { rows } = await inTransaction(client, () =>
    withNestedLoops(client, () =>
      client.query<{ way: string; rows: number }>(
        `SELECT coalesce(p.way, 'none') AS way, count(*) AS rows FROM (
           SELECT key, company_ref FROM ${table} WHERE company_ref LIKE 'described:%' OFFSET 0) s
         JOIN person_record r ON r.source_id = $1 AND r.key = s.key AND r.company_ref = s.company_ref
         JOIN person_reference p ON p.company_ref = r.company_ref GROUP BY 1 ORDER BY 1`,
        [sourceId],
      ),
    ),
  );
  return Object.fromEntries(rows.map(({ way, rows: count }) => [way, count]));
}

/** A name of each company, to show which one is meant. */
export async function readCompanyNames(
  database: Queryable,
  companies: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; name: string }>(
    `SELECT DISTINCT ON (r.company_id) r.company_id AS id, r.content->>'name' AS name FROM company_record r
     WHERE r.company_id = ANY($1) AND NOT r.hidden AND r.content->>'name' IS NOT NULL ORDER BY r.company_id, r.seq`,
    [companies],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
