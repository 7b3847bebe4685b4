import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProxy } from '../../test/support/cuttable-proxy.ts';
import { openTestLedger } from '../../test/support/database.ts';
import { invented } from '../../test/support/invented.ts';
import { expectProblem } from '../../test/support/problem.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { keyCommand } from '../commands/key.ts';
import { listKeys, revokeKey } from '../ledger/api-keys.ts';
import { openLedger } from '../ledger/pool.ts';
import { issueKey } from './issue-key.ts';
import { newKey } from './key-form.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(invented);
});
afterAll(() => world.close());

const ask = (authorization: string | undefined, { app } = world) =>
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

test('the scheme may be written in any case', async () => {
  const key = await world.issue('company:read');
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await ask(`${scheme} ${key}`)).statusCode).toBe(200);
});

test('the ledger holds no key, only its hash', async () => {
  const { id, key } = await issueKey(world.pool, { account: 'hashed', scopes: ['company:read'] });
  const { rows } = await world.pool.query('SELECT * FROM api_key WHERE id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(rows[0].hash).toHaveLength(32);
});

test('a revoked key is refused within a second, in a process that had cached it', async () => {
  const { id, key } = await issueKey(world.pool, { account: 'acme', scopes: ['company:read'] });
  expect((await ask(`Bearer ${key}`)).statusCode).toBe(200);
  const revoked = Date.now();
  expect(await revokeKey(world.pool, id)).toBe(true);
  while ((await ask(`Bearer ${key}`)).statusCode === 200) await wait(20);
  expect(Date.now() - revoked).toBeLessThan(1000);
  expectProblem(await ask(`Bearer ${key}`), 'key_unknown');
  expect(await revokeKey(world.pool, id)).toBe(false);
});

describe('with PostgreSQL cut off', () => {
  test('503 for a key never seen, a seen one goes on; revocations are heard again afterwards', async () => {
    const ledger = await openTestLedger();
    const proxy = await openProxy(new URL(ledger.url));
    const url = new URL(ledger.url);
    url.port = String(proxy.port);
    const pool = openLedger(url.href);
    const other = await openWorld(invented, { pool }, { DATABASE_URL: url.href });
    const [seen, fresh] = [
      await issueKey(ledger.pool, { account: 'acme', scopes: ['company:read'] }),
      await issueKey(ledger.pool, { account: 'acme', scopes: ['company:read'] }),
    ];
    expect((await ask(`Bearer ${seen.key}`, other)).statusCode).toBe(200);
    proxy.cut();
    const refused = await ask(`Bearer ${fresh.key}`, other);
    expectProblem(refused, 'keys_unavailable');
    expect(refused.headers['retry-after']).toBe('1');
    await wait(3100);
    expect((await ask(`Bearer ${seen.key}`, other)).statusCode).toBe(200);
    expectProblem(await ask(`Bearer nonsense`, other), 'key_unknown');

    proxy.mend();
    await wait(2500);
    expect((await ask(`Bearer ${fresh.key}`, other)).statusCode).toBe(200);
    await revokeKey(ledger.pool, fresh.id);
    await wait(300);
    expectProblem(await ask(`Bearer ${fresh.key}`, other), 'key_unknown');
    await other.close();
    await pool.end();
    proxy.close();
    await ledger.drop();
  });
});

describe('orgdex key', () => {
  async function run(...args: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const context = {
      withLedger: <T>(work: (pool: World['pool']) => Promise<T>) => work(world.pool),
      print: (text: string) => void out.push(text),
      note: (text: string) => void err.push(text),
    };
    await keyCommand(context).parseAsync(args, { from: 'user' });
    return { out, err };
  }

  test('create prints the key alone, list shows it without the key, revoke ends it', async () => {
    const { out } = await run('create', '--account', 'New Co', '--scope', 'company:read', '--scope', 'people:search');
    expect(out).toHaveLength(1);
    expect((await ask(`Bearer ${out[0]}`)).statusCode).toBe(200);
    const listed = (await listKeys(world.pool)).find(({ account }) => account === 'New Co');
    expect(listed).toMatchObject({ scopes: ['company:read', 'people:search'], revokedAt: null });
    const lines = (await run('list')).out.join('\n');
    expect(lines).toContain(listed?.id);
    expect(lines).not.toContain(out[0]);
    await run('revoke', String(listed?.id));
    await expect(run('revoke', String(listed?.id))).rejects.toThrow('No valid key');
  });

  test('a second key of an account joins it', async () => {
    await run('create', '--account', 'Twice', '--scope', 'company:read');
    await run('create', '--account', 'Twice', '--scope', 'company:read');
    const { rows } = await world.pool.query(`SELECT count(*) FROM account WHERE name = 'Twice'`);
    expect(rows[0].count).toBe(1);
  });
});
