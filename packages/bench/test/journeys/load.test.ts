import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { type LoadReport, loadAndMeasure } from '../../src/imports/load-report.ts';

/** A small size for CI; `npm run measure:load` measures 100,000 companies and 400,000 people. */
let installation: Installation;
let report: LoadReport;

beforeAll(async () => {
  installation = await openInstallation();
  report = await loadAndMeasure(installation, 2000, 8000);
});

afterAll(() => installation?.close());

test('every row is imported and published: three documents for each company', async () => {
  const { rows } = await installation.pool.query(
    `SELECT (SELECT 3 * count(*) FROM company) + (SELECT count(*) FROM company WHERE roster_version > 0)
       + (SELECT count(*) FROM employment WHERE NOT removed)
       + (SELECT count(*) FROM identifier WHERE split_part(identifier, ':', 1) IN ('abn', 'fqdn', 'network')) AS count`,
  );
  expect(report.documents).toBe(Number(rows[0].count));
  expect(report.bulk.documents).toBe(report.documents);
});

test('importing the same file again changes neither database nor OpenSearch', () => {
  expect(report.again).toMatchObject({ unchanged: report.rows, accepted: 0, written: 0 });
});

test('an import and a publish need less than 300 MB each', () => {
  expect(Math.max(...report.importing.memory)).toBeLessThan(300);
  expect(Math.max(...report.publishing.memory)).toBeLessThan(300);
});
