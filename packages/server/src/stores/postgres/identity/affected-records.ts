import { OperatorError } from '../../../core/errors/failure.ts';
import { claimSql } from '../../../knowledge/rules/identifiers/claims.ts';
import { temp } from '../imports/batch-tables.ts';
import { enqueueRevivedRosters } from '../outbox/rosters.ts';
import { optimizerFence, withNestedLoops } from '../planner.ts';
import { type Client, columnsOf } from '../pool.ts';

export interface NeighborRow {
  source_id: number;
  source: string;
  /** Identity precedence of its source: smaller wins. */
  precedence: number;
  key: string;
  seq: number;
  company_id: string | null;
  removed: boolean;
  hidden: boolean;
  founded: number;
  claims: string[];
  linked_by: string | null;
  matched_by: string | null;
  /** A record of the batch, which is inserted when its company is known. */
  is_new: boolean;
}

/** An id that was never merged: it is current, or redirects only because of a match. */
export interface CompanyIdRow {
  id: string;
  founder_source: number;
  founder_key: string;
  founded_seq: number;
  founded_nth: number;
  redirect_to: string | null;
}

/**
 * The most records that are resolved together: they are held in memory, about 1 kB each. A cap that left records out
 * would make identity depend on the order of arrival, so too many end the transaction.
 */
const maxRecords = 1_000_000;

/** New records of the batch that share an identifier. All of them are seeds, so none is found in a later round. */
const newRecords = `${temp.company} WHERE action = 'new' AND resolve`;

/** Records of the database that the rounds so far have reached. */
const reachedRecords = `${optimizerFence(temp.record)} b JOIN company_record r ON r.source_id = b.source_id AND r.key = b.key`;

/** The claims of the records of some rounds; `first`: whether the round of the seeds is one of them. */
const claimsOf = ({ rounds, first }: { rounds: string; first: string }) => `
  SELECT r.claims FROM ${reachedRecords}
  WHERE ${rounds}
  UNION ALL SELECT claims FROM ${newRecords} AND ${first}`;

/** The identifiers of the neighborhood that the most records claim. */
async function readWidest(client: Client): Promise<string> {
  const { rows } = await client.query<{ identifier: string; records: number }>(
    `SELECT identifier, count(*) AS records FROM (
       SELECT ${claimSql.identifiersOf('claims')} AS identifier FROM (${claimsOf({ rounds: 'true', first: 'true' })}) r) c
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3`,
  );
  return rows.map(({ identifier, records }) => `${identifier} (${records.toLocaleString('en')} records)`).join(', ');
}

async function failIfTooWide(client: Client, records: number, most: number): Promise<void> {
  if (records <= most) return;
  throw new OperatorError(
    [
      `Identifiers connect more than ${most.toLocaleString('en')} records, which cannot be resolved together. The widest are`,
      `${await readWidest(client)}. If these are placeholders or shared hosts, leave them out of the source; otherwise`,
      'import with a smaller ORGDEX_BATCH_ROWS. This batch changed nothing.',
    ].join(' '),
  );
}

/** Adds the records and identifiers that the last round leads to; returns how many of each. */
async function grow(client: Client, round: number): Promise<{ records: number; identifiers: number }> {
  const records = await client.query(
    `INSERT INTO ${temp.record} (source_id, key, round) SELECT DISTINCT c.source_id, c.key, $1::integer + 1
     FROM ${optimizerFence(temp.identifier)} i JOIN claim c ON c.identifier = i.identifier WHERE i.round = $1
     ON CONFLICT DO NOTHING`,
    [round],
  );
  const identifiers = await client.query(
    `INSERT INTO ${temp.identifier} (identifier, round) SELECT DISTINCT ${claimSql.identifiersOf('claims')}, $1::integer + 1
     FROM (${claimsOf({ rounds: 'b.round IN ($1::integer + 1, CASE WHEN $1 = 0 THEN 0 END)', first: '$1 = 0' })}) r
     ON CONFLICT DO NOTHING`,
    [round],
  );
  return { records: records.rowCount ?? 0, identifiers: identifiers.rowCount ?? 0 };
}

