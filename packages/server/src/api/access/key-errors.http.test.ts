import { type KeyMode, keyModes } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mistakesOf } from '../../../../testing/src/access/key-mistakes.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { openCuttableDatabase } from '../../../../testing/src/stores/cuttable-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { findKey } from '../../stores/postgres/access/api-keys.ts';
import { KeyCache } from './key-cache.ts';
import { issueKey } from './key-changes.ts';
import { newKey } from './key-form.ts';
import { findCaller } from './keys.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let cuttable: Awaited<ReturnType<typeof openCuttableDatabase>>;
let service: TestService;
const keys: Record<KeyMode, string> = { live: '', test: '' };
beforeAll(async () => {
  database = await openEmptyDatabase();
  cuttable = await openCuttableDatabase(database.url);
  service = await openTestService({}, { pool: cuttable.pool }, { DATABASE_URL: cuttable.url });
  for (const mode of keyModes) {
    const terms = { account: 'acme', mode, scopes: ['company:read' as const] };
    keys[mode] = (await issueKey({ pool: database.pool, ...testAudit }, { terms, makeAccount: true })).key;
  }
});
afterAll(async () => {
  await service?.close();
  await cuttable?.close();
  await database?.drop();
});

/** Keys of the database, and the number of queries for one. */
function countedKeys() {
  let asked = 0;
  const readKey = (hash: Buffer) => {
    asked += 1;
    return findKey(database.pool, hash);
  };
  return { keys: new KeyCache({ readKey }), asked: () => asked };
}

const usage = (key: string) => service.app.inject({ url: '/usage', headers: { authorization: `Bearer ${key}` } });

describe.each(keyModes)('every typing error in a %s key', (mode) => {
  test('is rejected without a query to the database', async () => {
    const counted = countedKeys();
    await findCaller(counted, `Bearer ${keys[mode]}`);
    expect(counted.asked()).toBe(1);
    const mistakes = mistakesOf(keys[mode]);
    expect(mistakes.length).toBeGreaterThan(6000);
    for (const text of mistakes) {
      await expect(findCaller(counted, `Bearer ${text}`)).rejects.toMatchObject({ code: 'key_unknown' });
    }
    expect(counted.asked()).toBe(1);
  });
});

test('while the database is unreachable, a mistyped key is still distinguished from one that cannot be verified', async () => {
  expect((await usage(keys.live)).statusCode).toBe(200);
  cuttable.proxy.cut();
  expectProblem(await usage(newKey()), 'keys_unavailable');
  for (const mode of keyModes) {
    for (const text of mistakesOf(keys[mode])) expectProblem(await usage(text), 'key_unknown');
  }
  expectProblem(await usage(newKey()), 'keys_unavailable');
});
