import pg from 'pg';

export interface ListenDeps {
  readonly connectionString: string;
  /** The handler of each channel, by channel name. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /**
   * Called when listening starts, and again after each reconnection. Notifications sent while disconnected are lost.
   */
  onConnected(): void;
}

const reconnectAfterMs = 1000;

/** Listens until it is stopped, and reconnects if the connection is lost. */
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
