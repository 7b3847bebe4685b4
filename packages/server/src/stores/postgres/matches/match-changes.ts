import type { RecordName } from '../identity/claims.ts';
import { temp } from '../imports/batch-tables.ts';
import { type Client, columnsOf, type Queryable, queryRow } from '../pool.ts';
import { countUpTo } from '../status.ts';

/**
 * Notes companies whose records, claims or links changed, for the next match run. Writers hold the lock of writes. Without
 * an index, a run reads all companies, so nothing is noted.
 */
const note = (companies: string) => `
  INSERT INTO match_change (company_id) SELECT * FROM (${companies}) c WHERE EXISTS (SELECT FROM match_state)`;

/** Notes the companies that the batch changed. */
export const noteChangedCompanies = (client: Client) =>
  client.query(
    note(`SELECT id FROM ${temp.changed_company}
      UNION SELECT candidate FROM ${temp.company} WHERE action = 'new' AND resolve IS NOT TRUE`),
  );

/** Notes the companies of records about which something was decided. */
export const noteDecided = (client: Client, records: readonly RecordName[]) =>
  client.query(
    note(`SELECT DISTINCT r.company_id FROM unnest($1::smallint[], $2::text[]) d (source_id, key)
      JOIN company_record r ON r.source_id = d.source_id AND r.key = d.key WHERE r.company_id IS NOT NULL`),
    columnsOf(records, 'source_id', 'key'),
  );

export interface CompanyChange {
  seq: number;
  company_id: string;
}

/** The next changes. */
export async function readChanges(database: Queryable, after: number, limit: number): Promise<CompanyChange[]> {
  const { rows } = await database.query<CompanyChange>(
    'SELECT seq, company_id FROM match_change WHERE seq > $1 ORDER BY seq LIMIT $2',
    [after, limit],
  );
  return rows;
}

export const deleteChanges = (client: Client, seqs: readonly number[]) =>
  client.query('DELETE FROM match_change WHERE seq = ANY($1::bigint[])', [seqs]);

/** Whether there are at least `count` changes. */
export async function hasChanges(database: Queryable, count: number): Promise<boolean> {
  return (await countUpTo(database, { from: 'match_change', limit: count })).relation === 'gte';
}

/** The number of the last change. The caller holds the lock of writes, so all later ones are its own. */
export async function lastChange(client: Client): Promise<number> {
  const select = 'SELECT coalesce(max(seq), 0) AS last FROM match_change';
  return (await queryRow<{ last: number }>(client, select)).last;
}

/**
 * Returns the companies that this transaction noted, and takes the notes back: links and withdrawals move groups from one
 * company to another, and change nothing else. They stay if some of the companies have also changed in another way.
 * Rejections count for removed records as well, which may have moved differently: their companies stay noted.
 */
export async function takeOwnChanges(client: Client, before: number): Promise<string[]> {
  const { rows } = await client.query<{ company_id: string; unread: boolean; rejected: boolean }>(
    `SELECT DISTINCT company_id,
       EXISTS (SELECT FROM match_change o WHERE o.company_id = c.company_id AND o.seq <= $1) AS unread,
       EXISTS (SELECT FROM refused_record x) AND EXISTS (
         SELECT FROM company_record r JOIN refused_record x ON x.source_id = r.source_id AND x.key = r.key
         WHERE r.company_id = c.company_id AND r.removed) AS rejected
     FROM match_change c WHERE seq > $1`,
    [before],
  );
  const settled = rows.some(({ unread }) => unread) ? [] : rows.filter(({ rejected }) => !rejected);
  await client.query('DELETE FROM match_change WHERE seq > $1 AND company_id = ANY($2::text[])', [
    before,
    settled.map(({ company_id }) => company_id),
  ]);
  return rows.map(({ company_id }) => company_id);
}

/** The links and proposed matches of the records of these companies, removed records included. */
export async function readMatchesOf(database: Queryable, companies: readonly string[]): Promise<number[]> {
  const of = (side: 'free' | 'company') => `
    SELECT m.id FROM record r CROSS JOIN LATERAL (
      SELECT m.id FROM match m
      WHERE m.${side}_source = r.source_id AND m.${side}_key = r.key AND m.state IN ('candidate', 'linked') OFFSET 0) m`;
  const { rows } = await database.query<{ id: number }>(
    `WITH record AS MATERIALIZED (
       SELECT r.* FROM unnest($1::text[]) i (id)
       CROSS JOIN LATERAL (SELECT r.source_id, r.key FROM company_record r WHERE r.company_id = i.id OFFSET 0) r)
     ${of('free')} UNION ${of('company')}`,
    [companies],
  );
  return rows.map(({ id }) => id);
}
