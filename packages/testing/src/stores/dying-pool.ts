import type { Client, Pool } from '../../../server/src/stores/postgres/pool.ts';

/**
 * A pool whose connections are all lost at a statement, as if the process were killed there. Open transactions are rolled
 * back.
 */
export function dyingPool(pool: Pool, atStatement: number): Pool {
  let left = atStatement;
  const live = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const connect = async (): Promise<Client> => {
    live();
    const client = await pool.connect();
    const { query, release } = client;
    return Object.assign(client, {
      query: (...args: unknown[]) => {
        live();
        return Reflect.apply(query, client, args);
      },
      release: () => Reflect.apply(release, client, [true]),
    });
  };
  const query = (...args: unknown[]) => {
    live();
    return Reflect.apply(pool.query, pool, args);
  };
  return Object.create(pool, { connect: { value: connect }, query: { value: query } });
}
