import pg from 'pg';
import { keyChannel } from './api-keys.ts';

export interface KeyChangeDeps {
  readonly connectionString: string;
  /** A key was revoked. */
  onRevoked(id: string): void;
  /** Listening began or began anew: what was said meanwhile is unknown. */
  onConnected(): void;
}

const reconnectAfterMs = 1000;

/** Listens for revoked keys, for as long as the process lives; a lost connection is opened again. */
export function listenForKeyChanges(deps: KeyChangeDeps): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function retry(lost: pg.Client): void {
    if (lost !== client) return;
    client = undefined;
    lost.end().catch(() => {});
    if (!isStopped) timer = setTimeout(() => void connect(), reconnectAfterMs).unref();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: deps.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      application_name: 'orgdex keys',
    });
    client = next;
    next.on('error', () => retry(next));
    next.on('end', () => retry(next));
    next.on('notification', ({ payload }) => deps.onRevoked(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${keyChannel}`);
      deps.onConnected();
    } catch {
      retry(next);
    }
  }

  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
