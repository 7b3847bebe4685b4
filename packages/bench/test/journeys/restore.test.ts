import { expect, test } from 'vitest';
import { dump, pointInTime } from '../../src/restore/backups.ts';
import { runDrill } from '../../src/restore/drill.ts';

const companies = 200;

// `npm run drill:restore` also restores the latest state.
test('a restore brings everything back, and nobody who opted out', async () => {
  const results = await runDrill([dump, pointInTime], companies, () => {});
  const good = { differences: [], optOuts: 6, served: 0, keysBefore: true, keysAfter: false };
  expect(results).toMatchObject([good, good]);
  for (const { usageFound, usageExpected } of results) expect(usageFound).toBe(usageExpected);
});
