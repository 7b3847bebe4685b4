import { type CompanyFacts, type Compared, compareFacts, prior, weightOf } from './features.ts';

export interface Reason {
  readonly feature: string;
  readonly given: string | number | null;
  readonly found: string | number | null;
  readonly weight: number;
}

export interface Scored<T> {
  readonly candidate: T;
  /** The probability that this candidate is the company. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** What contradicts. */
  readonly conflicts: readonly string[];
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const toReason = ({ feature, label, level, given, found }: Compared): Reason => ({
  feature: label,
  given,
  found,
  weight: weightOf(feature, level),
});

/** Scores of 0 and 1 would be certainties, which nothing here gives. */
const bounded = (probability: number): number => Math.min(0.9999, Math.max(0.0001, probability));

/** A candidate, compared with what is given. */
export interface ComparedTo {
  readonly compared: readonly Compared[];
}

/**
 * How likely each candidate is the company that is meant. At most one is, so candidates that fit equally well share the
 * probability: two namesakes get 0.48 each. What the others take from a candidate is one of its reasons, so that the
 * prior and the weights always add up to the score, as log-odds.
 */
export function scoreCompared<T extends ComparedTo>(candidates: readonly T[]): Scored<T>[] {
  const weighed = candidates.map((candidate) => {
    const reasons = candidate.compared.map(toReason);
    const conflicts = candidate.compared.filter(({ level }) => level === 'different').map(({ label }) => label);
    return { candidate, reasons, conflicts, odds: Math.exp(reasons.reduce((sum, { weight }) => sum + weight, prior)) };
  });
  const all = weighed.reduce((sum, { odds }) => sum + odds, 1);
  return weighed
    .map(({ candidate, reasons, conflicts, odds }) => {
      const taken = -Math.log(all - odds);
      const shared = taken < -0.005 ? [othersReason(taken)] : [];
      return {
        candidate,
        score: round(bounded(odds / all), 4),
        reasons: [...reasons, ...shared].map((reason) => ({ ...reason, weight: round(reason.weight, 2) })),
        conflicts,
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** The probability of a candidate with these weights, if this many others fit equally well. */
export function probabilityAmong(weights: readonly number[], others: number): number {
  const odds = Math.exp(weights.reduce((sum, weight) => sum + weight, prior));
  return round(bounded(odds / (1 + odds * (1 + others))), 4);
}

/** Compares and scores. */
export const scoreCandidates = <T extends { readonly facts: CompanyFacts }>(
  given: CompanyFacts,
  candidates: readonly T[],
): Scored<T>[] =>
  scoreCompared(candidates.map((candidate) => ({ candidate, compared: compareFacts(given, candidate.facts) }))).map(
    ({ candidate: { candidate }, ...scored }) => ({ ...scored, candidate }),
  );

const othersReason = (weight: number): Reason => ({ feature: 'other_candidates', given: null, found: null, weight });

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
