import { expect, test } from 'vitest';
import { runInput } from '../../src/input/run.ts';

// `npm run measure:input` sends 100,000 cases.
test('no value in any parameter leads to a 5xx, a response without the error object or a forbidden query', async () => {
  const { findings, statuses, cases, queries } = await runInput({ count: 3000, note: () => {} });
  expect(findings).toEqual([]);
  expect(cases).toBe(3000);
  expect(queries).toBeGreaterThan(100);
  // The rest of each request is valid, so that the values get past the first check.
  expect(statuses['200']).toBeGreaterThan(500);
});
