import type { Client } from '../../../stores/postgres/pool.ts';
import type { RunContext } from '../run-context.ts';

/** PostgreSQL does most of the work, so there are at least two connections, however the input was read. */
const connections = { least: 2, most: 8 };

/** Runs `work` on several connections, as far as the pool has any. If one fails, the others finish what they are doing. */
export async function onConnections(
  { pool, lanes }: RunContext,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const count = Math.min(connections.most, Math.max(connections.least, lanes), pool.options.max - 1);
  const ended = await Promise.allSettled(
    Array.from({ length: count }, async () => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await work(client);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure);
      }
    }),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
