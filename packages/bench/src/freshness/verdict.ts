import type { KindName } from './change-kinds.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { Lag } from './trial.ts';

/** The guarantee: a request that is sent later than this does not get the old response. */
export const longestMs = 2000;

/** Measured from the end of the command, or from the last old response of the process without a cache. */
export const sinceNames = { lastOldMs: 'after the command', behindMs: 'cache delay' } as const;
export type Since = keyof typeof sinceNames;

/** For these the guarantee counts from the end of the command if all processes are notified, so it includes publishing. */
export const promisedKinds: readonly KindName[] = [
  'a name is updated',
  'two companies are merged',
  'a person opts out',
];

/** The violations; empty if the guarantee holds. */
export function judge(lags: readonly Lag[], since: Since): string[] {
  const late = lags.filter((lag) => lag[since] > longestMs);
  const never = lags.filter(({ firstNewMs }) => !Number.isFinite(firstNewMs));
  const wrong = lags.flatMap(({ kind, wrong: answers }) => [...new Set(answers)].map((what) => `${kind}: ${what}`));
  return [
    ...late.map((lag) => `${lag.kind}: old for ${Math.round(lag[since])} ms, ${sinceNames[since]}`),
    ...never.map(({ kind }) => `${kind}: never observed`),
    ...wrong,
  ];
}

/** The violations of the guarantees of this scenario, each once. */
export function judgeScenario(scenario: Scenario, lags: readonly Lag[]): string[] {
  const promised = scenario === scenarios.allNotified ? lags.filter(({ kind }) => promisedKinds.includes(kind)) : [];
  return [...new Set([...judge(lags, 'behindMs'), ...judge(promised, 'lastOldMs')])];
}

const share = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;

/** Statistics of one kind. A change that is visible at once counts as 0. */
export function summarize(lags: readonly Lag[], since: Since) {
  const sorted = lags.map((lag) => Math.max(0, lag[since])).toSorted((a, b) => a - b);
  return { medianMs: share(sorted, 0.5), p99Ms: share(sorted, 0.99), latestMs: share(sorted, 1) };
}
