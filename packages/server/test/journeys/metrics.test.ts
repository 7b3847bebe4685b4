import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../support/processes/installation.ts';
import { startProcess } from '../support/processes/serving.ts';
import { readMetric } from '../support/processes/worker-pool.ts';

const responses = 'orgdex_http_request_duration_seconds_count';

let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '20', '--people', '40');
  serving = await startProcess(installation, { settings: { HOST: '0.0.0.0' } });
});

afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

/** Any address of the loopback network reaches a server that listens on all interfaces. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '127.0.2.1');

test('metrics stay on the loopback address while the service listens on every interface', async () => {
  expect((await fetch(elsewhere(`${serving.base}/livez`))).status).toBe(200);
  expect((await fetch(serving.metrics)).status).toBe(200);
  await expect(fetch(elsewhere(serving.metrics))).rejects.toThrow();
});

test('a failure simulated for a test key is counted under test keys, not as a failure of the service', async () => {
  const { out } = await installation.orgdex(
    'key',
    'create',
    '--account',
    'test',
    '--create-account',
    '--test',
    '--scope',
    'company:read',
  );
  const headers = { authorization: `Bearer ${out.trim()}` };
  expect((await fetch(`${serving.base}/company?id=sandbox-internal`, { headers })).status).toBe(500);
  const text = await (await fetch(serving.metrics)).text();
  expect(readMetric(text, responses, 'status="500",key_mode="test"')).toBe(1);
  expect(readMetric(text, responses, 'status="500"')).toBe(1);
});
