import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { compareOrders } from '../../src/matching/orders.ts';
import { type MatchingReport, measureMatching } from '../../src/matching/report.ts';

/** A small size for CI; `npm run measure:matching` measures the full size. */
const companies = 1000;
let installation: Installation;
let report: MatchingReport;

beforeAll(async () => {
  installation = await openInstallation();
  report = await measureMatching(installation, companies);
});

afterAll(() => installation?.close());

test('links by identifier are right, and very few are missed', () => {
  const { precision, recall, right } = report.identifiers;
  expect(right).toBeGreaterThan(companies);
  expect(precision).toBeGreaterThanOrEqual(0.999);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

test('links by identifier between web records are right, and very few are missed', () => {
  const { precision, recall, right } = report.webIdentifiers;
  expect(right).toBeGreaterThan(companies / 10);
  expect(precision).toBeGreaterThanOrEqual(0.999);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

test('links by name and location are right, and most are found', () => {
  const { precision, recall } = report.names;
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.5);
});

test('a match run needs less than 300 MB', () => {
  expect(Math.max(...report.memory)).toBeLessThan(300);
});

test('a dataset gives the same companies and profiles in three load orders and file splits', async () => {
  const { companies: count, different } = await compareOrders({ seed: 2, companies: 500 }, 3);
  expect(count).toBeGreaterThan(500);
  expect(different).toEqual([]);
});
