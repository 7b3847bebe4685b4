import type { Engine } from './client.ts';

/** The engine's version, size and health; fails when it is unavailable or shards are missing. */
export async function checkEngine(engine: Engine): Promise<string> {
  const [{ body: info }, { body: health }] = await Promise.all([
    engine.info({}, { requestTimeout: 3000, maxRetries: 0 }),
    engine.cluster.health({}, { requestTimeout: 3000, maxRetries: 0 }),
  ]);
  if (health.status === 'red') throw new Error('OpenSearch is red: shards are missing');
  return `OpenSearch ${info.version.number}, ${health.number_of_nodes === 1 ? '1 node' : `${health.number_of_nodes} nodes`}, ${health.status}`;
}
