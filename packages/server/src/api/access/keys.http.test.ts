import { setTimeout as wait } from 'node:timers/promises';
import type { KeyTerms, ProblemCode } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { openCuttableDatabase } from '../../../../testing/src/stores/cuttable-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { setAccount } from './accounts.ts';
import { keyTimes } from './key-cache.ts';
import { changeKey, issueKey, revokeKey } from './key-changes.ts';
import { newKey } from './key-form.ts';
import { setPlan } from './plans.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService(syntheticContent);
});
afterAll(() => service.close());

const as = (pool: Pool = service.pool) => ({ pool, ...testAudit });
const issue = async (account: string, pool?: Pool, terms: Partial<KeyTerms> = {}) => {
  const { key, details } = await issueKey(as(pool), {
    terms: { account, scopes: ['company:read'], ...terms },
    makeAccount: true,
  });
  return { key, id: details.id };
};
const ask = (authorization: string | undefined, { app }: Pick<TestService, 'app'> = service) =>
  app.inject({ url: '/company?id=kestrel', headers: authorization === undefined ? {} : { authorization } });

describe('401', () => {
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', newKey()])('no key: %s', async (authorization) => {
    const answer = await ask(authorization);
    expectProblem(answer, 'key_missing');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="orgdex"');
  });
  test.each(['nonsense', newKey(), `${newKey()}x`])('an unknown key: %s', async (key) => {
    const answer = await ask(`Bearer ${key}`);
    expectProblem(answer, 'key_unknown');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="orgdex"');
  });
});

test('the Bearer scheme is case-insensitive', async () => {
  const key = await service.issue('company:read');
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await ask(`${scheme} ${key}`)).statusCode).toBe(200);
});

test('the database stores only the hash of a key', async () => {
  const { id, key } = await issue('hashed');
  const { rows } = await service.pool.query<{ hash: Buffer }>('SELECT * FROM api_key WHERE id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(rows[0]?.hash).toHaveLength(32);
});

/** Sends requests until the response is the one expected: before a cached key would be read again by itself. */
function untilResponse(key: string, outcome: 200 | ProblemCode, { app } = service) {
  return vi.waitFor(
    async () => {
      const sent = await ask(`Bearer ${key}`, { app });
      expect(sent.statusCode === 200 ? 200 : sent.json().code).toBe(outcome);
      return sent;
    },
    { timeout: keyTimes.knownMs - 500, interval: 20 },
  );
}

test('a revoked key is rejected by a process that has cached it, before the cache expires', async () => {
  const { id, key } = await issue('acme');
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  await revokeKey(as(), id);
  expectProblem(await untilResponse(key, 'key_unknown'), 'key_unknown');
});

test('a suspended account is rejected, and served again when it is resumed, before the cache expires', async () => {
  const { key } = await issue('moody');
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  await setAccount(as(), { name: 'moody', terms: { suspended: true } });
  await untilResponse(key, 'key_unknown');
  await setAccount(as(), { name: 'moody', terms: { suspended: false } });
  await untilResponse(key, 200);
});

test('a changed plan reaches a running process before the cache expires', async () => {
  await setPlan(as(), { name: 'wide', terms: {} });
  await setAccount(as(), { name: 'changing', terms: { plan: 'wide' } });
  const { key } = await issue('changing');
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  await setPlan(as(), { name: 'wide', terms: { scopes: ['people:search'] } });
  expectProblem(await untilResponse(key, 'scope_missing'), 'scope_missing');
  await setPlan(as(), { name: 'wide', terms: { countries: ['NZ'] } });
  expectProblem(await untilResponse(key, 'country_not_allowed'), 'country_not_allowed', 'country');
  await setPlan(as(), { name: 'wide', terms: {} });
  await untilResponse(key, 200);
});

test('a changed key reaches a running process before the cache expires', async () => {
  const { id, key } = await issue('reworded');
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  await changeKey(as(), { id, terms: { scopes: ['people:search'] } });
  expectProblem(await untilResponse(key, 'scope_missing'), 'scope_missing');
  await changeKey(as(), { id, terms: { scopes: ['company:read'] } });
  await untilResponse(key, 200);
  await changeKey(as(), { id, terms: { addresses: ['203.0.113.7'] } });
  expectProblem(await untilResponse(key, 'address_not_allowed'), 'address_not_allowed');
});

test('a key expires, and the message says when', async () => {
  const ends = new Date(Date.now() + 2000).toISOString();
  const { key } = await issue('brief', undefined, { expires_at: ends });
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  const refused = await untilResponse(key, 'key_unknown');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(ends));
  expect(expectProblem(refused, 'key_unknown').message).toContain(ends);
});

test('a key with an IP allowlist is rejected from other addresses', async () => {
  const { key } = await issue('bound', undefined, { addresses: ['203.0.113.0/24'] });
  const from = (remoteAddress: string) =>
    service.app.inject({ url: '/company?id=kestrel', headers: { authorization: `Bearer ${key}` }, remoteAddress });
  expect((await from('203.0.113.9')).statusCode).toBe(200);
  expect((await from('::ffff:203.0.113.9')).statusCode).toBe(200);
  expectProblem(await from('198.51.100.1'), 'address_not_allowed');
});

describe('while PostgreSQL is unreachable', () => {
  test('503 for a key that is not cached, a cached one keeps working; revocations arrive again afterwards', async () => {
    const database = await openEmptyDatabase();
    const { proxy, pool, url, close } = await openCuttableDatabase(database.url);
    const other = await openTestService(syntheticContent, { pool }, { DATABASE_URL: url });
    const [seen, fresh] = [await issue('acme', database.pool), await issue('acme', database.pool)];
    expect((await ask(`Bearer ${seen.key}`, other)).statusCode).toBe(200);
    proxy.cut();
    const refused = await ask(`Bearer ${fresh.key}`, other);
    expectProblem(refused, 'keys_unavailable');
    expect(refused.headers['retry-after']).toBe('1');
    // Until what was cached of the key is no longer fresh.
    await wait(keyTimes.knownMs + 100);
    expect((await ask(`Bearer ${seen.key}`, other)).statusCode).toBe(200);
    expectProblem(await ask(`Bearer nonsense`, other), 'key_unknown');

    proxy.restore();
    await vi.waitFor(async () => expect((await ask(`Bearer ${fresh.key}`, other)).statusCode).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    await revokeKey(as(database.pool), fresh.id);
    await untilResponse(fresh.key, 'key_unknown', other);
    await other.close();
    await close();
    await database.drop();
  });
});
