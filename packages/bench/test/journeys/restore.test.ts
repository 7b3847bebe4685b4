import { expect, test } from 'vitest';
import { dump, pointInTime } from '../../src/restore/backups.ts';
import { runDrill } from '../../src/restore/drill.ts';

// `npm run bench -- restore` also restores the latest state.
test('a restore brings everything back, and nobody who opted out', async () => {
  const results = await runDrill([dump, pointInTime], 200);
  const good = { differences: [], optOuts: 6, served: 0, keysBefore: true, keysAfter: false };
  expect(results).toMatchObject([good, good]);
  for (const { usageFound, usageExpected } of results) expect(usageFound).toBe(usageExpected);
});
