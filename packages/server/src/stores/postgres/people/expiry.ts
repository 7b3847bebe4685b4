import { flagBit } from '../../../knowledge/rules/contacts/channel-flags.ts';
import { temp } from '../imports/batch-tables.ts';
import { saveEmployments } from '../imports/employments.ts';
import { dropUnusedSlugs, savePeople, saveRetiredIds } from '../imports/person-batch.ts';
import { partitionsOf } from '../partitions.ts';
import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf, type Queryable, queryRow } from '../pool.ts';
import { deleteEnded } from './ended-positions.ts';
import { lastObserved } from './held-data.ts';

/** People of a source that were last observed before this day are removed. */
export interface Cutoff {
  sourceId: number;
  source: string;
  months: number;
  before: string;
}

/** The cutoffs of all sources whose people have a maximum age. */
export async function readCutoffs(
  database: Queryable,
  monthsOf: (source: string) => number | undefined,
): Promise<Cutoff[]> {
  const { rows } = await database.query<{ id: number; name: string }>('SELECT id, name FROM source ORDER BY name');
  const limited = rows.flatMap(({ id, name }) => {
    const months = monthsOf(name);
    return months === undefined ? [] : [{ id, name, months }];
  });
  const days = await database.query<{ before: string }>(
    `SELECT (current_date - make_interval(months => m))::date AS before FROM unnest($1::integer[]) WITH ORDINALITY w (m, n) ORDER BY n`,
    [limited.map(({ months }) => months)],
  );
  return limited.map(({ id, name, months }, at) => ({
    sourceId: id,
    source: name,
    months,
    before: days.rows[at]?.before ?? '',
  }));
}

const asTable = 'unnest($1::smallint[], $2::date[]) c (source_id, before)';
const isOld = (record: string) => `${lastObserved(record)} < c.before`;

export interface ExpiredRecord {
  source_id: number;
  key: string;
}

const blocksAtOnce = 1000;

/** The number of blocks of a table and all its partitions. */
export async function countBlocks(database: Queryable, table: string): Promise<number> {
  const { blocks } = await queryRow<{ blocks: number }>(
    database,
    `SELECT sum(pg_relation_size(p::regclass) / current_setting('block_size')::integer)::integer AS blocks
     FROM unnest($1::text[]) p`,
    [partitionsOf(table)],
  );
  return blocks;
}

/** A part of a table that has at most this number of blocks. */
interface BlockRange {
  partition: string;
  /** The ids of the first row, and of the first one behind the part. */
  range: [from: string, to: string];
}

/** Reads a table in parts of consecutive blocks, so that each block is read once, without an index. */
async function* readBlocks<Row>(
  database: Queryable,
  table: string,
  read: (part: BlockRange) => Promise<{ rows: Row[] }>,
): AsyncGenerator<{ rows: Row[]; blocks: number }> {
  for (const partition of partitionsOf(table)) {
    const { blocks } = await queryRow<{ blocks: number }>(
      database,
      `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer AS blocks`,
      [partition],
    );
    for (let from = 0; from < blocks; from += blocksAtOnce) {
      const { rows } = await read({ partition, range: [`(${from},0)`, `(${from + blocksAtOnce},0)`] });
      yield { rows, blocks: Math.min(blocksAtOnce, blocks - from) };
    }
  }
}

/** The records that are too old. */
export const readExpired = (database: Queryable, cutoffs: readonly Cutoff[]) =>
  readBlocks(database, 'person_record', ({ partition, range }) =>
    database.query<ExpiredRecord>(
      `SELECT r.source_id, r.key FROM ${partition} r JOIN ${asTable} ON c.source_id = r.source_id
       WHERE r.ctid >= $3::tid AND r.ctid < $4::tid AND ${isOld('r')}`,
      [...columnsOf(cutoffs, 'sourceId', 'before'), ...range],
    ),
  );

// A number that must not be called stays known as long as another source still shows the position.
const keepsDoNotCall = `(r.flags & ${flagBit('has_dnd_phone')}) <> 0 AND EXISTS (
  SELECT 1 FROM person_record o JOIN c n ON n.source_id = o.source_id
  WHERE o.person_id = r.person_id AND o.company_id = r.company_id AND (o.source_id, o.key) <> (r.source_id, r.key)
    AND ${lastObserved('o')} >= n.before)`;

/**
 * Removes those of these records of one source that are still too old, as an import removes them, in the caller's transaction. The
 * connection has the batch tables, and the transaction holds the lock for writes.
 */
