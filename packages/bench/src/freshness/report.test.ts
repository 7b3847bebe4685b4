import { expect, test } from 'vitest';
import { type KindName, kindNames } from './kinds.ts';
import { brokenOf, type Measured, toFreshnessPage } from './report.ts';
import type { Lag } from './trial.ts';
import { ways } from './ways.ts';

const lag = (kind: KindName, lastOldMs: number, behindMs: number): Lag => ({
  ...{ kind, lastOldMs, behindMs, firstNewMs: lastOldMs + 10, firstNewSinceBegunMs: lastOldMs + 500, wrong: [] },
});
const quick = kindNames.map((kind) => lag(kind, 300, 100));
const told = (...lags: Lag[]): Measured => ({ way: ways.told, lags: [...quick, ...lags] });
const deaf = (...lags: Lag[]): Measured => ({ way: ways.allDeaf, lags: [...quick, ...lags] });

test('what is in time is kept', () => {
  expect(brokenOf([told(), deaf()])).toEqual([]);
});

test.each<KindName>(['a name is updated', 'two companies are merged', 'a person opts out'])(
  '%s: two seconds after the command, where all are told',
  (kind) => {
    expect(brokenOf([told(lag(kind, 2001, 100))])).toEqual([
      `all are told: ${kind}: old for 2001 ms, after the command`,
    ]);
    expect(brokenOf([deaf(lag(kind, 2001, 100))])).toEqual([]);
  },
);

test('two seconds behind, in every way and of everything', () => {
  const late = lag('a person is added', 5000, 2001);
  for (const results of [[told(late)], [deaf(late)]]) {
    expect(brokenOf(results)).toEqual([expect.stringMatching(/: a person is added: old for 2001 ms, behind$/)]);
  }
});

test('the words follow from the tables', () => {
  const page = toFreshnessPage('Facts.', [
    told(lag('a company gets its first person', 4364, 116)),
    deaf(lag('a person is added', 700, 1404)),
  ]);
  expect(page).toMatch(/^Facts\.\n\n- \*\*Behind\*\*/);
  for (const words of [
    'at most 1,404 ms longer (a person is added; nobody hears anything',
    'a name is updated, 300 ms; two companies are merged, 300 ms; a person opts out, 300 ms. 2,000 ms are promised: kept.',
    'a company gets its first person (all are told), 4,364 ms; remembering was at most 116 ms of it',
    '| a company gets its first person | 300 / 4,364 / 4,364 | 100 / 116 / 116 |',
  ]) {
    expect(page).toContain(words);
  }
  expect(toFreshnessPage('', [told(lag('a name is updated', 2500, 0))])).toContain('promised: **missed**');
});
