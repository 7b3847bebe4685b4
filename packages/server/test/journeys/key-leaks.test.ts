import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activityPlaces, findHashes, findKeys, redisPlaces } from '../../../testing/src/access/key-sweep.ts';
import { databasePlaces, homePlaces, type Place, watchOpenSearchLogs } from '../../../testing/src/data/sweep.ts';
import { openTraceReceiver } from '../../../testing/src/http/trace-receiver.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

/** Uses keys as customers and operators do, and checks that no part of a key is stored or logged anywhere. */
const opensearchLogs = watchOpenSearchLogs();
const keys: string[] = [];
const waiting = { timeout: 20_000, interval: 100 };
const outputs: string[] = [];
const responses: string[] = [];

let installation: Installation;
let traces: Awaited<ReturnType<typeof openTraceReceiver>>;
let serving: Awaited<ReturnType<typeof startProcess>>;
let admin: string;

/** Runs a command and keeps its output. */
async function orgdex(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const result = await installation.run(...args).end;
  outputs.push(result.out, result.err);
  return result;
}

/** Runs a command that prints only a key to standard output, and keeps its other output. */
async function keyFrom(...args: string[]): Promise<{ key: string; id: string }> {
  const { out, err } = await installation.orgdex(...args);
  expect(out).toMatch(/^orgdex_(live|test|recon)_[0-9A-Za-z]{38}\n$/);
  outputs.push(err);
  keys.push(out.trim());
  return { key: out.trim(), id: /key_\w+/.exec(err)?.[0] ?? '' };
}

const create = (...more: string[]) =>
  keyFrom(
    'key',
    'create',
    '--account',
    'acme',
    '--create-account',
    '--scope',
    'company:read',
    '--scope',
    'people:search',
    ...more,
  );

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
  method?: string;
}

async function ask(path: string, { key, headers = {}, body, method }: Sent = {}): Promise<Response> {
  return fetch(serving.base + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Sends a request, keeps the response, and returns its status. */
async function status(path: string, sent: Sent = {}): Promise<number> {
  const response = await ask(path, sent);
  responses.push(`${JSON.stringify([...response.headers])} ${await response.text()}`);
  return response.status;
}

async function issueByApi(path: string, body: object): Promise<{ key: string; id: string }> {
  const response = await ask(path, { key: admin, body });
  expect(response.status).toBe(200);
  const { key, details } = (await response.json()) as { key: string; details: { id: string } };
  keys.push(key);
  return { key, id: details.id };
}

const spoil = (key: string, at: number) => key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);

/** Sends a key in wrong places, and texts that only look like a key. */
async function useWrongly(key: string): Promise<void> {
  for (const at of [0, 8, 12, 30, 45]) expect(await status('/usage', { key: spoil(key, at) })).toBe(401);
  for (const wrong of [`${key}0`, key.slice(1), `${key},${key}`, key.toUpperCase()]) {
    expect(await status('/usage', { key: wrong })).toBe(401);
  }
  const placed: Sent[] = [
    { headers: { 'x-api-key': key } },
    { headers: { authorization: key } },
    { headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } },
    { headers: { cookie: `key=${key}` } },
    { headers: { 'x-request-id': key } },
    { headers: { 'proxy-authorization': `Bearer ${key}`, 'user-agent': key, referer: `https://x.example/${key}` } },
  ];
  for (const sent of placed) expect(await status('/company?id=nobody', sent)).toBe(401);
  for (const path of [`/company?api_key=${key}`, `/company?id=${key}`, `/company?fqdn=${key}`, `/company?abn=${key}`]) {
    for (const sent of [{}, { key }]) expect([400, 401, 404]).toContain(await status(path, sent));
  }
  for (const path of [`/${key}`, `/company/${key}`, `/company?id=%zz${key}`]) {
    expect([400, 401, 404]).toContain(await status(path, { key }));
  }
  for (const body of [{ companyId: key }, { companyId: 'x', cursor: key }, { apiKey: key }, `{"companyId":"${key}`]) {
    expect([400, 404]).toContain(await status('/people/search', { key, body }));
  }
}

/** Uses a key in the path of a URL, as OpenRefine does: rightly, in wrong places, and with a wrong letter. */
async function useInPath(key: string): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const root = `/reconcile/${key}`;
  const queries = `queries=${encodeURIComponent('{"q0":{"query":"Kestrel"}}')}`;
  const extend = `extend=${encodeURIComponent('{"ids":["nobody"],"properties":[{"id":"name"}]}')}`;
  for (const body of [queries, extend]) expect(await status(root, { headers: form, body })).toBe(200);
  for (const path of ['/AU/suggest/entity?prefix=kes', '/suggest/type?prefix=', '/properties']) {
    expect(await status(root + path)).toBe(200);
  }
  expect(await status(root, { headers: form, body: 'queries=broken' })).toBe(400);
  const wrong = [
    `${root}0`,
    `${root}/no/such/path`,
    `${root}/XX`,
    `${root}/preview?id=${key}`,
    `${root}/suggest/${key}`,
  ];
  for (const path of [...wrong, `/reconcile/${spoil(key, 30)}`, `/reconcile/%zz${key}`, `/company/${key}`]) {
    expect([400, 401, 404]).toContain(await status(path));
  }
  expect(await status(root, { method: 'DELETE' })).toBe(405);
  expect(await status('/usage', { key })).toBe(401);
}

