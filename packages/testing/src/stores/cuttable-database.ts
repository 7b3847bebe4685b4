import { openPool } from '../../../server/src/stores/postgres/pool.ts';
import { openProxy } from './cuttable-proxy.ts';

/** A connection to a database that a test can cut. */
export async function openCuttableDatabase(databaseUrl: string) {
  const proxy = await openProxy(new URL(databaseUrl));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const pool = openPool(url.href);
  return {
    proxy,
    url: url.href,
    pool,
    /** Closes the proxy first: a connection into a black hole does not end by itself. */
    async close(): Promise<void> {
      proxy.close();
      await pool.end();
    },
  };
}
