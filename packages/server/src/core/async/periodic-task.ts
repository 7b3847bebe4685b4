/** The part of a logger that background work needs. */
export interface TaskLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

export interface PeriodicTask {
  /** Name of the task, for the log. */
  readonly name: string;
  readonly everyMs: number;
  /** Delay before the first run; default: one pause. */
  readonly firstMs?: number;
  readonly work: () => Promise<void>;
}

const retryMs = 1000;

/** Runs a task repeatedly, never concurrently. Logs the first failure and the recovery. */
export function runPeriodically(
  { name, everyMs, firstMs = everyMs, work }: PeriodicTask,
  log: TaskLog,
): { stop(): Promise<void> } {
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function attempt(): Promise<void> {
    try {
      await work();
      if (isFailing) log.info({ task: name }, 'background task recovered');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ task: name, message: (error as Error).message }, 'background task failed; retrying');
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
    /** Waits for the run in progress. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
