import { startTimeout, withTimeout } from '../../core/async/timeout.ts';
import { refusesWrites } from './connection-errors.ts';
import { type Client, inTransaction, type Pool } from './pool.ts';

async function connectWithin(pool: Pool, limitMs: number): Promise<Client> {
  const connecting = pool.connect();
  try {
    return await withTimeout(connecting, limitMs);
  } catch (error) {
    // If the connection opens after all, it goes back to the pool.
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  }
}

/**
 * Runs `work` in one transaction, or gives up after `limitMs` and closes the connection. Nothing can be committed after
 * that, unless the commit itself was in progress; in that case the rows stay locked until it is done.
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
  const timeout = startTimeout(limitMs, () => release(true));
  try {
    return await inTransaction(client, () => work(client));
  } catch (error) {
    release(refusesWrites(error));
    throw error;
  } finally {
    timeout.stop();
    release(false);
  }
}
