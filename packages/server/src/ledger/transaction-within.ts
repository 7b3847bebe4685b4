import { type Client, inTransaction, type Pool } from './pool.ts';

async function connectWithin(pool: Pool, limitMs: number): Promise<Client> {
  const connecting = pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('timeout exceeded when trying to connect'));
      connecting.then(
        (client) => client.release(),
        () => {},
      );
    }, limitMs);
  });
  try {
    return await Promise.race([connecting, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` in one transaction, or gives up when it takes too long. By then the connection is closed: nothing of it
 * can be committed later, unless the commit itself was under way, and then the rows are still locked until it is over.
 */
export async function transactionWithin<T>(
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
  const timer = setTimeout(() => release(true), limitMs);
  try {
    return await inTransaction(client, () => work(client));
  } finally {
    clearTimeout(timer);
    release(false);
  }
}
