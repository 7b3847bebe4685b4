import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { program } from '../../../testing/src/processes/installation.ts';
import { openSecureStores } from '../../../testing/src/stores/secure-stores.ts';
import { readConfig } from '../../src/core/settings/config.ts';
import { connectOpenSearch } from '../../src/stores/opensearch/client.ts';

let stores: Awaited<ReturnType<typeof openSecureStores>>;
let home: string;
const prefix = `t${randomBytes(5).toString('hex')}`;

beforeAll(async () => {
  stores = await openSecureStores(prefix);
  home = mkdtempSync(join(tmpdir(), 'orgdex-'));
});
afterAll(async () => {
  const opensearch = connectOpenSearch(readConfig().OPENSEARCH_URL);
  await opensearch.indices.delete({ index: `${prefix}-*`, ignore_unavailable: true });
  await opensearch.close();
  stores?.close();
  rmSync(home, { recursive: true, force: true });
});

type Settings = Record<string, string | undefined>;

/** Starts a command that knows the stores only by files and a certificate authority. */
function start(args: readonly string[], settings: Settings = {}) {
  const { DATABASE_URL: _, OPENSEARCH_URL: __, REDIS_URL: ___, ...env } = process.env;
  const own = {
    ORGDEX_HOME: home,
    ORGDEX_INDEX_PREFIX: prefix,
    ORGDEX_DRAIN_SECONDS: '0',
    NODE_EXTRA_CA_CERTS: stores.authority,
  };
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...env, ...own, ...stores.settings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, text] = ['', ''];
  child.stdout.on('data', (part) => (printed += part));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, printed: printed.trim(), text }));
  return { child, ended };
}

async function orgdex(...args: string[]): Promise<string> {
  const { code, printed, text } = await start(args).ended;
  if (code !== 0) throw new Error(`orgdex ${args.join(' ')} ended with ${code}: ${text}`);
  return printed;
}

test('with TLS and passwords for all three stores, data is loaded, served and limited', async () => {
  await orgdex('migrate');
  await orgdex('demo', '--companies', '20', '--people', '40');
  const scopes = ['--scope', 'company:search', '--scope', 'company:read'];
  const key = await orgdex('key', 'create', '--account', 'tls', '--create-account', ...scopes);
  await orgdex('plan', 'set', 'standard', '--companies-per-day', '100');
  expect(await orgdex('status')).not.toContain('unhealthy');
  const [port, metrics] = [await freePort(), await freePort()];
  const { child, ended } = start(['serve'], { PORT: String(port), METRICS_PORT: String(metrics) });
  const base = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200), { timeout: 60_000 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const found = await fetch(`${base}/companies/search`, { method: 'POST', headers, body: '{"size":1}' });
  const [{ id, name }] = ((await found.json()) as { companies: [{ id: string; name: string }] }).companies;
  const response = await fetch(`${base}/company?id=${id}`, { headers });
  expect(await response.json()).toMatchObject({ id, name });
  const exported = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  for (const limit of ['rate', 'companies'])
    expect(exported).toMatch(
      new RegExp(`orgdex_limit_decisions_total\\{limit="${limit}",mode="shared",allowed="true"\\} [1-9]`),
    );
  expect(exported).not.toContain('mode="local"');
  child.kill('SIGTERM');
  const { code, text } = await ended;
  expect(code).toBe(0);
  expect(text).not.toContain(stores.password);
});

test('without the certificate authority, each store is reported as unhealthy, and no password is printed', async () => {
  const { code, text } = await start(['status'], { NODE_EXTRA_CA_CERTS: undefined }).ended;
  expect(code).toBe(1);
  expect(text).toMatch(/certificate/i);
  expect(text).not.toContain(stores.password);
});

test('without the certificate authority, a command says which setting is missing', async () => {
  const withoutCheck = stores.urls.DATABASE_URL?.replace('verify-full', 'require');
  const settings = { NODE_EXTRA_CA_CERTS: undefined, DATABASE_URL: withoutCheck, DATABASE_URL_FILE: undefined };
  const { code, text } = await start(['publish'], settings).ended;
  expect(code).toBe(1);
  expect(text).toContain('NODE_EXTRA_CA_CERTS');
  expect(text).not.toMatch(/^ {4}at /m);
});

test.each(['DATABASE_URL', 'REDIS_URL', 'OPENSEARCH_URL'])(
  'a wrong password in %s is reported without it',
  async (name) => {
    const wrong = stores.urls[name]?.replace(stores.password, 'wrong-horse');
    const { code, text } = await start(['status'], { [name]: wrong, [`${name}_FILE`]: undefined }).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/password|WRONGPASS|401|unauthorized/i);
    expect(text).not.toContain('wrong-horse');
  },
);
