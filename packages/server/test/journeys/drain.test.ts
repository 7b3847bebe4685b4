import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

const drainMs = 3000;
const settings = { ORGDEX_DRAIN_SECONDS: String(drainMs / 1000), LOG_LEVEL: 'info' };
let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '50', '--people', '100');
  const { orgdex } = installation;
  await orgdex('plan', 'set', 'fast', '--rate', '1000', '--burst', '1000');
  await orgdex('account', 'create', 'customer', '--plan', 'fast');
  key = (await orgdex('key', 'create', '--account', 'customer', '--scope', 'company:read')).out.trim();
});
afterAll(() => installation?.close());

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function ask(base: string): Promise<{ outcome: string; connection: string | null }> {
  try {
    const response = await fetch(`${base}/usage`, { headers: { authorization: `Bearer ${key}` } });
    await response.text();
    return { outcome: String(response.status), connection: response.headers.get('connection') };
  } catch (error) {
    return { outcome: String((error as Error).cause ?? error), connection: null };
  }
}

test.each([[[]], [['--workers', '2']]])('after SIGTERM, `orgdex serve` %j is not ready but serves', async (args) => {
  const serving = await startProcess(installation, { settings, args });
  expect(await ask(serving.base)).toEqual({ outcome: '200', connection: 'keep-alive' });
  const began = performance.now();
  const stopped = serving.stop();
  await expect.poll(() => isReady(serving.base)).toBe(false);
  while (performance.now() - began < drainMs - 1000) {
    const response = await fetch(`${serving.base}/readyz`);
    expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
      status: 503,
      code: 'not_ready',
    });
    expect(await ask(serving.base)).toEqual({ outcome: '200', connection: 'close' });
    await sleep(100);
  }
  expect(await stopped).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(drainMs);
  expect(serving.log()).toContain('draining');
});

test('a rolling restart behind a balancer that watches /readyz loses no request', async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  const start = (port: number) => startProcess(installation, { settings: { ...settings, PORT: String(port) } });
  const servers = await Promise.all(ports.map(start));
  const bases = servers.map(({ base }) => base);
  let ready = bases;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const states = await Promise.all(bases.map(isReady));
      ready = bases.filter((_, at) => states[at]);
      await sleep(200);
    }
  })();
  const asked: Promise<{ outcome: string }>[] = [];
  const loading = (async () => {
    for (let count = 0; !isDone; count += 1) {
      asked.push(ask(ready[count % ready.length] ?? 'http://none-is-ready.invalid'));
      await sleep(10);
    }
  })();
  for (const [at, port] of ports.entries()) {
    expect(await servers[at]?.stop()).toBe(0);
    servers[at] = await start(port);
    await expect.poll(() => ready.length).toBe(2);
  }
  isDone = true;
  await Promise.all([watching, loading]);
  const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome !== '200')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(200);
  await Promise.all(servers.map((one) => one.stop()));
});
