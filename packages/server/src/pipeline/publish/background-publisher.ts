import type { Logger } from 'pino';
import type { RebuildDeps } from './generation-lifecycle.ts';
import { publishOnce } from './publisher.ts';
import { isPublished, rebuild } from './rebuild.ts';

const pollMs = 1000;
const maxWaitMs = 30_000;

/** Publishes in the background of a serving process: when it is woken, and at least every second. */
export function startPublisher(deps: RebuildDeps, log: Logger) {
  let stopping = false;
  let wake = () => {};
  let failures = 0;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function round(): Promise<void> {
    try {
      const counts = (await isPublished(deps)) ? await publishOnce(deps) : (await rebuild(deps)).counts;
      if (counts.written + counts.deleted + counts.refused > 0) log.info(counts, 'published');
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ message: (error as Error).message, failures }, 'publishing failed; retrying');
    }
  }

  const running = (async () => {
    while (!stopping) {
      await round();
      if (!stopping) await pause(Math.min(maxWaitMs, pollMs * 2 ** Math.min(failures, 5)));
    }
  })();

  return {
    wake: () => wake(),
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await running;
    },
  };
}
