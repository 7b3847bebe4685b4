import { openLedger } from '../../../server/src/stores/postgres/pool.ts';
import { openProxy } from './cuttable-proxy.ts';

/** A connection to a ledger that a test can cut. */
export async function openCuttableLedger(ledgerUrl: string) {
  const proxy = await openProxy(new URL(ledgerUrl));
  const url = new URL(ledgerUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const pool = openLedger(url.href);
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