export async function expireRecords(
  client: Client,
  { cutoffs, sourceId, keys }: { cutoffs: readonly Cutoff[]; sourceId: number; keys: readonly string[] },
): Promise<{ records: number; refs: string[] }> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<{ company_ref: string }>(
      `WITH c AS (SELECT * FROM ${asTable})
       INSERT INTO ${temp.person} (key, action, company_ref, old_person_id, old_company_id, old_network, old_contacts)
       SELECT r.key, 'remove', r.company_ref, r.person_id, r.company_id, r.network, r.contacts FROM person_record r
       JOIN c ON c.source_id = r.source_id
       WHERE r.source_id = $3 AND r.key = ANY($4) AND ${isOld('r')} AND NOT (${keepsDoNotCall})
       RETURNING company_ref`,
      [...columnsOf(cutoffs, 'sourceId', 'before'), sourceId, keys],
    ),
  );
  if (rows.length === 0) return { records: 0, refs: [] };
  await client.query(`ANALYZE ${temp.person} (key, action)`);
  // No row is new or changed, so no run is stored.
  await savePeople(client, { sourceId, runId: 0 });
  await saveRetiredIds(client);
  await dropUnusedSlugs(client);
  await saveEmployments(client);
  await client.query(
    `DELETE FROM person_alias a USING (SELECT DISTINCT old_person_id FROM ${temp.person}) b
     WHERE a.person_id = b.old_person_id
       AND NOT EXISTS (SELECT 1 FROM person_record p WHERE p.person_id = b.old_person_id)`,
  );
  return { records: rows.length, refs: [...new Set(rows.map(({ company_ref }) => company_ref))] };
}

/**
 * How many people's records each source has, and how many of them would be removed.
 * @param share of the table to read, chosen by blocks; the counts are those of the sample
 */
export async function countExpired(
  database: Queryable,
  cutoffs: readonly Cutoff[],
  share: number,
): Promise<{ source: string; records: number; expired: number }[]> {
  // Not REPEATABLE: it would choose the same blocks in each partition, which are filled alike.
  const sample = share < 1 ? `TABLESAMPLE SYSTEM (${100 * share})` : '';
  const { rows } = await database.query<{ source: string; records: number; expired: number }>(
    `WITH c AS (SELECT * FROM ${asTable})
     SELECT s.name AS source, k.records, k.expired FROM source s JOIN (
       SELECT r.source_id, count(*) AS records,
         count(*) FILTER (WHERE ${isOld('r')} AND NOT (${keepsDoNotCall})) AS expired
       FROM person_record r ${sample} LEFT JOIN c ON c.source_id = r.source_id GROUP BY r.source_id
     ) k ON k.source_id = s.id ORDER BY s.name`,
    columnsOf(cutoffs, 'sourceId', 'before'),
  );
  return rows;
}

/** Positions that ended. */
export const readEnded = (database: Queryable) =>
  readBlocks(database, 'employment', ({ partition, range }) =>
    database.query<{ company_id: string; person_id: string }>(
      `SELECT r.company_id, r.person_id FROM ${partition} r
       WHERE r.ctid >= $1::tid AND r.ctid < $2::tid AND r.removed`,
      range,
    ),
  );

/** Deletes those of these ended positions that no index contains any more. */
export const deleteEndedOf = (
  client: Client,
  pairs: readonly { company_id: string; person_id: string }[],
): Promise<number> =>
  deleteEnded(
    client,
    '(e.company_id, e.person_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    columnsOf(pairs, 'company_id', 'person_id'),
  );

/** What one run removed. */
export interface ExpiryCounts {
  readonly records: number;
  readonly deleted_positions: number;
  readonly deleted_receipts: number;
}

export interface ExpiryRun extends ExpiryCounts {
  readonly started_at: Date;
  /** Null: it is running, or was interrupted. */
  readonly ended_at: Date | null;
}

/** Records that a run started; returns its id. */
export async function startExpiryRun(database: Queryable): Promise<number> {
  const { id } = await queryRow<{ id: number }>(database, 'INSERT INTO expiry_run DEFAULT VALUES RETURNING id');
  return id;
}

export const endExpiryRun = (database: Queryable, id: number, counts: ExpiryCounts) =>
  database.query(
    `UPDATE expiry_run SET ended_at = now(), records = $2, deleted_positions = $3, deleted_receipts = $4 WHERE id = $1`,
    [id, counts.records, counts.deleted_positions, counts.deleted_receipts],
  );

/** The run that started last. */
export async function readLastExpiryRun(database: Queryable): Promise<ExpiryRun | undefined> {
  const { rows } = await database.query<ExpiryRun>(
    `SELECT started_at, ended_at, records, deleted_positions, deleted_receipts FROM expiry_run ORDER BY id DESC LIMIT 1`,
  );
  return rows[0];
}
