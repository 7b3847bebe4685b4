import { expect, test } from 'vitest';
import { type KindName, kindNames } from './change-kinds.ts';
import { brokenOf, type Measured, toFreshnessPage } from './report.ts';
import { scenarios } from './scenarios.ts';
import type { Lag } from './trial.ts';

const lag = (kind: KindName, lastOldMs: number, behindMs: number): Lag => ({
  ...{ kind, lastOldMs, behindMs, firstNewMs: lastOldMs + 10, firstNewSinceBegunMs: lastOldMs + 500, wrong: [] },
});
const quick = kindNames.map((kind) => lag(kind, 300, 100));
const allNotified = (...lags: Lag[]): Measured => ({ scenario: scenarios.allNotified, lags: [...quick, ...lags] });
const unnotified = (...lags: Lag[]): Measured => ({ scenario: scenarios.noneNotified, lags: [...quick, ...lags] });

test('changes within the limit meet the guarantee', () => {
  expect(brokenOf([allNotified(), unnotified()])).toEqual([]);
});

test.each<KindName>(['a name is updated', 'two companies are merged', 'a person opts out'])(
  '%s: guaranteed two seconds after the command if all processes are notified',
  (kind) => {
    expect(brokenOf([allNotified(lag(kind, 2001, 100))])).toEqual([
      `all processes are notified: ${kind}: old for 2001 ms, after the command`,
    ]);
    expect(brokenOf([unnotified(lag(kind, 2001, 100))])).toEqual([]);
  },
);

test('a cache delay of two seconds is guaranteed for every change in every scenario', () => {
  const late = lag('a person is added', 5000, 2001);
  for (const results of [[allNotified(late)], [unnotified(late)]]) {
    expect(brokenOf(results)).toEqual([expect.stringMatching(/: a person is added: old for 2001 ms, cache delay$/)]);
  }
});

test('the summary follows from the tables', () => {
  const page = toFreshnessPage('Facts.', [
    allNotified(lag('a company gets its first person', 4364, 116)),
    unnotified(lag('a person is added', 700, 1404)),
  ]);
  expect(page).toMatch(/^Facts\.\n\n- \*\*Cache delay\*\*/);
  for (const words of [
    'at most 1,404 ms (a person is added; no process is notified)',
    'a name is updated, 300 ms; two companies are merged, 300 ms; a person opts out, 300 ms. Guaranteed: 2,000 ms: met.',
    'a company gets its first person (all processes are notified), 4,364 ms; the cache was at most 116 ms of it',
    '| a company gets its first person | 300 / 4,364 / 4,364 | 100 / 116 / 116 |',
  ]) {
    expect(page).toContain(words);
  }
  expect(toFreshnessPage('', [allNotified(lag('a name is updated', 2500, 0))])).toContain('2,000 ms: **missed**');
});
