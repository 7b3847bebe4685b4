import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonMatch } from '@orgdex/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AnyRecord, company, person } from '../../../testing/src/data/records.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { asAdmin } from '../../../testing/src/stores/database.ts';
import { type Job, jobs } from '../../src/stores/postgres/roles/grants.ts';

let installation: Installation;
const all = Object.keys(jobs) as Job[];
const roleOf = (job: Job) => `${installation.prefix}_${job}`;

function urlFor(user: string): string {
  const url = new URL(installation.url);
  url.username = user;
  return url.href;
}
const urlOf = (job: Job) => urlFor(roleOf(job));

/** `stores:up` makes this superuser. The owner of the tables may not create roles. */
const asSuperuser = (sql: string) => asAdmin(sql, urlFor('postgres'));

/** Runs a command with the role of a job, and returns what it printed. */
async function as(job: Job, ...args: string[]): Promise<string> {
  const { code, out, err } = await installation.endOf({ DATABASE_URL: urlOf(job) }, ...args);
  if (code !== 0) throw new Error(`orgdex ${args.join(' ')} as ${job} ended with ${code}: ${err}`);
  return out.trim();
}

function fileOf(records: readonly AnyRecord[]): string {
  const path = join(installation.home, `${crypto.randomUUID()}.ndjson`);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

const register = [
  company('1', { name: 'Acme Pty Ltd', country: 'AU', identifiers: { abn: '51824753556', fqdn: 'acme.com.au' } }),
  company('2', { name: 'Bolt Pty Ltd', country: 'AU', identifiers: { fqdn: 'bolt.com.au' } }),
];
const { company: _, ...cook } = person('b', '', { company_name: 'Acme Pty Ltd', position: 'Cook' });
const contacts = (position: string): AnyRecord[] => [
  person('a', '', { company: { fqdn: 'acme.com.au' }, position, email: 'jo@acme.com.au' }),
  cook,
];

const stops: (() => unknown)[] = [];
let server: Awaited<ReturnType<typeof startProcess>>;
let published = '';
let key: string;

const scopeOptions = ['company:read', 'company:search', 'people:search'].flatMap((scope) => ['--scope', scope]);
const createKey = (...scopes: string[]) =>
  as('admin', 'key', 'create', '--account', 'acme', '--create-account', ...scopes);

async function serveAs(job: Job) {
  const started = await startProcess(installation, { settings: { DATABASE_URL: urlOf(job) } });
  stops.push(started.kill);
  return started;
}

function followAsPublisher(): void {
  const child = installation.startWith({ DATABASE_URL: urlOf('publish') }, 'publish', '--follow');
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (published += text));
  const closed = once(child, 'close');
  stops.push(() => {
    child.kill('SIGTERM');
    return closed;
  });
}

beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'info' } });
  for (const job of all) {
    await asSuperuser(`CREATE ROLE ${roleOf(job)} LOGIN`);
    await installation.orgdex('role', 'grant', job, roleOf(job));
  }
  await as('import', 'import', 'records', fileOf(register), '--source', 'crm', '--full');
  await as('import', 'import', 'records', fileOf(contacts('Head of Marketing')), '--source', 'people');
  await as('import', 'match', 'run');
  await as('publish', 'publish');
  await as('publish', 'rebuild');
  key = await createKey(...scopeOptions);
  await createKey('--scope', 'admin');
  server = await serveAs('serve');
  followAsPublisher();
});
afterAll(async () => {
  for (const stop of stops) await stop();
  for (const job of all) await asSuperuser(`DROP OWNED BY ${roleOf(job)}; DROP ROLE ${roleOf(job)}`);
  await installation.close();
});

const headers = () => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
});

