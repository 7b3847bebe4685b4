import { expect, test } from 'vitest';
import type { Sample } from './rounds.ts';
import { areComparable, type CaseResult, ratiosOf, speedSection } from './speed.ts';

const seen = (perSecond: number): Sample => ({
  ...{ operations: perSecond, perSecond, serviceCpuUs: 100, opensearchCpuUs: 50 },
  ...{ p50Ms: 1, p90Ms: 2, p99Ms: 30 },
});
const round = (opensearchOnly: number, withoutAccess: number, fullService: number) => ({
  opensearchOnly: seen(opensearchOnly),
  withoutAccess: seen(withoutAccess),
  fullService: seen(fullService),
});

const result: CaseResult = {
  ...{ name: 'lookup-id', traffic: 'unique', connections: 64, companies: 250_000, laps: 0.5 },
  // The machine was slow in the last round, for all variants.
  rounds: [round(10_000, 6000, 3500), round(10_000, 5800, 3700), round(1000, 590, 360)],
};
const conditions = {
  machine: { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24'], day: '2026-01-01' },
  ...{ rounds: 3, seconds: 2, perSecond: 100 },
};

test('ratios are computed within a round, so a slow machine does not change them', () => {
  expect(ratiosOf(result, 'withoutAccess')).toEqual([0.6, 0.58, 0.59]);
});

test('a row has requests per second, the ratio with its quartiles, its goal and the CPU of service and OpenSearch', () => {
  const report = {
    ...conditions,
    people: 1_000_000,
    since: '2026-01-01',
    results: [result, { ...result, workers: 2 }],
  };
  const text = speedSection.toText(report);
  expect(text).toContain(
    '| lookup by id, unique keys | 10,000 / 5,800 / 3,500 | 0.36 (0.35–0.36) | 0.4 | 100 + 50 |  |',
  );
  expect(text).toContain('| lookup by id, unique keys, 2 workers |');
});

test('results are comparable on the same machine with the same options, on any day', () => {
  const later = { ...conditions, machine: { ...conditions.machine, day: '2026-02-01' } };
  expect(areComparable(conditions, later)).toBe(true);
  expect(areComparable(conditions, { ...conditions, rounds: 4 })).toBe(false);
  expect(areComparable(conditions, { ...conditions, machine: { ...conditions.machine, nodes: 3 } })).toBe(false);
});
