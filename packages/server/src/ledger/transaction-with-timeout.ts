import { startTimeout, withTimeout } from '../async/timeout.ts';
import { type Client, inTransaction, type Pool } from './pool.ts';

async function connectWithin(pool: Pool, limitMs: number): Promise<Client> {
  const connecting = pool.connect();
  try {
    return await withTimeout(connecting, limitMs);
  } catch (error) {
    // Should it still come: nobody waits for it.
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  }
}

/**
 * Runs `work` in one transaction, or gives up when it takes too long. By then the connection is closed: nothing of it
 * can be committed later, unless the commit itself was under way, and then the rows are still locked until it is over.
 */
export async function transactionWithTimeout<T>(
  pool: Pool,
  limitMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectWithin(pool, limitMs);
  let isReleased = false;
  const release = (isLost: boolean) => {
    if (!isReleased) client.release(isLost);
    isReleased = true;
  };
  const patience = startTimeout(limitMs, () => release(true));
  try {
    return await inTransaction(client, () => work(client));
  } finally {
    patience.stop();
    release(false);
  }
}
