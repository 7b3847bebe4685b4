import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { readMetric } from '../../../testing/src/processes/worker-pool.ts';
import { openProxy } from '../../../testing/src/stores/cuttable-proxy.ts';

/** Prints the packages that a process loads. */
const listPackages = `
  import { registerHooks } from 'node:module';
  const resolve = (specifier, context, next) => {
    if (!/^[./]|^\\w+:/.test(specifier)) process.stderr.write('loads ' + specifier + '\\n');
    return next(specifier, context);
  };
  registerHooks({ resolve });`;

const responses = 'orgdex_http_request_duration_seconds_count';

let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;
let key: string;
/** The way to each store, which a test can cut. */
let ways: Record<'postgresql' | 'redis' | 'opensearch', Awaited<ReturnType<typeof openProxy>>>;

const through = (address: string, { port }: { port: number }): string => {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '20', '--people', '40');
  const { url, redisUrl, env } = installation;
  ways = {
    postgresql: await openProxy(new URL(url)),
    redis: await openProxy(new URL(redisUrl)),
    opensearch: await openProxy(new URL(env.OPENSEARCH_URL.split(',')[0] ?? '')),
  };
  serving = await startProcess(installation, {
    settings: {
      HOST: '0.0.0.0',
      DATABASE_URL: through(url, ways.postgresql),
      REDIS_URL: through(redisUrl, ways.redis),
      OPENSEARCH_URL: `http://127.0.0.1:${ways.opensearch.port}`,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listPackages)}`,
    },
  });
  const terms = ['--account', 'test', '--create-account', '--test', '--scope', 'company:read'];
  key = (await installation.orgdex('key', 'create', ...terms)).out.trim();
});

afterAll(async () => {
  await serving?.stop();
  for (const way of Object.values(ways ?? {})) way.close();
  await installation?.close();
});

const readAll = async () => (await fetch(serving.metrics)).text();
const lookUp = (id: string) =>
  fetch(`${serving.base}/company?id=${id}`, { headers: { authorization: `Bearer ${key}` } });

/** Any address of the loopback network reaches a server that listens on all interfaces. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '127.0.2.1');

test('metrics stay on the loopback address while the service listens on every interface', async () => {
  expect((await fetch(elsewhere(`${serving.base}/livez`))).status).toBe(200);
  expect((await fetch(serving.metrics)).status).toBe(200);
  await expect(fetch(elsewhere(serving.metrics))).rejects.toThrow();
});

test('a failure simulated for a test key is counted under test keys, not as a failure of the service', async () => {
  expect((await lookUp('sandbox-internal')).status).toBe(500);
  const text = await readAll();
  expect(readMetric(text, responses, 'status="500",key_mode="test"')).toBe(1);
  expect(readMetric(text, responses, 'status="500"')).toBe(1);
});

test('the process that publishes shows the state of the database, and a stopped import', async () => {
  const waitForLine = (line: string) =>
    vi.waitFor(async () => expect(`\n${await readAll()}`).toContain(`\n${line}`), { timeout: 30_000, interval: 500 });
  await waitForLine('orgdex_live_generation 1\n');
  await waitForLine('orgdex_outbox_rows 0\n');
  await waitForLine('orgdex_import_failed{source="demo"} 0\n');
  await waitForLine('orgdex_database_connections{state="waiting"} 0\n');
  const succeeded = readMetric(await readAll(), 'orgdex_import_last_success_timestamp_seconds', 'source="demo"');
  expect(Math.abs((succeeded ?? 0) - Date.now() / 1000)).toBeLessThan(600);
  const file = join(installation.home, 'short.csv');
  writeFileSync(file, 'key,company,country\nc-1,Heron Instruments,Australia\n');
  const stopped = await installation.endOf({}, 'import', 'companies', file, '--source', 'crm', '--expect', '100-200');
  expect(stopped.code).not.toBe(0);
  await waitForLine('orgdex_import_failed{source="crm"} 1\n');
});

test('calls to each store are counted and timed, and those that fail as errors', async () => {
  const calls = async (store: string, outcome: string) =>
    readMetric(
      await readAll(),
      'orgdex_store_request_duration_seconds_count',
      `store="${store}",outcome="${outcome}"`,
    ) ?? Number.NaN;
  expect((await lookUp('sandbox-kestrel')).status).toBe(200);
  for (const [store, way] of Object.entries(ways)) {
    expect(await calls(store, 'ok'), store).toBeGreaterThan(0);
    const errors = await calls(store, 'error');
    way.cut();
    await vi.waitFor(
      async () => {
        // Read again when the cached response is too old. PostgreSQL is also read in the background.
        await lookUp('sandbox-wren');
        expect(await calls(store, 'error'), store).toBeGreaterThan(errors);
      },
      { timeout: 20_000, interval: 200 },
    );
    way.restore();
  }
});

test('without a collector, the exporter of traces is not loaded', () => {
  expect(serving.log()).toContain('loads fastify');
  // prom-client loads the interface, which does nothing by itself.
  const loaded = new Set([...serving.log().matchAll(/^loads (@opentelemetry\S*)$/gm)].map(([, name]) => name));
  expect([...loaded].filter((name) => name !== '@opentelemetry/api')).toEqual([]);
});
