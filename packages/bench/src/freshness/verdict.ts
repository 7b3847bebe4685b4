import type { KindName } from './kinds.ts';
import type { Lag } from './trial.ts';
import { type Way, ways } from './ways.ts';

/** What is promised: nobody who asks later than this gets the old answer. */
export const longestMs = 2000;

/** After the end of the command, or after the same was old for the last time where nothing is remembered. */
export const sinceWords = { lastOldMs: 'after the command', behindMs: 'behind' } as const;
export type Since = keyof typeof sinceWords;

/** Of these it is promised from the end of the command, where all are told: publishing is in it. */
export const promisedKinds: readonly KindName[] = [
  'a name is updated',
  'two companies are merged',
  'a person opts out',
];

/** What is wrong, in words; nothing: the promise is kept. */
export function judge(lags: readonly Lag[], since: Since): string[] {
  const late = lags.filter((lag) => lag[since] > longestMs);
  const never = lags.filter(({ firstNewMs }) => !Number.isFinite(firstNewMs));
  const wrong = lags.flatMap(({ kind, wrong: answers }) => [...new Set(answers)].map((what) => `${kind}: ${what}`));
  return [
    ...late.map((lag) => `${lag.kind}: old for ${Math.round(lag[since])} ms, ${sinceWords[since]}`),
    ...never.map(({ kind }) => `${kind}: never seen`),
    ...wrong,
  ];
}

/** What was promised for this way and not kept, each once. */
export function judgeWay(way: Way, lags: readonly Lag[]): string[] {
  const promised = way === ways.told ? lags.filter(({ kind }) => promisedKinds.includes(kind)) : [];
  return [...new Set([...judge(lags, 'behindMs'), ...judge(promised, 'lastOldMs')])];
}

const share = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;

/** Of one kind; what was seen at once counts as 0. */
export function summarise(lags: readonly Lag[], since: Since) {
  const sorted = lags.map((lag) => Math.max(0, lag[since])).toSorted((a, b) => a - b);
  return { medianMs: share(sorted, 0.5), p99Ms: share(sorted, 0.99), latestMs: share(sorted, 1) };
}
