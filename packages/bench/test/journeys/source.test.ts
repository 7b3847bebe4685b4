import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { measureSource, type SourceReport } from '../../src/imports/source-report.ts';

/** A small size for CI; `npm run measure:sources` measures the full size. */
const rows = 20_000;
let installation: Installation;
let report: SourceReport;

/** Profile, search and sources. */
const documentsPerCompany = 3;

beforeAll(async () => {
  installation = await openInstallation();
  report = await measureSource(installation, 'au-abr', { rows, publishes: true });
});

afterAll(() => installation?.close());

test('every row is accepted or skipped, and each company has its documents and one identifier', () => {
  const { accepted, skipped, publishing } = report;
  expect(accepted + skipped).toBe(rows);
  expect(publishing?.documents).toBe((documentsPerCompany + 1) * accepted);
});

test('only the changes in the file of the next week are written', () => {
  const { accepted, next, nextPublishing } = report;
  const changed = rows * 0.005;
  expect(next.accepted).toBeGreaterThan(changed / 4);
  expect(next.accepted).toBeLessThan(changed);
  expect(next.unchanged).toBe(accepted - (next.accepted - next.gone) - next.gone);
  // A new company also has an identifier; a removed company keeps its last profile.
  expect(nextPublishing?.written).toBeLessThanOrEqual((documentsPerCompany + 1) * next.accepted);
  expect(nextPublishing?.written).toBeGreaterThanOrEqual(next.accepted - next.gone);
});

test('the same changes are found without fingerprints', () => {
  const { next, nextWithoutFingerprints } = report;
  // The first file has the rows that the next one lacks, and lacks those that are new there.
  expect(Math.abs((nextWithoutFingerprints?.accepted ?? 0) - next.accepted)).toBeLessThan(rows * 0.001);
});

test('an import and a publish need less than 300 MB each', () => {
  const all = [...report.importMemory, ...report.next.memory, ...(report.publishing?.memory ?? [])];
  expect(Math.max(...all)).toBeLessThan(300);
});
