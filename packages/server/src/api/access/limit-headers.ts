import type { Decision, Window } from '../../stores/redis/gcra.ts';

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The limits of a key and what is left of each, as structured fields; each window is named by its length. */
export function limitHeaders(windows: readonly Window[], decision: Decision): Record<string, string> {
  return {
    'ratelimit-policy': windows
      .map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${seconds(windowMs)}`)
      .join(', '),
    ratelimit: decision.windows
      .map(({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${seconds(resetMs)}`)
      .join(', '),
  };
}
