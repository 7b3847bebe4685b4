import pg from 'pg';

export interface ListenDeps {
  readonly connectionString: string;
  /** What to do when a channel speaks, by the channel's name. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Listening began or began anew: what was said meanwhile is unknown. */
  onConnected(): void;
}

const reconnectAfterMs = 1000;

/** Listens for as long as the process lives; a lost connection is opened again. */
export function listen(deps: ListenDeps): { stop(): Promise<void> } {
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
      application_name: 'orgdex listener',
    });
    client = next;
    next.on('error', () => retry(next));
    next.on('end', () => retry(next));
    next.on('notification', ({ channel, payload }) => deps.channels[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(deps.channels)) await next.query(`LISTEN ${channel}`);
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
