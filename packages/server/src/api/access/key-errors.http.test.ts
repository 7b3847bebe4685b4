import { type KeyMode, keyModes } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mistakesOf } from '../../../../testing/src/access/key-mistakes.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { openCuttableLedger } from '../../../../testing/src/stores/cuttable-database.ts';
import { openTestDatabase } from '../../../../testing/src/stores/database.ts';
import { findKey } from '../../stores/postgres/access/api-keys.ts';
import { issueKey } from './create-key.ts';
import { KeyCache } from './key-cache.ts';
import { newKey } from './key-form.ts';
import { findCaller } from './keys.ts';

let ledger: Awaited<ReturnType<typeof openTestDatabase>>;
let cuttable: Awaited<ReturnType<typeof openCuttableLedger>>;
let service: TestService;
const keys: Record<KeyMode, string> = { live: '', test: '' };
beforeAll(async () => {
  ledger = await openTestDatabase();
  cuttable = await openCuttableLedger(ledger.url);
  service = await openTestService({}, { pool: cuttable.pool }, { DATABASE_URL: cuttable.url });
  for (const mode of keyModes) {
    const terms = { account: 'acme', mode, scopes: ['company:read' as const] };
    keys[mode] = (await issueKey({ pool: ledger.pool, ...testAudit }, { terms, makeAccount: true })).key;
  }
});
afterAll(async () => {
  await service?.close();
  await cuttable?.close();
  await ledger?.drop();
});

/** Keys of the ledger, and the number of queries for one. */
function countedKeys() {
  let asked = 0;
  const readKey = (hash: Buffer) => {
    asked += 1;
    return findKey(ledger.pool, hash);
  };
  return { keys: new KeyCache({ readKey }), asked: () => asked };
}

const usage = (key: string) => service.app.inject({ url: '/usage', headers: { authorization: `Bearer ${key}` } });

describe.each(keyModes)('every typing error in a %s key', (mode) => {
  test('is rejected without a query to the ledger', async () => {
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

test('while the ledger is unreachable, a mistyped key is still distinguished from one that cannot be verified', async () => {
  expect((await usage(keys.live)).statusCode).toBe(200);
  cuttable.proxy.cut();
  expectProblem(await usage(newKey()), 'keys_unavailable');
  for (const mode of keyModes) {
    for (const text of mistakesOf(keys[mode])) expectProblem(await usage(text), 'key_unknown');
  }
  expectProblem(await usage(newKey()), 'keys_unavailable');
});
