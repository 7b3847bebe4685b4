import type { GenerationIndices } from '../../opensearch/documents.ts';
import { type Client, type Queryable, queryRow } from '../pool.ts';

export interface Generation {
  id: number;
  slot: number;
  indices: GenerationIndices;
  rules_hash: string;
  mapping_hash: string;
  live_since: Date | null;
  /** How many times changes were announced to readers. */
  published: number;
}

const columns = 'id, slot, indices, rules_hash, mapping_hash, live_since, published';

/** The channel that notifies processes of a new live generation. */
export const generationChannel = 'orgdex_generation';

/** The channel that notifies processes of changed documents of a generation. */
export const publishedChannel = 'orgdex_published';

/**
 * The payload: the number of the message, and what changed; null: the list did not fit, so anything may have changed.
 */
export interface PublishedMessage {
  generation: number;
  published: number;
  changed: string[] | null;
}

/** The most bytes of the list: below PostgreSQL's limit for one notification, with room for the other fields. */
const maxListBytes = 7000;

/** Notifies all processes that these documents changed and can be read. */
export async function announcePublished(
  database: Queryable,
  { id }: Generation,
  changed: readonly string[],
): Promise<void> {
  const list = JSON.stringify(changed);
  await database.query(
    `WITH told AS (UPDATE generation SET published = published + 1 WHERE id = $1 RETURNING published)
     SELECT pg_notify('${publishedChannel}', json_build_object('generation', $1::integer, 'published', published, 'changed', $2::json)::text)
     FROM told`,
    [id, Buffer.byteLength(list) > maxListBytes ? 'null' : list],
  );
}

/** All retained generations: the live one first, one that is being built last. */
export async function listGenerations(database: Queryable): Promise<Generation[]> {
  const { rows } = await database.query<Generation>(
    `SELECT ${columns} FROM generation ORDER BY live_since DESC NULLS LAST`,
  );
  return rows;
}

/** Forgets what was to be published to the generation of a slot. */
async function clearSlot(client: Client, slot: number): Promise<void> {
  await client.query(`TRUNCATE outbox_${slot}`);
  await client.query('DELETE FROM failed_document WHERE slot = $1', [slot]);
}

export async function insertGeneration(
  client: Client,
  generation: Pick<Generation, 'slot' | 'indices' | 'rules_hash' | 'mapping_hash'>,
): Promise<Generation> {
  const { slot, indices, rules_hash, mapping_hash } = generation;
  await clearSlot(client, slot);
  return queryRow<Generation>(
    client,
    `INSERT INTO generation (slot, indices, rules_hash, mapping_hash) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
    [slot, indices, rules_hash, mapping_hash],
  );
}

export async function deleteGeneration(client: Client, { id, slot }: Generation): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM generation WHERE id = $1', [id]);
  // If another process has deleted it, the slot may already belong to the next generation.
  if (rowCount) await clearSlot(client, slot);
}

/** Makes a generation live. This updates one row, so all processes switch at once. */
export async function setLive(database: Queryable, id: number): Promise<void> {
  await database.query('UPDATE generation SET live_since = clock_timestamp() WHERE id = $1', [id]);
  await database.query(`NOTIFY ${generationChannel}`);
}
