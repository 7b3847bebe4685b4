import { afterAll, beforeAll, expect, test } from 'vitest';
import { leakyCheck, ourCheck, timeGuesses } from '../../../testing/src/access/key-timing.ts';
import { testAudit } from '../../../testing/src/data/test-service.ts';
import { openEmptyDatabase } from '../../../testing/src/stores/database.ts';
import { issueKey } from '../../src/api/access/key-changes.ts';

const samples = 2000;
const limit = 4.5;

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let real: string;
beforeAll(async () => {
  database = await openEmptyDatabase();
  const terms = { account: 'acme', scopes: ['company:read' as const] };
  real = (await issueKey({ pool: database.pool, ...testAudit }, { terms, makeAccount: true })).key;
});
afterAll(() => database?.drop());

test('a wrong key is rejected in the same time, however long a prefix it shares with a real one', async () => {
  const timing = await timeGuesses(ourCheck(database.pool), real, samples);
  expect(Math.abs(timing.t), JSON.stringify(timing)).toBeLessThan(limit);
});

test('a comparison that takes longer for a matching prefix would be detected', async () => {
  const timing = await timeGuesses(await leakyCheck(database.pool, real), real, samples);
  expect(Math.abs(timing.t), JSON.stringify(timing)).toBeGreaterThan(limit);
});
