import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { measureSixSources, type SixSourcesReport } from '../../src/imports/six-sources.ts';

/** A small size for CI; `npm run measure:six` measures the full size. */
const [shared, alone] = [400, 600];
let installation: Installation;
let report: SixSourcesReport;

beforeAll(async () => {
  installation = await openInstallation();
  report = await measureSixSources(installation, { shared, alone, note: () => {} });
});

afterAll(() => installation?.close());

test('records of five sources join, and companies of the sixth source stay separate', () => {
  expect(report.companies).toBeGreaterThanOrEqual(shared + alone);
  expect(report.companies).toBeLessThan(report.records - 300);
});

test('every stage has a result and needs less than 350 MB', () => {
  expect(report.stages.map(({ name }) => name)).toEqual([
    ...['au-abr', 'au-asic-companies', 'gleif', 'pdl', 'bigpicture', 'jp-nta'],
    ...['match run', 'rebuild'],
  ]);
  for (const { count, peakMb } of report.stages) {
    expect(count).toBeGreaterThan(0);
    expect(peakMb).toBeLessThan(350);
  }
});

test('the bulk baseline writes as many documents as the rebuild', () => {
  expect(report.bulk.documents).toBe(report.rebuild.documents);
  expect(report.rebuild.documents).toBeGreaterThan(report.companies);
});
