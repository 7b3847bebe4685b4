import { readInBatches } from '../cursor.ts';
import { type Client, columnsOf, type Pool, type Queryable } from '../pool.ts';
import { temp } from './batch-tables.ts';

/** The names of a company record, as it states them. */
export interface RecordNames {
  country: string | null;
  name: string | null;
  trading_names: string[] | null;
  former_names: string[] | null;
}

/** A record by its source and key. */
export interface RecordName {
  source_id: number;
  key: string;
}

const names = 'coalesce(r.country, c.hq_country) AS country, c.name, c.trading_names, c.former_names';
const content = 'c (name text, trading_names text[], former_names text[], hq_country text)';

export interface NameIndexState {
  rules: string;
  complete: boolean;
}

/** The state of the index of names; undefined while no import has needed it. */
export async function readNameIndex(database: Queryable): Promise<NameIndexState | undefined> {
  const { rows } = await database.query<NameIndexState>('SELECT rules, complete FROM name_index');
  return rows[0];
}

/** From this transaction on, every change of a company updates the index. Entries by other rules are deleted. */
export async function startNameIndex(client: Client, rules: string): Promise<void> {
  await client.query('TRUNCATE company_name');
  await client.query(
    `INSERT INTO name_index (rules) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET rules = EXCLUDED.rules, complete = false`,
    [rules],
  );
}

export const completeNameIndex = (database: Queryable, rules: string) =>
  database.query('UPDATE name_index SET complete = true WHERE rules = $1', [rules]);

/** The names of all records. */
export const readAllNames = (pool: Pool): AsyncGenerator<(RecordNames & RecordName)[]> =>
  readInBatches(
    pool,
    `SELECT r.source_id, r.key, ${names} FROM company_record r, json_to_record(r.content) ${content}`,
    (client, fetch) => client.query<RecordNames & RecordName>(fetch),
  );

export interface NameEntry extends RecordName {
  hash: string;
}

/** In the order of the index, so that two writers of the same entries do not wait for each other. */
export async function addNames(database: Queryable, entries: readonly NameEntry[]): Promise<void> {
  await database.query(
    `INSERT INTO company_name (name_hash, source_id, key)
     SELECT DISTINCT hash COLLATE "C", source_id, key COLLATE "C" FROM unnest($1::text[], $2::smallint[], $3::text[]) e (hash, source_id, key)
     ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    columnsOf(entries, 'hash', 'source_id', 'key'),
  );
}

/** The names that the records of a batch have before it changes them. */
export async function readOldNames(client: Client, sourceId: number): Promise<RecordNames[]> {
  const { rows } = await client.query<RecordNames>(
    `SELECT ${names}
     FROM (SELECT key FROM ${temp.company} WHERE action <> 'new' OFFSET 0) b
     CROSS JOIN LATERAL (SELECT * FROM company_record r WHERE r.source_id = $1 AND r.key = b.key OFFSET 0) r
     CROSS JOIN LATERAL json_to_record(r.content) ${content}`,
    [sourceId],
  );
  return rows;
}

/** The names of the batch's own records and of those that its changes affect. */
export async function readBatchNames(client: Client, sourceId: number): Promise<(RecordNames & RecordName)[]> {
  const { rows } = await client.query<RecordNames & RecordName>(
    `SELECT r.source_id, r.key, ${names} FROM (
       SELECT $1::smallint AS source_id, key FROM ${temp.company} UNION SELECT source_id, key FROM ${temp.record}) b
     CROSS JOIN LATERAL (
       SELECT * FROM company_record r WHERE r.source_id = b.source_id AND r.key = b.key OFFSET 0) r
     CROSS JOIN LATERAL json_to_record(r.content) ${content}`,
    [sourceId],
  );
  return rows;
}

export interface LocatedName extends RecordName {
  hash: string;
}

const locate = (wanted: string, which: string) => `
  SELECT w.hash, n.source_id, n.key FROM ${wanted} CROSS JOIN LATERAL (
    SELECT n.source_id, n.key FROM company_name n WHERE n.name_hash = w.hash${which}
    ORDER BY n.source_id, n.key LIMIT $2) n`;

/** The records with these names, in any source; at most `limit` for each name. */
export async function locateNames(
  database: Queryable,
  hashes: readonly string[],
  limit: number,
): Promise<LocatedName[]> {
  const { rows } = await database.query<LocatedName>(locate('unnest($1::text[]) w (hash)', ''), [hashes, limit]);
  return rows;
}

/** The same within one source for each name. */
export async function locateOwnNames(
  database: Queryable,
  wanted: readonly { hash: string; sourceId: number }[],
  limit: number,
): Promise<LocatedName[]> {
  const { rows } = await database.query<LocatedName>(
    locate('unnest($1::text[], $3::smallint[]) w (hash, source_id)', ' AND n.source_id = w.source_id'),
    [wanted.map(({ hash }) => hash), limit, wanted.map(({ sourceId }) => sourceId)],
  );
  return rows;
}

export interface NamedCompany extends RecordNames, RecordName {
  company_id: string;
}

/** Those of the records that describe a company at present. */
export async function readNamedCompanies(database: Queryable, records: readonly RecordName[]): Promise<NamedCompany[]> {
  const { rows } = await database.query<NamedCompany>(
    `SELECT r.source_id, r.key, r.company_id, ${names} FROM unnest($1::smallint[], $2::text[]) w (source_id, key)
     CROSS JOIN LATERAL (
       SELECT * FROM company_record r
       WHERE r.source_id = w.source_id AND r.key = w.key AND NOT r.hidden AND r.company_id IS NOT NULL OFFSET 0) r
     CROSS JOIN LATERAL json_to_record(r.content) ${content}`,
    columnsOf(records, 'source_id', 'key'),
  );
  return rows;
}
