import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Session, scopes } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromConsole } from '../../../testing/src/access/console.ts';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

type Serving = Awaited<ReturnType<typeof startProcess>>;

let installation: Installation;
/** Two processes: one with workers, one alone. */
let servers: Serving[];
beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'info' } });
  await installation.orgdex('demo', '--companies', '20', '--people', '40');
  servers = await Promise.all([startProcess(installation, { args: ['--workers', '2'] }), startProcess(installation)]);
}, 120_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await installation?.close();
});

async function createKey(scope: string): Promise<{ key: string; id: string }> {
  const { out } = await installation.orgdex('key', 'create', '--account', 'desk', '--create-account', '--scope', scope);
  const { out: list } = await installation.orgdex('key', 'list', '--json');
  const key = out.trim();
  const found = JSON.parse(list).find(({ hint }: { hint: string }) => key.endsWith(hint));
  return { key, id: found.id };
}

const request = ({ base }: Serving, cookie: string, method = 'GET', body?: object) =>
  fetch(`${base}/console/session`, {
    method,
    headers: { ...fromConsole, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function signIn(server: Serving, key: string): Promise<string> {
  const answer = await request(server, '', 'POST', { key });
  expect(answer.status).toBe(200);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** How long the session still worked in any process. */
async function lastedMs(cookie: string): Promise<number> {
  const began = Date.now();
  let lastSeen = 0;
  while (Date.now() - began < 2000) {
    // Several requests, so that each worker gets some.
    const answers = await Promise.all(servers.flatMap((server) => [1, 2, 3].map(() => request(server, cookie))));
    if (answers.some(({ status }) => status === 200)) lastSeen = Date.now() - began;
    await sleep(20);
  }
  return lastSeen;
}

test('signing out and revoking the key end a session within a second in every process and worker', async () => {
  const { key, id } = await createKey('admin');
  const [first] = servers as [Serving];
  const cookie = await signIn(first, key);
  for (const server of servers) expect((await request(server, cookie)).status).toBe(200);
  expect(await (await request(first, cookie, 'DELETE')).json()).toEqual({ ended: true });
  expect(await lastedMs(cookie)).toBeLessThan(1000);
  const again = await signIn(first, key);
  for (const server of servers) expect((await request(server, again)).status).toBe(200);
  await installation.orgdex('key', 'revoke', id);
  expect(await lastedMs(again)).toBeLessThan(1000);
  for (const server of servers) {
    expect(server.log()).not.toContain(key.slice('orgdex_live_'.length));
    for (const one of [cookie, again]) expect(server.log()).not.toContain(one.split('=')[1]);
  }
}, 60_000);

test('--no-console serves the API only, in workers too', async () => {
  const { key } = await createKey('company:read');
  const server = await startProcess(installation, { args: ['--no-console', '--workers', '2'] });
  try {
    for (const path of ['/console', '/console/', '/console/session']) {
      expect((await fetch(`${server.base}${path}`, { redirect: 'manual' })).status).toBe(404);
    }
    expect((await request(server, '', 'POST', { key })).status).toBe(404);
    const usage = await fetch(`${server.base}/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(usage.status).toBe(200);
  } finally {
    await server.stop();
  }
}, 60_000);

test('`orgdex demo --serve` leads to a page, and to a key that signs in', async () => {
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const size = ['--companies', '20', '--people', '40'];
  const child = installation.startWith(ports, 'demo', ...size, '--serve');
  let out = '';
  child.stdout?.on('data', (text) => (out += text));
  try {
    const base = `http://127.0.0.1:${ports.PORT}`;
    const page = await vi.waitFor(() => fetch(`${base}/console/companies`), { timeout: 120_000, interval: 200 });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<script type="module"[^>]* src="\/console\/assets\//);
    expect(out).toContain(`Open ${base}/console/ `);
    const key = /^orgdex_live_\w+$/m.exec(out)?.[0];
    const answer = await fetch(`${base}/console/session`, {
      method: 'POST',
      body: JSON.stringify({ key }),
      headers: { ...fromConsole, 'content-type': 'application/json' },
    });
    expect((await answer.json()) as Session).toMatchObject({ account: 'demo', is_admin: true, scopes });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}, 180_000);
