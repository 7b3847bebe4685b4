import { setTimeout as sleep } from 'node:timers/promises';
import { type ProblemCode, problems } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import type { Dataset } from '../../stores/opensearch/dataset.ts';
import type { ServedGeneration } from '../../stores/opensearch/index-reader.ts';
import { sandboxCompanies, slowId } from './dataset.ts';
import { ensureSandbox, type SandboxDeps } from './ensure-sandbox.ts';

const ids = sandboxCompanies.map(({ id }) => id);
const notFoundHint = `This is a test key, which only has access to test companies. Their ids are ${ids.join(', ')}.`;

/** How often the indices are checked: OpenSearch may have lost them. */
const checkEveryMs = 60_000;

/** The dataset of test keys. It is available once `refresh` has succeeded, which can be called any number of times. */
export function openSandbox(deps: SandboxDeps): { dataset: Dataset; refresh(): Promise<void> } {
  let served: ServedGeneration | undefined;
  let isBusy = false;
  let lookedAt = 0;
  return {
    async refresh() {
      if (isBusy || (served && Date.now() - lookedAt < checkEveryMs)) return;
      isBusy = true;
      try {
        served = await ensureSandbox(deps);
        lookedAt = Date.now();
      } finally {
        isBusy = false;
      }
    },
    dataset: {
      generation() {
        const message = 'The test companies are being prepared.';
        if (!served) throw new Failure('not_ready', { message, retryAfter: 5 });
        return served;
      },
      suppressedAt: () => [],
      simulateProblem,
      notFoundHint,
    },
  };
}

type Special = { problem: ProblemCode; retryAfter?: number } | { waitMs: number };

/** Ids that simulate, for test keys, what a caller cannot cause on purpose: an error, or a slow response. */
export const simulatedProblems: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['sandbox-scope-missing', { problem: 'scope_missing' }],
  ['sandbox-rate-limited', { problem: 'rate_limited', retryAfter: 1 }],
  ['sandbox-quota-exhausted', { problem: 'quota_exhausted', retryAfter: 604_800 }],
  ['sandbox-daily-cap-reached', { problem: 'daily_cap_reached', retryAfter: 3600 }],
  ['sandbox-internal', { problem: 'internal' }],
  ['sandbox-engine-unavailable', { problem: 'engine_unavailable', retryAfter: 1 }],
  ['sandbox-overloaded', { problem: 'overloaded', retryAfter: 1 }],
  [slowId, { waitMs: 1500 }],
]);

/** Simulates what the id of this company stands for: nothing, a delay or a problem. */
export async function simulateProblem(company: string | undefined): Promise<void> {
  const special = simulatedProblems.get(company ?? '');
  if (!special) return;
  if ('waitMs' in special) return sleep(special.waitMs);
  const { problem, ...details } = special;
  throw new Failure(problem, {
    ...details,
    simulated: true,
    message: `${problems[problem].title} This is simulated: the id ${company} always returns this error.`,
  });
}
