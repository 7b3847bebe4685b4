import { expect, test } from 'vitest';
import type { Sample } from './rounds.ts';
import type { CaseResult } from './speed.ts';
import { describeResult, ratiosOf, titleOf, toChart, toTables } from './speed-report.ts';

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

test('ratios are computed within a round, so a slow machine does not change them', () => {
  expect(ratiosOf(result, 'withoutAccess')).toEqual([0.6, 0.58, 0.59]);
});

test('the table shows which goals are met and missed', () => {
  const table = toTables([result], 100);
  expect(table).toContain('**0.59 (0.58–0.59)** ≥ 0.5');
  expect(table).toContain('0.36 (0.35–0.36), goal 0.4 **missed**');
  expect(table).toContain('unique keys, 250,000 companies |');
  expect(table).toContain('| 100 / 100 | 50 / 50 / 50 |');
});

test('the table shows when a list was used more than once', () => {
  expect(toTables([{ ...result, laps: 12.3 }], 100)).toContain('unique keys, 250,000 companies, list used 12×');
});

test('the table and the chart show how many processes the full service had', () => {
  const both: CaseResult[] = [result, { ...result, workers: 2 }];
  expect(toTables(both, 100)).toContain('| lookup by id, 2 workers | unique keys');
  expect(toChart(both, 64)).toContain('lookup by id, 2 workers, unique keys');
});

test('the constant-rate measurement has a separate table', () => {
  const latency = { p50Ms: 0.5, p90Ms: 0.75, p99Ms: 12 };
  const table = toTables(
    [{ ...result, latency: { opensearchOnly: latency, withoutAccess: latency, fullService: latency } }],
    100,
  );
  expect(table).toContain('At 100 requests per second');
  expect(table).toContain('| 0.50 / 0.50 / 0.50 | 0.75 / 0.75 / 0.75 | 12.0 / 12.0 / 12.0 |');
});

test('a very large company is compared with an ordinary one', () => {
  const of = (name: string, p99Ms: number): CaseResult => {
    const latency = { p50Ms: 1, p90Ms: 2, p99Ms };
    return { ...result, name, latency: { opensearchOnly: latency, withoutAccess: latency, fullService: latency } };
  };
  const table = toTables([of('people-all-1-200', 4), of('people-all-50000', 10)], 100);
  expect(table).toContain(
    'people, no filter, 50,000 people: p99 relative to 1–200 people: 2.50 without access control, 2.50 full service',
  );
  expect(toTables([of('people-all-50000', 10)], 100)).not.toContain('p99 relative');
});

test.each([
  ['lookup-fqdn', 'lookup by fqdn'],
  ['people-class-50000', 'people by seniority and department, 50,000 people'],
  ['people-all-1-200', 'people, no filter, 1–200 people'],
])('%s has the title: %s', (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test('the chart shows a bar for each variant and its goal', () => {
  const svg = toChart([result], 64);
  expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(svg).toContain('lookup by id, unique keys');
  expect(svg.match(/stroke="#cf222e"/g)).toHaveLength(2);
  expect(svg).not.toContain('NaN');
});

test('the console output starts with the ratios', () => {
  expect(describeResult(result)).toMatch(
    /^lookup-id, unique keys, 64 connections: without access control ÷ OpenSearch only 0\.59 .*, full service ÷ OpenSearch only 0\.36/,
  );
});
