import type { Client, Pool } from '../../../server/src/stores/postgres/pool.ts';

type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;

/** A statement with settings of its own. */
interface Statement {
  text?: string;
  values?: unknown[];
}

/** Called before each statement, with the query function of its connection: its own statements are not intercepted. */
export type Intercept = (query: Query, text: string, values: unknown[]) => void | Promise<void>;

/** Calls `intercept` before each statement of a pool; copies and calls of the driver itself are left out. */
export function interceptQueries(pool: Pool, intercept: Intercept): void {
  const known = new WeakSet<object>();
  const watch = (client: Client): Client => {
    if (known.has(client)) return client;
    known.add(client);
    const query = client.query.bind(client) as unknown as Query;
    const own = async (...args: unknown[]) => {
      const [given, values = (given as Statement).values ?? []] = args as [string | Statement, unknown[]?];
      const text = typeof given === 'string' ? given : given.text;
      if (text !== undefined) await intercept(query, text, values);
      return query(...(args as Parameters<Query>));
    };
    const isOwn = (args: readonly unknown[]) =>
      typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown }).submit === 'function';
    return Object.assign(client, {
      query: (...args: unknown[]) => (isOwn(args) ? query(...(args as Parameters<Query>)) : own(...args)),
    });
  };
  const connect = pool.connect.bind(pool);
  Object.assign(pool, {
    connect: async () => watch(await connect()),
    async query(text: string, values?: unknown[]) {
      const client = watch(await connect());
      try {
        return await client.query(text, values);
      } finally {
        client.release();
      }
    },
  });
}
