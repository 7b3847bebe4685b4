import { setTimeout as sleep } from 'node:timers/promises';
import { type ProblemCode, problems } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { slowId } from './dataset.ts';

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
