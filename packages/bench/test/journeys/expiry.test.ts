import { expect, test } from 'vitest';
import { problemsOf } from '../../src/expiry/report.ts';
import { runExpiry } from '../../src/expiry/run.ts';

// `npm run measure:expiry` does the same with a million people.
test('no request fails while people expire, and no one who is too old is left', async () => {
  const result = await runExpiry({ people: 400, perSecond: 15, quietMs: 1000, note: () => {} });
  expect(problemsOf(result)).toEqual([]);
  expect(result.sent.length).toBeGreaterThan(30);
  expect(result.removed).toBeGreaterThan(100);
});
