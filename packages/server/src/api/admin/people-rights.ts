import { setTimeout as sleep } from 'node:timers/promises';
import type { Erasure, ErasureTerms, ExpiryStatus, HeldData, PersonTerms } from '@orgdex/contract';
import type { Logger } from 'pino';
import { runPeriodically } from '../../core/async/periodic-task.ts';
import { erase } from '../../pipeline/privacy/erase.ts';
import { type MaxAges, readExpiryStatus } from '../../pipeline/privacy/expire.ts';
import { exportPerson } from '../../pipeline/privacy/held-data.ts';
import type { Operator } from '../http/admin-endpoint.ts';
import { checkCountry, type OptOutDeps, recordingAs } from './opt-outs.ts';

export interface RightsDeps extends OptOutDeps {
  readonly maxAges: MaxAges;
  readonly erasures: PendingErasures;
}

/** How long to search for a person: the rows of unfinished imports have no index. */
export const exportMs = 10_000;

/** Everything that is stored about a person. */
export function getHeldData(deps: OptOutDeps, operator: Operator, terms: PersonTerms): Promise<HeldData> {
  checkCountry(terms);
  return exportPerson(recordingAs(deps, operator), terms);
}

/** What would expire, and when people last did. */
export const getExpiry = (deps: RightsDeps): Promise<ExpiryStatus> => readExpiryStatus(deps);

/** Erases a person, except for what the indices still need. */
export async function erasePerson(
  deps: OptOutDeps,
  operator: Operator,
  { reason, ...terms }: ErasureTerms,
): Promise<Erasure> {
  checkCountry(terms);
  return { ...(await erase(recordingAs(deps, operator), terms, reason)), complete: false };
}

/** How long a response waits until no index contains the person. */
const completeMs = 3000;

/** Waits a moment for the rest: usually it takes less than a second. */
export const completeErasure = async ({ erasures }: RightsDeps, erasure: Erasure): Promise<Erasure> => ({
  ...erasure,
  complete: erasure.people === 0 || (await erasures.complete(completeMs)),
});

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
