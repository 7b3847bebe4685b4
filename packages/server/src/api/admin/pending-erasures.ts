import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runPeriodically } from '../../core/async/periodic-task.ts';

const everyMs = 250;

export type PendingErasures = ReturnType<typeof openPendingErasures>;

/**
 * Completes erasures in the background of a server, which publishes meanwhile.
 * @param completeAll completes those it can, and returns how many are left
 */
export function openPendingErasures(completeAll: () => Promise<number>, log: Logger) {
  let requested = 0;
  let completed = 0;
  const task = runPeriodically(
    {
      name: 'complete erasures',
      everyMs,
      async work() {
        const last = requested;
        if (completed < last && (await completeAll()) === 0) completed = last;
      },
    },
    log,
  );
  return {
    /** Call it after an erasure. Returns whether everything is deleted within this time; if not, it follows later. */
    async complete(withinMs: number): Promise<boolean> {
      requested += 1;
      const [own, until] = [requested, Date.now() + withinMs];
      while (completed < own && Date.now() < until) await sleep(everyMs);
      return completed >= own;
    },
    stop: task.stop,
  };
}
