import { partitionCount } from '../partitions.ts';
import { type Client, type Queryable, queryRow } from '../pool.ts';
import { type DocumentKind, documentKinds, kinds } from './enqueue.ts';

/** One kind of document of one hash partition: the unit that a lane of a rebuild takes. */
export interface RebuildPart {
  kind: DocumentKind;
  part: number;
  /** The last document that was written; empty: none. */
  position: string;
  /** How many documents were written. */
  documents: number;
}

/** Identifies a part among those of all generations that can exist at the same time. */
export const partNumber = (slot: number, { kind, part }: Pick<RebuildPart, 'kind' | 'part'>): number =>
  (slot * kinds.length + documentKinds[kind]) * partitionCount + part;

/** Adds the parts of a generation, unless they exist. */
export const addParts = (database: Queryable, generation: number) =>
  database.query(
    `INSERT INTO rebuild_part (generation_id, kind, part)
     SELECT $1, kind, part FROM generate_series(0, ${kinds.length - 1}) kind, generate_series(0, ${partitionCount - 1}) part
     ON CONFLICT DO NOTHING`,
    [generation],
  );

const openParts =
  'SELECT kind, part, position, documents FROM rebuild_part WHERE generation_id = $1 AND position IS NOT NULL';

type StoredPart = Omit<RebuildPart, 'kind'> & { kind: number };

const toPart = ({ kind, ...rest }: StoredPart): RebuildPart => ({ ...rest, kind: kinds[kind] as DocumentKind });

/** The parts that are not complete. */
export async function listOpenParts(database: Queryable, generation: number): Promise<RebuildPart[]> {
  const { rows } = await database.query<StoredPart>(`${openParts} ORDER BY kind, part`, [generation]);
  return rows.map(toPart);
}

/** A part as it is now; undefined: it is complete. */
export async function readOpenPart(
  database: Queryable,
  generation: number,
  { kind, part }: RebuildPart,
): Promise<RebuildPart | undefined> {
  const { rows } = await database.query<StoredPart>(`${openParts} AND kind = $2 AND part = $3`, [
    generation,
    documentKinds[kind],
    part,
  ]);
  return rows.map(toPart)[0];
}

/** Stores how far a part has come. @param position null: it is complete */
export const savePart = (
  database: Queryable,
  generation: number,
  { kind, part, position, documents }: Omit<RebuildPart, 'position'> & { position: string | null },
) =>
  database.query(
    'UPDATE rebuild_part SET position = $4, documents = $5 WHERE generation_id = $1 AND kind = $2 AND part = $3',
    [generation, documentKinds[kind], part, position, documents],
  );

/** The commits of this connection do not wait for the disk. If PostgreSQL crashes, the last batches are written again. */
export const savePartsLater = (client: Client) => client.query('SET synchronous_commit = off');

/** Whether the database has at least this many companies or employments. */
export async function hasRows(database: Queryable, count: number): Promise<boolean> {
  const found = await queryRow<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM (
       (SELECT 1 FROM company LIMIT $1) UNION ALL (SELECT 1 FROM employment LIMIT $1)) counted`,
    [count],
  );
  return found.count >= count;
}
