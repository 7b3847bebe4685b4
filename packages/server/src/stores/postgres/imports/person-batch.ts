import { optimizerFence, withNestedLoops } from '../planner.ts';
import { type Client, columnsOf, queryRow } from '../pool.ts';
import { temp } from './batch-tables.ts';
import { type CompanyBatch, firstSeq } from './company-batch.ts';

export type PersonBatch = Omit<CompanyBatch, 'first'>;

/** How late `seen` may be, so that an import of unchanged rows does not write each of them every time. */
const seenAfterDays = 30;

/** The staged rows of the batch: all of them, or those that another table lists. */
const stagedRows = ({ table, lines }: PersonBatch) =>
  lines === table ? `${table} s` : `${lines} d JOIN ${table} s ON s.line = d.line AND d.line > $3 AND d.line <= $4`;

const isSuppressed = `EXISTS (SELECT 1 FROM suppression x
  WHERE x.value = ANY (s.handles || s.candidate || coalesce(r.person_id, s.candidate)))`;
const wasSeenLongAgo = `s.observed IS NULL AND coalesce(r.seen, r.observed) < current_date - ${seenAfterDays}`;

/** The columns of a staged row `s`, compared with the record `r` that the database has. Later steps fill the other columns. */
const compared = {
  line: 's.line',
  key: 's.key',
  action: `CASE WHEN NOT s.removed AND ${isSuppressed} THEN 'suppressed'
    WHEN s.removed THEN CASE WHEN r.key IS NULL THEN 'unchanged' ELSE 'remove' END
    WHEN r.key IS NULL THEN 'new'
    WHEN r.hash = s.hash THEN CASE WHEN ${wasSeenLongAgo} THEN 'seen' ELSE 'unchanged' END
    ELSE 'change' END`,
  observed: 'coalesce(s.observed, CASE WHEN r.hash = s.hash THEN r.observed END, current_date)',
  company_ref: 's.company_ref',
  country: 's.country',
  position: 's.position',
  network: 's.network',
  levels: 's.levels',
  departments: 's.departments',
  flags: 's.flags',
  contacts: 's.contacts',
  hash: 's.hash',
  candidate: 's.candidate',
  seq: 'coalesce(r.seq, $2::bigint + s.line)',
  old_person_id: 'r.person_id',
  old_company_id: 'r.company_id',
  old_network: 'r.network',
  old_contacts: 'r.contacts',
};
const comparedNames = Object.keys(compared).join(', ');
const comparedValues = Object.entries(compared).map(([name, value]) => `${value} AS ${name}`);

/** Compares the staged rows with the database and the opt-outs; returns how many need processing. */
export async function loadPeople(client: Client, batch: PersonBatch): Promise<number> {
  const { rowCount } = await withNestedLoops(client, () =>
    client.query(
      `INSERT INTO ${temp.person} (${comparedNames}) SELECT ${comparedNames} FROM (
         SELECT ${comparedValues.join(', ')}
         FROM ${stagedRows(batch)} LEFT JOIN person_record r ON r.source_id = $1 AND r.key = s.key
         WHERE s.line > $3 AND s.line <= $4) compared WHERE action <> 'unchanged'`,
      [batch.sourceId, firstSeq(batch.runId), batch.after, batch.upTo],
    ),
  );
  if (!rowCount) return 0;
  await client.query(`ANALYZE ${temp.person} (line, key, action, company_ref, network)`);
  return rowCount - (await saveSeen(client, batch));
}

/** Stores that unchanged records were observed again, and returns how many. A record with a date of its source has it already. */
async function saveSeen(client: Client, { sourceId }: PersonBatch): Promise<number> {
  const { rows } = await client.query<{ key: string }>(
    `DELETE FROM ${temp.person} WHERE action = 'seen' RETURNING key`,
  );
  if (rows.length === 0) return 0;
  await withNestedLoops(client, () =>
    client.query(
      `UPDATE person_record r SET seen = current_date FROM unnest($2::text[]) s (key) WHERE r.source_id = $1 AND r.key = s.key`,
      [sourceId, rows.map(({ key }) => key)],
    ),
  );
  return rows.length;
}

interface RefusedRow {
  network: string | null;
  old_network: string | null;
  old_person_id: string | null;
  candidate: string | null;
  opt_outs: string[];
}

