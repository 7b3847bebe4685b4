import { expect, test } from 'vitest';
import type { Seen } from './rounds.ts';
import type { CaseResult } from './speed.ts';
import { describeResult, ratiosOf, titleOf, toChart, toTables } from './speed-report.ts';

const seen = (perSecond: number): Seen => ({
  ...{ questions: perSecond, perSecond, serviceCpuUs: 100, engineCpuUs: 50 },
  ...{ p50Ms: 1, p90Ms: 2, p99Ms: 30 },
});
const round = (bare: number, off: number, on: number) => ({ bare: seen(bare), off: seen(off), on: seen(on) });

const result: CaseResult = {
  ...{ name: 'lookup-id', traffic: 'different', connections: 64, companies: 250_000, laps: 0.5 },
  // The machine was slow in the last round, for all alike.
  rounds: [round(10_000, 6000, 3500), round(10_000, 5800, 3700), round(1000, 590, 360)],
};

test('ratios are taken within a round, so a slow moment for all changes nothing', () => {
  expect(ratiosOf(result, 'off')).toEqual([0.6, 0.58, 0.59]);
});

test('the table says which goal is reached and which is missed', () => {
  const table = toTables([result], 100);
  expect(table).toContain('**0.59 (0.58–0.59)** ≥ 0.5');
  expect(table).toContain('0.36 (0.35–0.36), goal 0.4 **missed**');
  expect(table).toContain('each another of 250,000 |');
  expect(table).toContain('| 100 / 100 | 50 / 50 / 50 |');
});

test('a list that was asked more than once round says so', () => {
  expect(toTables([{ ...result, laps: 12.3 }], 100)).toContain('each another of 250,000, 12 times round');
});

test('the open model has a table of its own', () => {
  const latency = { p50Ms: 0.5, p90Ms: 0.75, p99Ms: 12 };
  const table = toTables([{ ...result, latency: { bare: latency, off: latency, on: latency } }], 100);
  expect(table).toContain('At 100 requests per second');
  expect(table).toContain('| 0.50 / 0.50 / 0.50 | 0.75 / 0.75 / 0.75 | 12.0 / 12.0 / 12.0 |');
});

test('a very large company is compared with an ordinary one', () => {
  const of = (name: string, p99Ms: number): CaseResult => {
    const latency = { p50Ms: 1, p90Ms: 2, p99Ms };
    return { ...result, name, latency: { bare: latency, off: latency, on: latency } };
  };
  const table = toTables([of('people-all-1-200', 4), of('people-all-50000', 10)], 100);
  expect(table).toContain('people, no filter, 50,000 people: its p99 is that of 1–200 people × 2.50 off, 2.50 on');
  expect(toTables([of('people-all-50000', 10)], 100)).not.toContain('its p99');
});

test.each([
  ['lookup-fqdn', 'lookup by fqdn'],
  ['people-class-50000', 'people by seniority and department, 50,000 people'],
  ['people-all-1-200', 'people, no filter, 1–200 people'],
])('%s reads as: %s', (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test('the picture shows a bar for each way and its goal', () => {
  const svg = toChart([result], 64);
  expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(svg).toContain('lookup by id, each another');
  expect(svg.match(/stroke="#cf222e"/g)).toHaveLength(2);
  expect(svg).not.toContain('NaN');
});

test('whoever waits reads the ratios first', () => {
  expect(describeResult(result)).toMatch(/^lookup-id different 64: off ÷ bare 0\.59 .*, on ÷ bare 0\.36/);
});
