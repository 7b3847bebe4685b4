import type { MeterLog } from './meter-log.ts';

export interface Chore {
  /** What it does, for the log. */
  readonly name: string;
  readonly everyMs: number;
  /** How soon it begins; else after the first pause. */
  readonly firstMs?: number;
  readonly work: () => Promise<void>;
}

const retryMs = 1000;

/** Does something again and again, never twice at once. That it fails is said once, and that it works again. */
export function repeat({ name, everyMs, firstMs = everyMs, work }: Chore, log: MeterLog): { stop(): Promise<void> } {
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function attempt(): Promise<void> {
    try {
      await work();
      if (isFailing) log.info({ chore: name }, 'It works again');
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.warn({ chore: name, message: (error as Error).message }, 'It failed and is tried again until it works');
      isFailing = true;
    }
    plan(isFailing ? Math.max(everyMs, retryMs) : everyMs);
  }

  function plan(ms: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = attempt();
    }, ms).unref();
  }

  plan(firstMs);
  return {
    /** Waits for what is under way. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
