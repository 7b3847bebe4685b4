import { tryLockPart } from '../../../server/src/stores/postgres/locks.ts';
import { type DocumentKind, kinds } from '../../../server/src/stores/postgres/outbox/enqueue.ts';
import { partNumber } from '../../../server/src/stores/postgres/outbox/rebuild-parts.ts';
import { partitionCount } from '../../../server/src/stores/postgres/partitions.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';

/** Holds parts of the next rebuild, as lanes of another process would. Returns the function that frees them. */
export async function holdParts(pool: Pool, held: readonly DocumentKind[] = kinds): Promise<() => void> {
  const client = await pool.connect();
  for (const slot of [0, 1]) {
    for (const kind of held) {
      for (let part = 0; part < partitionCount; part += 1) await tryLockPart(client, partNumber(slot, { kind, part }));
    }
  }
  return () => client.release(true);
}

export interface PartsState {
  complete: number;
  documents: number;
}

/** How many parts of a rebuild that has not ended are complete, and how many documents all of them have written. */
export async function readParts(pool: Pick<Pool, 'query'>): Promise<PartsState> {
  const { rows } = await pool.query<PartsState>(
    `SELECT count(*) FILTER (WHERE position IS NULL)::integer AS complete, coalesce(sum(documents), 0)::integer AS documents
     FROM rebuild_part WHERE generation_id = (SELECT id FROM generation WHERE live_since IS NULL)`,
  );
  return rows[0] as PartsState;
}