/** The same with admin operations. */
async function administerWrongly(key: string): Promise<void> {
  const ids = ['revoke', 'rotate'].map((verb) => `/admin/keys/${key}/${verb}`);
  for (const path of ids) expect([400, 404]).toContain(await status(path, { key: admin, body: {} }));
  expect(await status(`/admin/keys?account=${key}`, { key: admin })).toBe(200);
  for (const verb of ['revoke', 'rotate']) expect((await orgdex('key', verb, key)).code).toBe(1);
}

/** When PostgreSQL rejects a query about keys, it writes the query to its log. */
async function useInTrouble(key: string): Promise<void> {
  await installation.pool.query('ALTER TABLE api_key RENAME TO api_key_away');
  await expect.poll(() => status('/usage', { key }), waiting).toBeGreaterThanOrEqual(500);
  expect((await orgdex('key', 'create', '--account', 'acme', '--create-account', '--scope', 'company:read')).code).toBe(
    1,
  );
  await installation.pool.query('ALTER TABLE api_key_away RENAME TO api_key');
  await expect.poll(() => status('/usage', { key }), waiting).toBe(200);
}

async function metricsPlace(): Promise<Place> {
  return { name: 'the metrics', text: await (await fetch(serving.metrics)).text() };
}

/** Places that must not contain anything of a key, not even its hash. */
const ownPlaces = async (): Promise<Place[]> => [
  ...homePlaces(installation),
  ...(await redisPlaces(installation)),
  await metricsPlace(),
  { name: 'the traces', text: JSON.stringify(traces.spans()) },
  { name: 'the output of the commands', text: outputs.join('\n') },
  { name: 'the log of the server', text: serving.log() },
];

const places = async (): Promise<Place[]> => [
  ...(await ownPlaces()),
  ...(await databasePlaces(installation)),
  ...(await activityPlaces(installation)),
  ...opensearchLogs.places(),
];

beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'trace' } });
  await installation.orgdex('demo', '--companies', '20', '--people', '50');
  traces = await openTraceReceiver();
  serving = await startProcess(installation, { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint } });
  admin = (await keyFrom('key', 'create', '--account', 'operator', '--create-account', '--scope', 'admin')).key;
});
afterAll(async () => {
  await serving?.stop();
  traces?.close();
  await installation?.close();
});

test('no part of a key remains in the database, logs, files, metrics, Redis or command output', async () => {
  const live = await create('--label', 'first');
  const sandbox = await create('--test');
  for (const { key } of [live, sandbox]) {
    expect(await status('/usage', { key })).toBe(200);
    await useWrongly(key);
  }
  expect(await status('/company?id=sandbox-kestrel', { key: sandbox.key })).toBe(200);
  expect(await status('/company?id=sandbox-kestrel', { key: live.key })).toBe(404);
  await administerWrongly(live.key);
  const inUrls = await keyFrom('key', 'create', '--account', 'acme', '--scope', 'reconcile');
  await useInPath(inUrls.key);

  const rotated = await keyFrom('key', 'rotate', live.id, '--overlap', '1');
  const byApi = await issueByApi('/admin/keys', { account: 'acme', scopes: ['company:read'] });
  const again = await issueByApi(`/admin/keys/${byApi.id}/rotate`, { overlap_hours: 0 });
  for (const { key } of [live, rotated, again]) expect(await status('/usage', { key })).toBe(200);
  expect((await orgdex('key', 'revoke', live.id)).code).toBe(0);
  expect(await status(`/admin/keys/${again.id}/revoke`, { key: admin, method: 'POST' })).toBe(200);
  await useInTrouble(rotated.key);
  for (const { key } of [live, byApi, again]) expect(await status('/usage', { key })).toBe(401);

  for (const command of ['key list', 'account list', 'audit list', 'audit verify', 'usage', 'status']) {
    await orgdex(...command.split(' '));
  }
  for (const path of ['/admin/keys', '/admin/audit', '/admin/accounts', '/admin/usage', '/admin/plans', '/usage']) {
    expect(await status(path, { key: admin })).toBe(200);
  }
  // The planner stores column values too.
  await installation.pool.query('ANALYZE');
  expect(keys).toHaveLength(7);
  expect(opensearchLogs.logs).toContain('postgres/postgres.log');
  await expect.poll(() => JSON.stringify(traces.spans()), waiting).toContain('/reconcile/:key');
  expect(findKeys(await places(), keys)).toEqual([]);
  expect(findHashes(await ownPlaces(), keys)).toEqual([]);
});

test('only the response that issues a key contains it', () => {
  const repeated = responses.filter((text) => findKeys([{ name: 'a response', text }], keys).length > 0);
  expect(repeated).toEqual([]);
});

test('the search finds a key that was planted', async () => {
  const [key = ''] = keys;
  const random = key.slice(12, -6);
  const part = random.slice(7, 20);
  mkdirSync(join(installation.home, 'spool'), { recursive: true });
  writeFileSync(join(installation.home, 'spool', 'planted.ndjson'), Buffer.from(`  ${key}`).toString('base64'));
  await installation.pool.query('CREATE TABLE planted (bytes bytea)');
  await installation.pool.query('INSERT INTO planted VALUES ($1)', [Buffer.from(part)]);
  await installation.pool.query(`SELECT '${part}'::integer`).catch(() => {});
  const redis = new Redis(installation.redisUrl);
  await redis.set(`${installation.prefix}:planted`, part, 'EX', 60);
  const found = findKeys(await places(), [key]);
  await redis.del(`${installation.prefix}:planted`);
  redis.disconnect();
  const named = `${key.slice(0, 11)}…${key.slice(-4)}`;
  for (const place of ['spool/planted.ndjson', 'the database', 'postgres/postgres.log', 'Redis']) {
    expect(found).toContain(`${named} in ${place}`);
  }
});
