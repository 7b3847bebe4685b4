import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemCode } from '@orgdex/contract';
import { Failure } from '../failure.ts';
import { slowId } from './world.ts';

type Special = { problem: ProblemCode; retryAfter?: number } | { waitMs: number };

/** Ids that show a test key what cannot be provoked at will: a refusal, or an answer that comes late. */
export const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['sandbox-scope-missing', { problem: 'scope_missing' }],
  ['sandbox-rate-limited', { problem: 'rate_limited', retryAfter: 1 }],
  ['sandbox-quota-exhausted', { problem: 'quota_exhausted', retryAfter: 604_800 }],
  ['sandbox-daily-cap-reached', { problem: 'daily_cap_reached', retryAfter: 3600 }],
  ['sandbox-internal', { problem: 'internal' }],
  ['sandbox-engine-unavailable', { problem: 'engine_unavailable', retryAfter: 1 }],
  ['sandbox-overloaded', { problem: 'overloaded', retryAfter: 1 }],
  [slowId, { waitMs: 1500 }],
]);

/** What comes before an answer about this company: nothing, a wait, or the refusal that its id asks for. */
export async function rehearse(company: string | undefined): Promise<void> {
  const special = specials.get(company ?? '');
  if (!special) return;
  if ('waitMs' in special) return sleep(special.waitMs);
  const { problem, ...details } = special;
  throw new Failure(problem, {
    ...details,
    rehearsed: true,
    because: `${company} rehearses this refusal; nothing is wrong`,
  });
}
