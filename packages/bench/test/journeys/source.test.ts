import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../server/test/support/processes/installation.ts';
import { measureSource, type SourceReport } from '../../src/imports/source-report.ts';

/** The full size is `npm run measure:sources`; here the same at a small one. */
const rows = 20_000;
let installation: Installation;
let report: SourceReport;

beforeAll(async () => {
  installation = await openInstallation();
  report = await measureSource(installation, 'au-abr', { rows, publishes: true });
});

afterAll(() => installation?.close());

test('every row is taken in or skipped, and a company is one document and one identifier', () => {
  const { accepted, skipped, publishing } = report;
  expect(accepted + skipped).toBe(rows);
  expect(publishing?.documents).toBe(2 * accepted);
});

test("of next week's file only what changed is written", () => {
  const { accepted, next, nextPublishing } = report;
  const changed = rows * 0.005;
  expect(next.accepted).toBeGreaterThan(changed / 4);
  expect(next.accepted).toBeLessThan(changed);
  expect(next.unchanged).toBe(accepted - (next.accepted - next.gone) - next.gone);
  // A new company has an identifier beside its document; one that is gone keeps its last word.
  expect(nextPublishing?.written).toBeLessThanOrEqual(2 * next.accepted);
  expect(nextPublishing?.written).toBeGreaterThanOrEqual(next.accepted - next.gone);
});

test('an import and a publish stay below 300 MB', () => {
  const all = [...report.importMemory, ...report.next.memory, ...(report.publishing?.memory ?? [])];
  expect(Math.max(...all)).toBeLessThan(300);
});
