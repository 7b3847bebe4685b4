import { type Generation, listGenerations } from '../../../server/src/stores/postgres/outbox/generations.ts';
import type { Queryable } from '../../../server/src/stores/postgres/pool.ts';

/** The generation that is served; fails if nothing was published. */
export async function liveGeneration(database: Queryable): Promise<Generation> {
  const [live] = await listGenerations(database);
  if (!live) throw new Error('Nothing was published.');
  return live;
}