/** A row that opt-outs reject: the ids that the person has or would get, and their slugs. */
export interface Refused {
  ids: string[];
  slugs: string[];
  /** The opt-outs that have one of the row's values; an empty id stands for those without a receipt. */
  optOuts: string[];
}

/** An id that now belongs to someone else is not included. */
export async function readRefused(client: Client, { sourceId, table, after, upTo }: PersonBatch): Promise<Refused[]> {
  const { rows } = await client.query<RefusedRow>(
    `SELECT b.network, b.old_network, b.old_person_id, CASE WHEN NOT EXISTS (
       SELECT 1 FROM person_record p WHERE p.person_id = b.candidate AND NOT (p.source_id = $1 AND p.key = b.key)
     ) THEN b.candidate END AS candidate,
     ARRAY(SELECT DISTINCT v.opt_out_id FROM opt_out_value v
       WHERE v.value = ANY (s.handles || s.candidate || coalesce(b.old_person_id, s.candidate))) AS opt_outs
     FROM ${temp.person} b JOIN ${table} s ON s.line = b.line
     WHERE b.action = 'suppressed' AND s.line > $2 AND s.line <= $3`,
    [sourceId, after, upTo],
  );
  const given = (...values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  return rows.map(({ candidate, old_person_id, network, old_network, opt_outs }) => ({
    ids: given(candidate, old_person_id),
    slugs: given(network, old_network),
    optOuts: opt_outs.length > 0 ? opt_outs : [''],
  }));
}

/** Suppresses the other rows of the batch with one of these slugs. */
export async function refuseSlugs(client: Client, slugs: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE ${temp.person} SET action = 'suppressed' WHERE network = ANY($1) AND action IN ('new', 'change')`,
    [slugs],
  );
}

/** Finds the company that each row refers to. If it is not loaded yet, the reference is stored and waits for it. */
export const findCompanies = (client: Client, batch: PersonBatch): Promise<void> =>
  withNestedLoops(client, () => pointAtCompanies(client, batch));

/** Stores references and the companies that they find; `named` selects each company_ref once. */
export async function insertReferences(
  client: Client,
  { sourceId, named, values = [] }: { sourceId: number; named: string; values?: unknown[] },
): Promise<void> {
  const source = `$${values.length + 1}::smallint`;
  await client.query(
    `INSERT INTO person_reference (company_ref, company_id)
     SELECT named.company_ref, coalesce(r.company_id, i.company_id) FROM (${named}) named
     LEFT JOIN company_record r ON r.source_id = ${source} AND named.company_ref LIKE 'key:%'
       AND r.key = substr(named.company_ref, length('key:' || ${source} || ':') + 1)
     LEFT JOIN identifier i ON i.identifier = named.company_ref
     ON CONFLICT DO NOTHING`,
    [...values, sourceId],
  );
}

async function pointAtCompanies(client: Client, { sourceId }: PersonBatch): Promise<void> {
  const named = `SELECT DISTINCT company_ref FROM ${temp.person} WHERE action IN ('new', 'change')`;
  await insertReferences(client, { sourceId, named });
  await client.query(
    `UPDATE ${temp.person} b SET company_id = r.company_id FROM person_reference r
     WHERE r.company_ref = b.company_ref AND b.action IN ('new', 'change')`,
  );
}

export interface SplitPerson {
  key: string;
  /** Null: the record is new, but its first id may have stayed with other records when it was removed. */
  old_person_id: string | null;
  /** Whether other records keep that id. */
  shared: boolean;
}

/** Rows that cannot simply keep or get their id: they lost their slug, or they return after a removal. */
export async function readSplitPeople(client: Client, { sourceId }: PersonBatch): Promise<SplitPerson[]> {
  const { rows } = await client.query<SplitPerson>(
    `SELECT b.key, b.old_person_id, EXISTS (
       SELECT 1 FROM person_record p
       WHERE p.person_id = b.old_person_id AND NOT (p.source_id = $1 AND p.key = b.key)) AS shared
     FROM ${temp.person} b WHERE action = 'change' AND old_network IS NOT NULL AND old_network IS DISTINCT FROM network
     UNION ALL
     SELECT b.key, NULL, true FROM ${temp.person} b JOIN person_alias a ON a.id = b.candidate WHERE b.action = 'new'`,
    [sourceId],
  );
  return rows;
}

/** Returns which of these ids other records have. */
export async function readHeldIds(client: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ person_id: string }>(
    'SELECT DISTINCT person_id FROM person_record WHERE person_id = ANY($1)',
    [ids],
  );
  return new Set(rows.map((row) => row.person_id));
}

/** If a person no longer has a slug but keeps the id, the slug is deleted: the next person with it is a different one. */
export async function dropLeftSlugs(client: Client, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await withNestedLoops(client, () =>
    client.query(
      `DELETE FROM person_slug s USING (SELECT old_network FROM ${temp.person} WHERE key = ANY($1) OFFSET 0) b
       WHERE s.slug = b.old_network`,
      [keys],
    ),
  );
}

/** Sets the person id of each row on its own, before rows are joined by slug. */
export async function setOwnIds(client: Client, split: readonly { key: string; id: string }[]): Promise<void> {
  await client.query(
    `UPDATE ${temp.person} b SET person_id = coalesce(p.id, b.old_person_id, b.candidate), alone = b.action = 'new' AND b.network IS NULL
     FROM ${temp.person} x LEFT JOIN unnest($1::text[], $2::text[]) p (key, id) ON p.key = x.key
     WHERE b.key = x.key AND b.action IN ('new', 'change')`,
    columnsOf(split, 'key', 'id'),
  );
  await client.query('DELETE FROM person_alias WHERE id = ANY($1)', [split.map(({ id }) => id)]);
}

/** The same slug means the same person: the older id survives, and the newer one becomes its alias. */
export const joinBySlug = (client: Client): Promise<void> => withNestedLoops(client, () => joinSlugs(client));

async function joinSlugs(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO ${temp.slug} (slug, person_id, seq, rows, standing_id)
     SELECT DISTINCT ON (b.network) b.network, b.person_id, b.seq, count(*) OVER (PARTITION BY b.network), s.person_id
     FROM ${temp.person} b LEFT JOIN person_slug s ON s.slug = b.network
     WHERE b.network IS NOT NULL AND b.action IN ('new', 'change')
     ORDER BY b.network, b.seq`,
  );
  await client.query(
    `INSERT INTO person_slug AS s (slug, person_id, seq) SELECT slug, person_id, seq FROM ${temp.slug}
     ON CONFLICT (slug) DO UPDATE SET person_id = EXCLUDED.person_id, seq = EXCLUDED.seq WHERE EXCLUDED.seq < s.seq`,
  );
  await client.query(
    `INSERT INTO ${temp.joined} (id, person_id)
     SELECT DISTINCT ON (gone.id) gone.id, s.person_id FROM (
       SELECT slug, standing_id AS id FROM ${temp.slug} WHERE standing_id IS NOT NULL
       UNION SELECT network, old_person_id FROM ${temp.person} WHERE action = 'change' AND old_network IS NULL AND network IS NOT NULL) gone
     JOIN person_slug s ON s.slug = gone.slug WHERE s.person_id <> gone.id ORDER BY gone.id`,
  );
  await client.query(
    `UPDATE ${temp.person} b SET person_id = s.person_id, alone = b.action = 'new' AND g.rows = 1 AND g.standing_id IS NULL
     FROM person_slug s JOIN ${temp.slug} g ON g.slug = s.slug WHERE b.network = s.slug AND b.action IN ('new', 'change')`,
  );
}