async function ask<T>(path: string, body?: object): Promise<T> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${server.base}${path}`, { headers: headers(), ...sent });
  const text = await response.text();
  expect({ path, status: response.status, text }).toEqual({ path, status: 200, text });
  return JSON.parse(text) as T;
}

const acmeId = async () => (await ask<{ id: string }>('/company?fqdn=acme.com.au')).id;
const positions = async () =>
  (await ask<PersonMatch[]>('/people/search', { companyId: await acmeId() }))
    .map(({ position }) => String(position))
    .sort((a, b) => a.localeCompare(b));
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });

test('a server with the job serve answers every operation of a customer, and counts usage', async () => {
  const id = await acmeId();
  await ask(`/companies/${id}/sources`);
  await ask(`/companies/${id}/people-counts`);
  await ask('/companies/search', { q: 'acme' });
  await ask('/companies/suggest?q=acm');
  await ask('/companies/values/industry');
  await ask('/companies/match', { companies: [{ name: 'Acme Pty Ltd', country: 'AU' }] });
  await ask('/companies/people', { companies: [{ id }] });
  expect(await positions()).toEqual(['Cook', 'Head of Marketing']);
  await ask('/console/session', { key });
  await ask('/usage');
  const counted = () => installation.pool.query('SELECT coalesce(sum(count), 0)::integer AS count FROM usage_day');
  await eventually(async () => expect((await counted()).rows[0].count).toBeGreaterThan(5));
  expect(await (await fetch(server.metrics)).text()).toMatch(/^orgdex_publish_lag_seconds \d/m);
});

test('a change that the job import makes is published by the job publish', async () => {
  await as('import', 'import', 'records', fileOf(contacts('Head of Sales')), '--source', 'people');
  await eventually(async () => expect(await positions()).toEqual(['Cook', 'Head of Sales']));
});

test('an opt-out by the job admin takes effect, and the job import extends it', async () => {
  await as('admin', 'person', 'suppress', '--email', 'jo@acme.com.au');
  await eventually(async () => expect(await positions()).toEqual(['Cook']));
  const before = await installation.pool.query('SELECT FROM suppression');
  await as('import', 'import', 'records', fileOf(contacts('Head of Sales')), '--source', 'other');
  const after = await installation.pool.query('SELECT FROM suppression');
  expect(after.rowCount).toBeGreaterThan(before.rowCount ?? 0);
});

test('the job admin lifts an opt-out, and the job import then imports the person', async () => {
  const { rows } = await installation.pool.query('SELECT id FROM opt_out');
  await as('admin', 'person', 'lift', rows[0].id, '--reason', 'a mistake');
  await as('import', 'import', 'records', fileOf(contacts('Head of Sales')), '--source', 'other');
  await eventually(async () => expect(await positions()).toContain('Head of Sales'));
});

test('an operation of the operator needs a server with the job admin', async () => {
  const operator = { authorization: `Bearer ${await createKey('--scope', 'admin')}` };
  const rejected = await fetch(`${server.base}/admin/matches`, { headers: operator });
  expect(rejected.status).toBe(403);
  expect(await rejected.json()).toMatchObject({ code: 'server_not_permitted' });
  const own = await serveAs('admin');
  for (const path of ['matches', 'runs', 'sources', 'keys', 'plans', 'accounts', 'opt-outs', 'status', 'audit']) {
    const { status } = await fetch(`${own.base}/admin/${path}`, { headers: operator });
    expect({ path, status }).toEqual({ path, status: 200 });
  }
  expect(await own.stop()).toBe(0);
  expect(own.log()).not.toContain('permission denied');
});

test('the logs report no missing right of a job', async () => {
  expect(await server.stop()).toBe(0);
  expect(server.log()).toContain('this database role cannot publish');
  expect(published).toContain('"published"');
  // The operation that was rejected above is no error of the server.
  for (const log of [server.log(), published]) expect(log).not.toContain('permission denied');
});

describe('a role cannot do what is not its job', () => {
  const forbidden: Readonly<Record<Job, readonly string[]>> = {
    serve: [
      'SELECT FROM company_record',
      'SELECT FROM person_record',
      'SELECT free_key FROM match',
      'SELECT FROM contact_hash',
      `UPDATE company SET redirect_to = 'x'`,
      'DELETE FROM employment',
      `UPDATE api_key SET scopes = '{admin}'`,
      `INSERT INTO api_key (id, account_id, hash, hint, scopes) VALUES ('k', 1, '', '', '{admin}')`,
      'UPDATE plan SET rate = 1000000',
      'SELECT FROM audit',
      'DELETE FROM suppressed_employment',
      'TRUNCATE usage',
      `INSERT INTO console_session (hash, key_id) SELECT 'x', id FROM api_key WHERE 'admin' = ANY (scopes)`,
      'CREATE TABLE other ()',
    ],
    publish: [
      'UPDATE company_record SET removed = true',
      `UPDATE company SET redirect_to = 'x'`,
      'SELECT FROM api_key',
    ],
    import: [
      'SELECT FROM api_key',
      'SELECT FROM usage',
      'SELECT FROM audit',
      'DELETE FROM opt_out',
      'UPDATE opt_out SET lifted_at = now()',
    ],
    admin: [
      'ALTER TABLE company ADD COLUMN other text',
      `UPDATE audit SET actor = 'x'`,
      'DELETE FROM audit',
      `INSERT INTO database_role VALUES ('x', 'serve')`,
    ],
  };

  test.each(all)('%s', async (job) => {
    const client = new pg.Client({ connectionString: urlOf(job) });
    await client.connect();
    for (const sql of forbidden[job]) {
      const outcome = await client.query(sql).then(
        () => 'done',
        ({ code }) => code,
      );
      expect({ sql, outcome }).toEqual({ sql, outcome: '42501' });
    }
    await client.end();
  });
});

test('a command with a role that lacks a right says which command grants it', async () => {
  const { code, err } = await installation.endOf(
    { DATABASE_URL: urlOf('serve') },
    'company',
    'explain',
    'fqdn:acme.com.au',
  );
  expect(code).toBe(1);
  expect(err).toMatch(/permission denied for table \w+\. .*orgdex role grant/s);
  expect(err).not.toContain('    at ');
});

test('migrate grants a role what a new version needs, and takes away what it does not', async () => {
  const other = roleOf('serve');
  await installation.pool.query(`REVOKE SELECT ON plan FROM ${other}; GRANT SELECT ON company_record TO ${other}`);
  await installation.orgdex('migrate');
  const { rows } = await installation.pool.query(
    `SELECT has_table_privilege($1, 'plan', 'SELECT') AS plan, has_table_privilege($1, 'company_record', 'SELECT') AS records`,
    [other],
  );
  expect(rows).toEqual([{ plan: true, records: false }]);
  expect((await installation.orgdex('role', 'list')).out).toContain(other);
});

test('a role whose jobs are revoked has no right on the database, and gets none from migrate', async () => {
  const other = roleOf('import');
  await installation.orgdex('role', 'revoke', other);
  await installation.orgdex('migrate');
  expect((await installation.orgdex('role', 'list')).out).not.toContain(other);
  const { code, err } = await installation.endOf({ DATABASE_URL: urlOf('import') }, 'match', 'run');
  expect(code).toBe(1);
  expect(err).toContain('permission denied');
  const { rows } = await installation.pool.query(
    `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'S')
       AND relacl::text LIKE '%' || $1 || '=%'`,
    [other],
  );
  expect(rows).toEqual([]);
});
