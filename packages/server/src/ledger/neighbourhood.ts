import { type Client, withLookups } from './pool.ts';
import { markRevivedRosters } from './rosters.ts';

export interface NeighbourRow {
  source_id: number;
  source: string;
  key: string;
  seq: number;
  company_id: string | null;
  removed: boolean;
  hidden: boolean;
  founded: number;
  claims: string[];
  linked_by: string | null;
  matched_by: string | null;
}

export interface StandingRow {
  id: string;
  founder_source: number;
  founder_key: string;
  founded_seq: number;
  redirect_to: string | null;
}

async function grow(client: Client, round: number): Promise<number> {
  await client.query(
    `INSERT INTO batch_record SELECT DISTINCT c.source_id, c.key, $1::integer + 1
     FROM batch_identifier i JOIN claim c ON c.identifier = i.identifier WHERE i.round = $1
     ON CONFLICT DO NOTHING`,
    [round],
  );
  const { rowCount } = await client.query(
    `INSERT INTO batch_identifier SELECT DISTINCT ltrim(unnest(r.claims), '~'), $1::integer + 1
     FROM batch_record b JOIN company_record r ON r.source_id = b.source_id AND r.key = b.key
     WHERE b.round IN ($1::integer + 1, CASE WHEN $1 = 0 THEN 0 END)
     ON CONFLICT DO NOTHING`,
    [round],
  );
  return rowCount ?? 0;
}

const founded = (join: string) => `
  SELECT c.id, c.founder_source, c.founder_key, c.founded_seq, c.redirect_to
  FROM unnest($1::text[]) i (id) JOIN company c ON ${join} ORDER BY c.founded_seq, c.id`;

/** The companies that records belong to, and what redirects to those of them that a match holds together. */
async function readStanding(client: Client, records: readonly NeighbourRow[]): Promise<StandingRow[]> {
  const idsOf = (rows: readonly NeighbourRow[]) =>
    [...new Set(rows.map(({ company_id }) => company_id))].filter((id) => id !== null);
  const matched = idsOf(records.filter(({ matched_by }) => matched_by !== null));
  return withLookups(client, async () => {
    const living = await client.query<StandingRow>(founded('c.id = i.id AND c.redirect_to IS NULL'), [idsOf(records)]);
    if (matched.length === 0) return living.rows;
    const turned = await client.query<StandingRow>(founded('c.redirect_to = i.id'), [matched]);
    return [...living.rows, ...turned.rows];
  });
}

/** Every record that a chain of identifiers connects to the seeds, and the ids that they stand under so far. */
export async function readNeighbourhood(client: Client): Promise<{ records: NeighbourRow[]; standing: StandingRow[] }> {
  const records = await withLookups(client, async () => {
    for (let round = 0; (await grow(client, round)) > 0; round += 1);
    return client.query<NeighbourRow>(
      `SELECT r.source_id, s.name AS source, r.key, r.seq, r.company_id, r.removed, r.hidden, r.founded, r.claims, r.linked_by,
         r.matched_by
       FROM batch_record b JOIN company_record r ON r.source_id = b.source_id AND r.key = b.key
       JOIN source s ON s.id = r.source_id ORDER BY r.seq`,
    );
  });
  return { records: records.rows, standing: await readStanding(client, records.rows) };
}

export interface NewCompany {
  id: string;
  source_id: number;
  key: string;
  seq: number;
}

export interface LinkChange {
  source_id: number;
  key: string;
  company_id: string;
  linked_by: string | null;
  matched_by: string | null;
  hidden: boolean;
}

export interface IdentityChanges {
  founded: NewCompany[];
  links: LinkChange[];
  redirects: { from: string; to: string }[];
  /** Ids that redirected, and stand again. */
  revived: string[];
  refounded: NewCompany[];
  /** Companies that gained or lost a record. */
  changed: string[];
}

const column = <T, K extends keyof T>(rows: readonly T[], name: K) => rows.map((row) => row[name]);

/** Turns ids, with all that redirect to them, and lets others stand again; gives those that it changed. */
async function saveRedirects(client: Client, { redirects, revived }: IdentityChanges): Promise<string[]> {
  const raised = 'roster_version = c.roster_version + (c.roster_version > 0)::integer';
  const turned = await withLookups(client, () =>
    client.query<{ id: string }>(
      `WITH turning AS (SELECT * FROM unnest($1::text[], $2::text[]) t ("from", "to")),
       named AS (
         SELECT "from" AS id, "to" FROM turning
         UNION ALL SELECT o.id, t."to" FROM turning t JOIN company o ON o.redirect_to = t."from"
         WHERE o.id <> ALL ($1) AND o.id <> ALL ($3::text[]))
       UPDATE company c SET redirect_to = n."to", ${raised} FROM named n WHERE c.id = n.id RETURNING c.id`,
      [column(redirects, 'from'), column(redirects, 'to'), revived],
    ),
  );
  if (revived.length > 0) {
    await client.query(`UPDATE company c SET redirect_to = NULL, ${raised} WHERE c.id = ANY ($1)`, [revived]);
    await markRevivedRosters(client, revived);
  }
  return [...turned.rows.map(({ id }) => id), ...revived];
}

/** Writes what the new look at identity changed. */
export async function saveIdentity(client: Client, changes: IdentityChanges): Promise<void> {
  const { founded, links, refounded } = changes;
  await client.query(
    `WITH new AS (SELECT * FROM unnest($1::text[], $2::smallint[], $3::text[], $4::bigint[]) n (id, source_id, key, seq)),
     counted AS (UPDATE company_record r SET founded = founded + 1 FROM new WHERE r.source_id = new.source_id AND r.key = new.key)
     INSERT INTO company (id, founder_source, founder_key, founded_seq) SELECT id, source_id, key, seq FROM new`,
    [column(founded, 'id'), column(founded, 'source_id'), column(founded, 'key'), column(founded, 'seq')],
  );
  await withLookups(client, () =>
    client.query(
      `UPDATE company_record r
       SET company_id = l.company_id, linked_by = l.linked_by, matched_by = l.matched_by, hidden = l.hidden
       FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[])
         l (source_id, key, company_id, linked_by, matched_by, hidden)
       WHERE r.source_id = l.source_id AND r.key = l.key`,
      [
        ...[column(links, 'source_id'), column(links, 'key'), column(links, 'company_id')],
        ...[column(links, 'linked_by'), column(links, 'matched_by'), column(links, 'hidden')],
      ],
    ),
  );
  const turned = await saveRedirects(client, changes);
  await client.query(
    `UPDATE company c SET founder_source = f.source_id, founder_key = f.key
     FROM unnest($1::text[], $2::smallint[], $3::text[]) f (id, source_id, key) WHERE c.id = f.id`,
    [column(refounded, 'id'), column(refounded, 'source_id'), column(refounded, 'key')],
  );
  await client.query('INSERT INTO batch_changed_company SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    [...new Set([...changes.changed, ...turned])],
  ]);
}