/** Moves the records of people who were joined with an older person. */
export const moveJoined = (client: Client): Promise<void> => withNestedLoops(client, () => moveRecords(client));

async function moveRecords(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO person_alias (id, person_id) SELECT id, person_id FROM ${temp.joined}
     ON CONFLICT (id) DO UPDATE SET person_id = EXCLUDED.person_id`,
  );
  if (!rowCount) return;
  const joined = optimizerFence(temp.joined);
  await client.query(`UPDATE person_alias a SET person_id = j.person_id FROM ${joined} j WHERE a.person_id = j.id`);
  await client.query(
    `WITH moved AS (
       UPDATE person_record p SET person_id = j.person_id FROM ${joined} j WHERE p.person_id = j.id
       RETURNING p.company_id, j.id, p.person_id)
     INSERT INTO ${temp.pair} (company_id, person_id)
     SELECT company_id, id FROM moved WHERE company_id IS NOT NULL
     UNION SELECT company_id, person_id FROM moved WHERE company_id IS NOT NULL ON CONFLICT DO NOTHING`,
  );
}

const columns = `company_ref, company_id, country, observed, position, network, levels, departments, flags, contacts, hash, person_id`;

/** Writes the records and their contact hashes, and collects the employments to recompute. */
export const savePeople = (client: Client, batch: Pick<PersonBatch, 'sourceId' | 'runId'>): Promise<void> =>
  withNestedLoops(client, () => saveRecords(client, batch));

async function saveRecords(
  client: Client,
  { sourceId, runId }: Pick<PersonBatch, 'sourceId' | 'runId'>,
): Promise<void> {
  await client.query(
    `INSERT INTO ${temp.pair} (company_id, person_id)
     SELECT old_company_id, old_person_id FROM ${temp.person} WHERE old_company_id IS NOT NULL
     UNION SELECT company_id, person_id FROM ${temp.person}
     WHERE action IN ('new', 'change') AND NOT alone AND company_id IS NOT NULL ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO person_record (source_id, key, seq, run_id, ${columns})
     SELECT $1, key, seq, $2, ${columns} FROM ${temp.person} WHERE action = 'new'`,
    [sourceId, runId],
  );
  await client.query(
    `UPDATE person_record p SET (run_id, seen, ${columns}) = ROW($2::integer, NULL::date, ${columns.replaceAll(/(\w+)/g, 'b.$1')})
     FROM ${temp.person} b WHERE b.action = 'change' AND p.source_id = $1 AND p.key = b.key`,
    [sourceId, runId],
  );
  await client.query(
    `DELETE FROM person_record p USING ${temp.person} b
     WHERE b.action IN ('remove', 'suppressed') AND p.source_id = $1 AND p.key = b.key`,
    [sourceId],
  );
  await saveContacts(client, sourceId);
}

async function saveContacts(client: Client, sourceId: number): Promise<void> {
  await client.query(
    `DELETE FROM contact_hash h USING (SELECT key, unnest(old_contacts) AS hash FROM ${temp.person}) old
     WHERE h.hash = old.hash AND h.source_id = $1 AND h.key = old.key`,
    [sourceId],
  );
  await client.query(
    `INSERT INTO contact_hash (hash, source_id, key)
     SELECT unnest(contacts), $1, key FROM ${temp.person} WHERE action IN ('new', 'change') ON CONFLICT DO NOTHING`,
    [sourceId],
  );
}

/**
 * Stores ids that stay with others when their founding record is removed, so that the record does not get them again.
 */
export async function saveRetiredIds(client: Client): Promise<void> {
  await withNestedLoops(client, () =>
    client.query(
      `INSERT INTO person_alias (id, person_id) SELECT DISTINCT b.old_person_id, b.old_person_id FROM ${temp.person} b
       CROSS JOIN LATERAL (SELECT FROM person_record p WHERE p.person_id = b.old_person_id LIMIT 1) held
       WHERE b.old_person_id IS NOT NULL AND b.person_id IS DISTINCT FROM b.old_person_id
       ON CONFLICT DO NOTHING`,
    ),
  );
}

/** Deletes slugs that no record has any more. */
export async function dropUnusedSlugs(client: Client): Promise<void> {
  await withNestedLoops(client, () =>
    client.query(
      `DELETE FROM person_slug s USING (
         SELECT DISTINCT old_network FROM ${temp.person}
         WHERE action IN ('remove', 'suppressed') OR network IS DISTINCT FROM old_network OFFSET 0) b
       WHERE s.slug = b.old_network
         AND NOT EXISTS (SELECT 1 FROM person_record p WHERE p.person_id = s.person_id AND p.network = s.slug)`,
    ),
  );
}

export const countPeople = (client: Client) =>
  queryRow<{ accepted: number; suppressed: number }>(
    client,
    `SELECT count(*) FILTER (WHERE action <> 'suppressed') AS accepted,
       count(*) FILTER (WHERE action = 'suppressed') AS suppressed FROM ${temp.person}`,
  );
