import type { Scored } from './score.ts';

/** A match needs this many times the probability of the next candidate. */
const clearMargin = 2;

export interface MatchVerdict<T> {
  readonly status: 'matched' | 'ambiguous' | 'none';
  /** Those that the status is about, the best first. */
  readonly deciding: readonly Scored<T>[];
}

/**
 * What the scores mean: one company, several of which each may be it, or none. Several are ambiguous if they reach the
 * threshold together.
 */
export function decideByScores<T>(scored: readonly Scored<T>[], threshold: number): MatchVerdict<T> {
  const [best, next] = scored;
  if (!best) return { status: 'none', deciding: [] };
  const isClear = !next || best.score >= clearMargin * next.score;
  if (best.score >= threshold && isClear) return { status: 'matched', deciding: [best] };
  let together = 0;
  const deciding: Scored<T>[] = [];
  for (const one of scored) {
    together += one.score;
    deciding.push(one);
    if (together >= threshold && deciding.length > 1) return { status: 'ambiguous', deciding };
  }
  return { status: 'none', deciding: [] };
}