/** Follows identifiers from the seeds until no new one is found. Call it with nested loops. */
async function growAll(client: Client, most: number): Promise<void> {
  let reached = 0;
  for (let round = 0; ; round += 1) {
    const { records, identifiers } = await grow(client, round);
    reached += records;
    await failIfTooWide(client, reached, most);
    if (identifiers === 0) return;
  }
}

// LATERAL with OFFSET 0 forces one lookup per id, whatever the planner estimates.
const unmerged = (which: string) => `
  SELECT c.* FROM unnest($1::text[]) i (id) CROSS JOIN LATERAL (
    SELECT c.id, c.founder_source, c.founder_key, c.founded_seq, c.founded_nth, c.redirect_to
    FROM company c WHERE ${which} AND c.merged_into IS NULL OFFSET 0) c`;

/**
 * The unmerged ids of the companies that the records belong to, and the ids that redirect to those because of a match.
 */
async function readCompanyIds(client: Client, records: readonly NeighborRow[]): Promise<CompanyIdRow[]> {
  const idsOf = (rows: readonly NeighborRow[]) =>
    [...new Set(rows.map(({ company_id }) => company_id))].filter((id) => id !== null);
  const matched = idsOf(records.filter(({ matched_by }) => matched_by !== null));
  return withNestedLoops(client, async () => {
    const living = await client.query<CompanyIdRow>(unmerged('c.id = i.id'), [idsOf(records)]);
    if (matched.length === 0) return living.rows;
    const redirected = await client.query<CompanyIdRow>(unmerged('c.redirect_to = i.id'), [matched]);
    return [...living.rows, ...redirected.rows];
  });
}

/** Every record that a chain of identifiers connects to the seeds, and the current ids of their companies. */
export async function readNeighborhood(
  client: Client,
  most = maxRecords,
): Promise<{ records: NeighborRow[]; standing: CompanyIdRow[] }> {
  const records = await withNestedLoops(client, async () => {
    await growAll(client, most);
    return client.query<NeighborRow>(
      `SELECT r.source_id, s.name AS source, s.identity_precedence AS precedence, r.key, r.seq, r.company_id, r.removed,
         r.hidden, r.founded, r.claims, r.linked_by, r.matched_by, r.is_new
       FROM (
         SELECT r.source_id, r.key, r.seq, r.company_id, r.removed, r.hidden, r.founded, r.claims, r.linked_by, r.matched_by, false AS is_new
         FROM ${reachedRecords}
         UNION ALL SELECT source_id, key, seq, NULL, false, false, 0, claims, NULL, NULL, true FROM ${newRecords}) r
       JOIN source s ON s.id = r.source_id ORDER BY r.seq`,
    );
  });
  return { records: records.rows, standing: await readCompanyIds(client, records.rows) };
}

export interface NewCompany {
  id: string;
  source_id: number;
  key: string;
  seq: number;
  /** How many companies its founder had founded before. */
  nth: number;
}

/** The new target of an id. */
export interface RedirectedId {
  id: string;
  /** Permanent. */
  mergedInto: string | null;
  /** The id that readers follow, permanently or while a match holds; null: the id is current. */
  redirectTo: string | null;
}

export interface LinkChange {
  source_id: number;
  key: string;
  is_new: boolean;
  company_id: string;
  linked_by: string | null;
  matched_by: string | null;
  hidden: boolean;
}

export interface IdentityChanges {
  founded: NewCompany[];
  links: LinkChange[];
  redirected: RedirectedId[];
  refounded: NewCompany[];
  /**
   * For each identifier claimed in the neighborhood: the company that a lookup returns, and how many companies claim
   * it.
   */
  found: ReadonlyMap<string, { company: string; claimants: number }>;
  /** Companies that gained or lost a record. */
  changed: string[];
}

