import type { limitHeaders as headersOfContract } from '@orgdex/contract';
import type { Decision, Window } from '../../stores/redis/gcra.ts';

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The contract lists and describes them. */
type LimitHeaders = Record<Lowercase<keyof typeof headersOfContract>, string>;

/** The limits of a key and what is left of each, as structured fields; each window is named by its length. */
export function limitHeaders(windows: readonly Window[], decision: Decision): LimitHeaders {
  return {
    'ratelimit-policy': windows
      .map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${seconds(windowMs)}`)
      .join(', '),
    ratelimit: decision.windows
      .map(({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${seconds(resetMs)}`)
      .join(', '),
  };
}
