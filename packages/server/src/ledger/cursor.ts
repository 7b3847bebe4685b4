import type { Pool } from './pool.ts';

const rowsAtOnce = 5000;

/** Reads a large result piece by piece, on a connection of its own: the next one comes while one is worked on. */
export async function* readInBatches<Row>(pool: Pool, select: string): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    // All of it will be read: without this the plan would be the one that has the first rows soonest.
    await client.query(`SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '128MB'`);
    await client.query(`DECLARE piece NO SCROLL CURSOR FOR ${select}`);
    const fetch = () => client.query(`FETCH ${rowsAtOnce} FROM piece`);
    let next = fetch();
    for (;;) {
      const { rows } = await next;
      if (rows.length === 0) return;
      next = fetch();
      // A failure is thrown at the next await; until then nobody else looks.
      next.catch(() => {});
      yield rows as Row[];
    }
  } finally {
    // Nothing was written: whatever the connection still holds ends with it.
    client.release(true);
  }
}