/** Redirects ids, together with all ids merged into them; returns the ids that changed. */
async function saveRedirects(client: Client, redirected: readonly RedirectedId[]): Promise<string[]> {
  if (redirected.length === 0) return [];
  const { rows } = await client.query<{ id: string; revived: boolean }>(
    `WITH redirected AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) t (id, merged_into, redirect_to)),
     named AS (
       SELECT * FROM redirected
       UNION ALL SELECT o.id, coalesce(t.merged_into, t.id), coalesce(t.redirect_to, t.id)
       FROM redirected t CROSS JOIN LATERAL (SELECT o.id FROM company o WHERE o.merged_into = t.id OFFSET 0) o)
     UPDATE company c SET merged_into = n.merged_into, redirect_to = n.redirect_to,
       roster_version = c.roster_version + (c.roster_version > 0)::integer
     FROM named n WHERE c.id = n.id RETURNING c.id, c.redirect_to IS NULL AS revived`,
    columnsOf(redirected, 'id', 'mergedInto', 'redirectTo'),
  );
  const revived = rows.filter((row) => row.revived).map(({ id }) => id);
  if (revived.length > 0) await enqueueRevivedRosters(client, revived);
  return rows.map(({ id }) => id);
}

async function saveFounded(client: Client, founded: readonly NewCompany[]): Promise<void> {
  await client.query(
    `WITH new AS (
       SELECT * FROM unnest($1::text[], $2::smallint[], $3::text[], $4::bigint[], $5::smallint[]) n (id, source_id, key, seq, nth)),
     counted AS (UPDATE company_record r SET founded = founded + 1 FROM new WHERE r.source_id = new.source_id AND r.key = new.key)
     INSERT INTO company (id, founder_source, founder_key, founded_seq, founded_nth) SELECT * FROM new`,
    columnsOf(founded, 'id', 'source_id', 'key', 'seq', 'nth'),
  );
}

/** Keeps the links of new records for their insertion. */
async function keepNewLinks(client: Client, { links, founded }: IdentityChanges): Promise<void> {
  const fresh = links.filter(({ is_new }) => is_new);
  if (fresh.length === 0) return;
  const name = ({ source_id, key }: { source_id: number; key: string }) => `${source_id}:${key}`;
  const founders = new Set(founded.map(name));
  await client.query(
    `INSERT INTO ${temp.link} (key, company_id, linked_by, matched_by, hidden, founded)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::smallint[])`,
    [
      ...columnsOf(fresh, 'key', 'company_id', 'linked_by', 'matched_by', 'hidden'),
      fresh.map((link) => (founders.has(name(link)) ? 1 : 0)),
    ],
  );
}

async function saveLinks(client: Client, links: readonly LinkChange[]): Promise<void> {
  await client.query(
    `UPDATE company_record r
     SET company_id = l.company_id, linked_by = l.linked_by, matched_by = l.matched_by, hidden = l.hidden
     FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[])
       l (source_id, key, company_id, linked_by, matched_by, hidden)
     WHERE r.source_id = l.source_id AND r.key = l.key`,
    columnsOf(links, 'source_id', 'key', 'company_id', 'linked_by', 'matched_by', 'hidden'),
  );
}

async function saveRefounded(client: Client, refounded: readonly NewCompany[]): Promise<void> {
  await client.query(
    `UPDATE company c SET founder_source = f.source_id, founder_key = f.key
     FROM unnest($1::text[], $2::smallint[], $3::text[]) f (id, source_id, key) WHERE c.id = f.id`,
    columnsOf(refounded, 'id', 'source_id', 'key'),
  );
}

/** Writes what identity resolution changed. */
export async function saveIdentity(client: Client, changes: IdentityChanges): Promise<void> {
  const redirected = await withNestedLoops(client, async () => {
    await saveFounded(client, changes.founded);
    await keepNewLinks(client, changes);
    await saveLinks(
      client,
      changes.links.filter(({ is_new }) => !is_new),
    );
    const ids = await saveRedirects(client, changes.redirected);
    await saveRefounded(client, changes.refounded);
    return ids;
  });
  const found = [...changes.found.values()];
  await client.query(
    `INSERT INTO ${temp.found} (identifier, company_id, claimants) SELECT * FROM unnest($1::text[], $2::text[], $3::integer[])`,
    [[...changes.found.keys()], ...columnsOf(found, 'company', 'claimants')],
  );
  await client.query(`INSERT INTO ${temp.changed_company} (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
    [...new Set([...changes.changed, ...redirected])],
  ]);
}
