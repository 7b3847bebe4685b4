import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { apiScopes, type KeyTerms, type ProblemCode, scopes } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  cookieIn,
  fromConsole,
  openSession,
  overTls,
  send,
  session,
  signIn,
} from '../../../../testing/src/access/console.ts';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { buildApp } from '../../app.ts';
import { ensureSecret } from '../../core/settings/secret.ts';
import { setAccount } from '../access/accounts.ts';
import { changeKey, issueKey, revokeKey, rotateKey } from '../access/key-changes.ts';
import { newKey } from '../access/key-form.ts';
import { setPlan } from '../access/plans.ts';

let log = '';
const logger = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  }),
);

const consoleFolder = mkdtempSync(join(tmpdir(), 'orgdex-console-'));
let service: TestService;
let app: FastifyInstance;
/** Another process with the same database. */
let other: FastifyInstance;
beforeAll(async () => {
  const settings = { ORGDEX_TRUSTED_PROXIES: ['127.0.0.1'] };
  service = await openTestService(syntheticContent, { consoleFolder, logger }, settings);
  app = service.app;
  const dataset = {
    generation: () => ({ id: 1, indices: service.indices }),
    suppressedAt: () => [],
    simulateProblem: async () => {},
  };
  other = await buildApp({
    pool: service.pool,
    datasets: { live: dataset, test: dataset },
    consoleFolder,
    config: { ...service.config, ORGDEX_HOME: consoleFolder },
    secret: ensureSecret(consoleFolder),
    cursorKey: Buffer.alloc(32, 7),
    auditKey: testAudit.auditKey,
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await other?.close();
  await service?.close();
  rmSync(consoleFolder, { recursive: true });
});

const as = () => ({ pool: service.pool, ...testAudit });
const issue = async (terms: Partial<KeyTerms> = {}) => {
  const issued = await issueKey(as(), {
    terms: { account: 'acme', scopes: ['company:read'], ...terms },
    makeAccount: true,
  });
  return { key: issued.key, ...issued.details };
};
const lookUp = (cookie: string, headers = {}, from = app) =>
  send(from, cookie, { url: '/company?id=kestrel', headers });

describe('sign-in', () => {
  test('says who is signed in, and so does the session', async () => {
    const { key, id, hint } = await issue({
      account: 'acme',
      scopes: ['company:read'],
      label: 'desk',
      countries: ['AU'],
    });
    const answer = await signIn(app, key);
    const expected = {
      key: id,
      hint,
      label: 'desk',
      account: 'acme',
      plan: 'standard',
      mode: 'live',
      is_admin: false,
      scopes: ['company:read'],
      countries: ['AU'],
      is_metered: true,
      credits_remaining: null,
      generation: 1,
    };
    expect(answer.json()).toEqual(expected);
    expect((await session(app, cookieIn(answer))).json()).toEqual(expected);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'ratelimit-policy': expect.anything() });
  });

  test('an admin may do everything, free of charge', async () => {
    const { key } = await issue({ scopes: ['admin'] });
    expect((await signIn(app, key)).json()).toMatchObject({ is_admin: true, scopes, is_metered: false });
  });

  test('a session with a quota shows the credits that are left', async () => {
    await setPlan(as(), { name: 'ten', terms: { monthly_credits: 10, rate: 100, burst: 100 } });
    await setAccount(as(), { name: 'counted', terms: { plan: 'ten' } });
    const { key } = await issue({ account: 'counted', scopes: [...apiScopes] });
    expect((await signIn(app, key)).json()).toMatchObject({ plan: 'ten', credits_remaining: 10 });
  });

  test('spaces around a pasted key are ignored', async () => {
    const { key } = await issue();
    expect((await signIn(app, ` ${key}\n`)).statusCode).toBe(200);
  });

  test.each(['nonsense', newKey(), `${newKey()}x`, ' '])(
    'an unknown key gets the problem of the API: %s',
    async (key) => {
      const answer = await signIn(app, key);
      const { message } = expectProblem(answer, 'key_unknown');
      const sent = await app.inject({ url: '/usage', headers: { authorization: `Bearer ${key.trim() || 'x'}` } });
      expect(sent.json().message).toBe(message);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  test('an expired, revoked, suspended or bound key gets the problem of the API', async () => {
    const [revoked, bound] = [await issue(), await issue({ addresses: ['203.0.113.7'] })];
    await revokeKey(as(), revoked.id);
    expectProblem(await signIn(app, revoked.key), 'key_unknown');
    expectProblem(await signIn(app, bound.key), 'address_not_allowed');
    const suspended = await issue({ account: 'gone' });
    await setAccount(as(), { name: 'gone', terms: { suspended: true } });
    expectProblem(await signIn(app, suspended.key), 'key_unknown');
  });

  test('counts toward the rate limit of the key', async () => {
    await setPlan(as(), { name: 'slow', terms: { rate: 1, burst: 2 } });
    await setAccount(as(), { name: 'slow', terms: { plan: 'slow' } });
    const { key } = await issue({ account: 'slow' });
    const answers = [await signIn(app, key), await signIn(app, key), await signIn(app, key)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(answers[2]?.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['{}', 'invalid_field'],
    ['{"key":""}', 'invalid_field'],
    ['{"key":4}', 'invalid_field'],
    ['{"key":"x","more":1}', 'unknown_field'],
    ['[', 'invalid_body'],
  ] as [string, ProblemCode][])('a wrong body: %s', async (payload, code) => {
    const headers = { ...fromConsole, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/console/session', payload, headers });
    expect(answer.json()).toMatchObject({ code });
    expect(answer.statusCode).toBe(400);
  });
});

describe('the cookie', () => {
  test('is plain on loopback, and strict behind TLS', async () => {
    const { key } = await issue();
    expect((await signIn(app, key, { ...fromConsole, host: '127.0.0.1:8080' })).headers['set-cookie']).toMatch(
      /^orgdex_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const answer = await signIn(app, key, { ...fromConsole, ...overTls });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-orgdex_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await lookUp(cookieIn(answer), overTls)).statusCode).toBe(200);
    expectProblem(await lookUp(cookieIn(answer).replace('__Host-', ''), overTls), 'key_missing');
  });

  test('is not believed to need no TLS because of a header that no trusted proxy sent', async () => {
    const { key } = await issue();
    const answer = await app.inject({
      method: 'POST',
      url: '/console/session',
      payload: { key },
      remoteAddress: '198.51.100.1',
      headers: { ...fromConsole, host: 'data.example.com', 'x-forwarded-host': 'localhost' },
    });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-.*; Secure$/);
  });

  test('is not given to a page behind a proxy that hides its address', async () => {
    const { key } = await issue();
    const answer = await signIn(app, key, {
      ...fromConsole,
      host: '127.0.0.1:8080',
      origin: 'https://data.example.com',
    });
    expect(expectProblem(answer, 'cross_site_request').message).toContain('ORGDEX_TRUSTED_PROXIES');
  });

  test('without a valid session is not worth more than none', async () => {
    const unknown = `orgdex_session=${'x'.repeat(43)}`;
    expectProblem(await lookUp(unknown), 'session_ended');
    expectProblem(await session(app, unknown), 'session_ended');
    expectProblem(await lookUp('orgdex_session=short'), 'key_missing');
    expectProblem(await app.inject('/console/session'), 'key_missing');
  });

  test('loses against an `Authorization` header', async () => {
    const [one, two] = [await issue({ account: 'one' }), await issue({ account: 'two' })];
    const cookie = await openSession(app, one.key);
    const headers = { authorization: `Bearer ${two.key}`, 'sec-fetch-site': 'cross-site' };
    expect((await send(app, cookie, { url: '/usage', headers })).json().account).toBe('two');
    expectProblem(await send(app, cookie, { url: '/usage', headers: { authorization: 'Bearer no' } }), 'key_unknown');
    expectProblem(await send(app, cookie, { url: '/console/session', headers }), 'session_ended');
  });

  test('its id is stored only as a hash', async () => {
    const { key } = await issue();
    const id = (await openSession(app, key)).split('=')[1] ?? '';
    const { rows } = await service.pool.query<{ hash: Buffer }>('SELECT * FROM console_session');
    expect(rows[0]?.hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(id).toJSON().data.join(','));
    expect(rows.some(({ hash }) => hash.toString('base64url') === id)).toBe(false);
  });
});

describe('session fixation', () => {
  test('sign-in gives a new id, whatever cookie the browser had, and ends the session of that cookie', async () => {
    const { key } = await issue();
    const planted = `orgdex_session=${'A'.repeat(43)}`;
    const first = cookieIn(await signIn(app, key, { ...fromConsole, cookie: planted }));
    expect(first).not.toBe(planted);
    expectProblem(await lookUp(planted), 'session_ended');
    const second = cookieIn(await signIn(app, key, { ...fromConsole, cookie: first }));
    expect(second).not.toBe(first);
    expectProblem(await lookUp(first), 'session_ended');
    expect((await lookUp(second)).statusCode).toBe(200);
  });

  test('a sign-in that fails leaves the session as it is', async () => {
    const { key } = await issue();
    const cookie = await openSession(app, key);
    expectProblem(await signIn(app, newKey(), { ...fromConsole, cookie }), 'key_unknown');
    expect((await lookUp(cookie)).statusCode).toBe(200);
  });
});

describe('a request from another origin', () => {
  test.each(['cross-site', 'same-site', 'none'])('is rejected with Sec-Fetch-Site: %s', async (site) => {
    const { key, id } = await issue({ scopes: ['admin'] });
    const cookie = await openSession(app, key);
    const headers = { 'sec-fetch-site': site };
    expectProblem(await lookUp(cookie, headers), 'cross_site_request');
    expectProblem(await signIn(app, key, headers), 'cross_site_request');
    const revoke = { method: 'POST', url: `/admin/keys/${id}/revoke`, headers } as const;
    expectProblem(await send(app, cookie, revoke), 'cross_site_request');
    expectProblem(
      await send(app, cookie, { method: 'DELETE', url: '/console/session', headers }),
      'cross_site_request',
    );
    expect((await lookUp(cookie)).statusCode).toBe(200);
  });

  test('is rejected without the header, as over plain HTTP', async () => {
    const { key } = await issue();
    const cookie = await openSession(app, key);
    const answer = await app.inject({ url: '/company?id=kestrel', headers: { cookie } });
    expect(expectProblem(answer, 'cross_site_request').message).toContain('HTTPS');
    expectProblem(await signIn(app, key, {}), 'cross_site_request');
  });

  test('may open an address that was typed', async () => {
    const cookie = await openSession(app, (await issue()).key);
    const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await lookUp(cookie, typed)).statusCode).toBe(200);
    const post = { method: 'POST', url: '/people/search', payload: { companyId: 'kestrel' }, headers: typed } as const;
    expectProblem(await send(app, cookie, post), 'cross_site_request');
  });
});

/** Repeats a request in the other process until the session has ended there; fails after a second. */
const untilEnded = (cookie: string, began: number) =>
  vi.waitFor(
    async () => {
      expectProblem(await lookUp(cookie, {}, other), 'session_ended');
      expect(Date.now() - began).toBeLessThan(1000);
    },
    { timeout: 1500, interval: 10 },
  );

describe('a session ends within a second in every process', () => {
  const ends: Record<string, (cookie: string, id: string) => Promise<unknown>> = {
    'after sign-out': (cookie) => send(app, cookie, { method: 'DELETE', url: '/console/session' }),
    'when the key is revoked': (_, id) => revokeKey(as(), id),
    'when the key is rotated without overlap': (_, id) => rotateKey(as(), { id, overlapHours: 0 }),
    'when the key expires': (_, id) =>
      changeKey(as(), { id, terms: { expires_at: new Date(Date.now() + 100).toISOString() } }),
    'when the account is suspended': () => setAccount(as(), { name: 'ending', terms: { suspended: true } }),
  };
  test.each(Object.entries(ends))('%s', async (_, end) => {
    await setAccount(as(), { name: 'ending', terms: { suspended: false } });
    const { key, id } = await issue({ account: 'ending' });
    const cookie = await openSession(app, key);
    expect((await lookUp(cookie)).statusCode).toBe(200);
    expect((await lookUp(cookie, {}, other)).statusCode).toBe(200);
    const began = Date.now();
    await end(cookie, id);
    await untilEnded(cookie, began);
    await vi.waitFor(async () => expectProblem(await lookUp(cookie), 'session_ended'), { timeout: 1000, interval: 10 });
  });

  test('sign-out removes the cookie and the row, and can be repeated', async () => {
    const { key, id } = await issue();
    const cookie = await openSession(app, key);
    const signOut = () => send(app, cookie, { method: 'DELETE', url: '/console/session' });
    const answer = await signOut();
    expect(answer.json()).toEqual({ ended: true });
    expect(answer.headers['set-cookie']).toBe('orgdex_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
    expect((await service.pool.query('SELECT FROM console_session WHERE key_id = $1', [id])).rowCount).toBe(0);
    expectProblem(await lookUp(cookie), 'session_ended');
    expect((await signOut()).json()).toEqual({ ended: false });
  });
});

describe('8 hours without a request', () => {
  const setUsed = (id: string, ago: string) =>
    service.pool.query('UPDATE console_session SET used_at = now() - $2::interval WHERE key_id = $1', [id, ago]);
  const idleSeconds = async (id: string): Promise<number | undefined> => {
    const { rows } = await service.pool.query<{ s: number }>(
      'SELECT extract(epoch FROM now() - used_at)::float8 AS s FROM console_session WHERE key_id = $1',
      [id],
    );
    return rows[0]?.s;
  };

  test('end a session; less does not', async () => {
    const { key, id } = await issue();
    const cookie = await openSession(app, key);
    await setUsed(id, '7 hours 59 minutes');
    expect((await lookUp(cookie)).statusCode).toBe(200);
    expect(await idleSeconds(id)).toBeLessThan(60);
    await setUsed(id, '8 hours');
    await vi.waitFor(async () => expectProblem(await lookUp(cookie), 'session_ended'), { timeout: 1000, interval: 20 });
  });

  test('are counted from the last request, which is written at most once a minute', async () => {
    const { key, id } = await issue();
    const cookie = await openSession(app, key);
    await setUsed(id, '50 seconds');
    expect((await lookUp(cookie)).statusCode).toBe(200);
    expect(await idleSeconds(id)).toBeGreaterThan(49);
  });

  test('later, the next sign-in removes what is left', async () => {
    const [old, fresh] = [await issue(), await issue()];
    await openSession(app, old.key);
    await setUsed(old.id, '9 hours');
    await openSession(app, fresh.key);
    expect(await idleSeconds(old.id)).toBeUndefined();
    expect(await idleSeconds(fresh.id)).toBeLessThan(60);
  });

  test('a key has at most 100 sessions: the one that was unused for the longest time ends', async () => {
    const { key, id } = await issue();
    const first = await openSession(app, key);
    await setUsed(id, '10 minutes');
    for (let i = 0; i < 100; i++) await openSession(app, key);
    expect((await service.pool.query('SELECT FROM console_session WHERE key_id = $1', [id])).rowCount).toBe(100);
    expectProblem(await lookUp(first), 'session_ended');
  });
});

test('a session may do no more than its key: scope, country and address', async () => {
  const { key } = await issue({ scopes: ['company:read'], countries: ['NZ'], addresses: ['203.0.113.0/24'] });
  const from = (remoteAddress: string, url: string, headers: Record<string, string> = fromConsole) =>
    app.inject({ url, remoteAddress, headers });
  const answer = await app.inject({
    method: 'POST',
    url: '/console/session',
    payload: { key },
    remoteAddress: '203.0.113.9',
    headers: { ...fromConsole, host: 'localhost' },
  });
  const headers = { ...fromConsole, host: 'localhost', cookie: cookieIn(answer) };
  expect((await from('203.0.113.9', '/company?id=kestrel&country=NZ', headers)).statusCode).toBe(200);
  expectProblem(await from('203.0.113.9', '/company?id=kestrel', headers), 'country_not_allowed', 'country');
  expectProblem(await from('203.0.113.9', '/companies/suggest?q=kes', headers), 'scope_missing');
  expectProblem(await from('198.51.100.9', '/company?id=kestrel&country=NZ', headers), 'address_not_allowed');
});

test('neither the key nor the session is in the log or in a response', async () => {
  const { key } = await issue({ scopes: ['admin'] });
  const answer = await signIn(app, key);
  const cookie = cookieIn(answer);
  const mistyped = `${key.slice(0, -1)}!`;
  const answers = [
    answer,
    await signIn(app, mistyped),
    await signIn(app, key, {}),
    await session(app, cookie),
    await lookUp(cookie),
    await app.inject({ method: 'POST', url: '/console/session', payload: { [key]: 1 }, headers: fromConsole }),
    await app.inject({
      method: 'POST',
      url: '/console/session',
      payload: `"${key}`,
      headers: { ...fromConsole, 'content-type': 'application/json' },
    }),
    await send(app, cookie, { method: 'DELETE', url: '/console/session' }),
  ];
  const random = key.slice('orgdex_live_'.length, -6);
  const id = cookie.split('=')[1] ?? '';
  for (const { body } of answers) {
    expect(body).not.toContain(random);
    expect(body).not.toContain(id);
  }
  expect(log).toContain('/console/session');
  expect(log).not.toContain(random);
  expect(log).not.toContain(id);
});

test('without the console, there are no sessions, and cookies are ignored', async () => {
  const plain = await openTestService(syntheticContent);
  expectProblem(await signIn(plain.app, await plain.issue('company:read')), 'route_not_found');
  expectProblem(await session(plain.app, `orgdex_session=${'A'.repeat(43)}`), 'route_not_found');
  expectProblem(await lookUp(`orgdex_session=${'A'.repeat(43)}`, {}, plain.app), 'key_missing');
  await plain.close();
});
