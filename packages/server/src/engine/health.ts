import type { Engine } from './client.ts';

/** What the engine is and how it feels; fails when it cannot be asked or has lost data. */
export async function checkEngine(engine: Engine): Promise<string> {
  const [{ body: info }, { body: health }] = await Promise.all([
    engine.info({}, { requestTimeout: 3000, maxRetries: 0 }),
    engine.cluster.health({}, { requestTimeout: 3000, maxRetries: 0 }),
  ]);
  if (health.status === 'red') throw new Error('OpenSearch is red: shards are missing');
  return `OpenSearch ${info.version.number}, ${health.number_of_nodes === 1 ? '1 node' : `${health.number_of_nodes} nodes`}, ${health.status}`;
}
