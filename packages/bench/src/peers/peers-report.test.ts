import { expect, test } from 'vitest';
import type { PeerResult } from './peer-rounds.ts';
import { ratiosOf, toSection } from './peers-report.ts';
import type { Seen } from './side.ts';

const seen = (perSecond: number, cpuUs: Seen['cpuUs']): Seen => ({ perSecond, p50Ms: 1, p99Ms: 30, cpuUs });
const round = (on: number, sql: number) => ({
  'service, all on': seen(on, { own: 120, OpenSearch: 50, PostgreSQL: 4, Redis: 6 }),
  'PostgreSQL, SQL': seen(sql, { PostgreSQL: 90 }),
});

const result: PeerResult = {
  ...{ question: 'lookup-id', traffic: 'different', companies: 25_000 },
  bytes: { 'service, all on': 2000, 'PostgreSQL, SQL': 2000 },
  // The machine was slow in the last round, for both alike.
  rounds: [round(4000, 8000), round(4000, 8400), round(400, 880)],
  failures: [],
};

test('ratios are taken within a round, so a slow moment for all changes nothing', () => {
  expect(ratiosOf(result, 'PostgreSQL, SQL')).toEqual([2, 2.1, 2.2]);
});

test('a line says how many, how that compares, whose time it took and how much was answered', () => {
  const section = toSection(result);
  expect(section).toContain('### Company by id, each request another company');
  expect(section).toContain('25,000 companies.');
  expect(section).toContain('| PostgreSQL, SQL | 8,000 (4,440–8,200) | 2.10 (2.05–2.15) | 90 | 1.00 | 30.0 | 2,000 |');
  expect(section).toContain('180: own 120, OpenSearch 50, PostgreSQL 4, Redis 6');
});

test('a side that failed is said to have failed', () => {
  const broken = { ...result, bytes: { ...result.bytes, yente: 300 }, failures: ['yente: it ended'] };
  expect(toSection(broken)).toContain('Failed: yente: it ended');
  expect(toSection(broken)).not.toContain('| yente |');
});

test('what our service is not asked has no ratio', () => {
  const alone = { ...result, bytes: { yente: 300 }, rounds: [{ yente: seen(100, { own: 9000, OpenSearch: 900 }) }] };
  expect(toSection({ ...alone, question: 'search-name' })).toContain('| yente | 100 (100–100) | – | 9,900: own 9,000');
});
