import { expect, test } from 'vitest';
import type { PeerResult } from './peer-rounds.ts';
import { ratiosOf, toSection } from './peers-report.ts';
import type { Sample } from './system.ts';

const seen = (perSecond: number, cpuUs: Sample['cpuUs']): Sample => ({ perSecond, p50Ms: 1, p99Ms: 30, cpuUs });
const round = (full: number, sql: number) => ({
  'full service': seen(full, { own: 120, OpenSearch: 50, PostgreSQL: 4, Redis: 6 }),
  'PostgreSQL, SQL': seen(sql, { PostgreSQL: 90 }),
});

const result: PeerResult = {
  ...{ operation: 'lookup-id', traffic: 'unique', companies: 25_000 },
  bytes: { 'full service': 2000, 'PostgreSQL, SQL': 2000 },
  // The machine was slow in the last round, for both systems.
  rounds: [round(4000, 8000), round(4000, 8400), round(400, 880)],
  failures: [],
};

test('ratios are computed within a round, so a slow machine does not change them', () => {
  expect(ratiosOf(result, 'PostgreSQL, SQL')).toEqual([2, 2.1, 2.2]);
});

test('a row has the rate, the ratio, the CPU time of each part and the response size', () => {
  const section = toSection(result);
  expect(section).toContain('### Company by id, unique keys');
  expect(section).toContain('25,000 companies.');
  expect(section).toContain('| PostgreSQL, SQL | 8,000 (4,440–8,200) | 2.10 (2.05–2.15) | 90 | 1.00 | 30.0 | 2,000 |');
  expect(section).toContain('180: own 120, OpenSearch 50, PostgreSQL 4, Redis 6');
});

test('the section reports a system that failed', () => {
  const broken = { ...result, bytes: { ...result.bytes, yente: 300 }, failures: ['yente: it exited'] };
  expect(toSection(broken)).toContain('Failed: yente: it exited');
  expect(toSection(broken)).not.toContain('| yente |');
});

test('an operation that the full service was not measured with has no ratio', () => {
  const alone = { ...result, bytes: { yente: 300 }, rounds: [{ yente: seen(100, { own: 9000, OpenSearch: 900 }) }] };
  expect(toSection({ ...alone, operation: 'search-name' })).toContain('| yente | 100 (100–100) | – | 9,900: own 9,000');
});
