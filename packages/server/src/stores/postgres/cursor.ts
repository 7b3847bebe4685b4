import type { Client, Pool } from './pool.ts';

const batchRows = 5000;

/**
 * Reads a large result in batches on its own connection. The next batch is fetched while the caller processes the
 * current one.
 * @param read runs the statement that it is given
 */
export async function* readInBatches<Row>(
  pool: Pool,
  select: string,
  read: (client: Client, fetch: string) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    // The whole result will be read. By default, the planner would optimize for returning the first rows quickly.
    await client.query(`SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '128MB'`);
    await client.query(`DECLARE piece NO SCROLL CURSOR FOR ${select}`);
    const fetch = () => read(client, `FETCH ${batchRows} FROM piece`);
    let next = fetch();
    for (;;) {
      const { rows } = await next;
      if (rows.length === 0) return;
      next = fetch();
      // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
      next.catch(() => {});
      yield rows;
    }
  } finally {
    // Nothing was written, so closing the connection discards its transaction and cursor.
    client.release(true);
  }
}
