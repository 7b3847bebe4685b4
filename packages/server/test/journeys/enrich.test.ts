import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Usage } from '@orgdex/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccountList } from '../../../testing/src/data/account-list.ts';
import { type Ended, type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

const list = makeAccountList();
const totalRows = 200;

let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;
let accounts: string;
/** The output of a run that nothing disturbs, what it printed, and what it cost. */
let undisturbed: { text: string; ended: Ended; credits: number };

const path = (name: string) => join(installation.home, name);

function write(name: string, content: Buffer | string): string {
  writeFileSync(path(name), content);
  return path(name);
}

/** A key of a new account on a plan with these limits, in a file. */
async function makeKey(name: string, ...plan: string[]): Promise<string> {
  await installation.orgdex('plan', 'set', name, ...plan);
  await installation.orgdex('account', 'create', name, '--plan', name);
  const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
  const { out } = await installation.orgdex('key', 'create', '--account', name, ...scopes);
  return write(`${name}.key`, out);
}

async function creditsOf(keyFile: string): Promise<number> {
  const authorization = `Bearer ${readFileSync(keyFile, 'utf8').trim()}`;
  const read = async (): Promise<number> => {
    const response = await fetch(`${serving.base}/usage`, { headers: { authorization } });
    if (response.ok) return ((await response.json()) as Usage).credits.used;
    // The requests before may have used up the rate limit.
    expect(response.status).toBe(429);
    await sleep(500);
    return read();
  };
  // Usage reaches the database a moment after the response.
  let used = await read();
  for (let before = -1; before !== used; used = await read()) {
    before = used;
    await sleep(700);
  }
  return used;
}

const enrichArgs = (keyFile: string, out: string): string[] => [
  'enrich',
  accounts,
  '--out',
  path(out),
  '--url',
  serving.base,
  '--key-file',
  keyFile,
  ...list.map,
  '--country',
  'AU',
  '--people',
  'head of marketing',
  '--per-company',
  '2',
];

type Row = Record<string, string>;
const rowsOf = (text: string): Row[] => parse(text, { columns: true, bom: true });

beforeAll(async () => {
  installation = await openInstallation();
  accounts = write('accounts.csv', list.accounts);
  const contacts = write('contacts.csv', list.contacts);
  const keyFile = await makeKey('plenty', '--rate', '1000', '--burst', '1000');

  // The four commands of the guide. A server is running all the time; here it has nothing to serve before.
  await installation.orgdex('import', 'companies', accounts, '--source', 'crm', '--country', 'AU', ...list.map);
  await installation.orgdex('import', 'people', contacts, '--source', 'crm');
  await installation.orgdex('publish');
  serving = await startProcess(installation);
  const ended = await installation.orgdex(...enrichArgs(keyFile, 'enriched.csv'));

  undisturbed = { ended, text: readFileSync(path('enriched.csv'), 'utf8'), credits: await creditsOf(keyFile) };
});
afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

describe('200 messy accounts and 500 contacts become an enriched table in four commands', () => {
  let rows: Row[];
  let idOf: Map<string, string>;
  beforeAll(async () => {
    rows = rowsOf(undisturbed.text);
    const { rows: records } = await installation.pool.query<{ key: string; id: string }>(
      'SELECT key, company_id AS id FROM company_record',
    );
    idOf = new Map(records.map(({ key, id }) => [key, id]));
  });
  const idIn = (no: string) => rows.find((row) => row['Cust No'] === no)?.orgdex_id;

  test('each row is there with its columns, in its order', () => {
    expect(rows).toHaveLength(totalRows);
    expect(Object.keys(rows[0] ?? {}).slice(0, 12)).toEqual([
      'Cust No',
      'Customer',
      'Web page',
      'ABN',
      'Town',
      'State',
      'Country',
      'Headcount',
      'Account manager',
      'orgdex_id',
      'orgdex_status',
      'orgdex_score',
    ]);
    expect(rows[0]?.['Cust No']).toBe('K-1000');
    expect(rows.some((row) => row.Customer?.startsWith('Möwe '))).toBe(true);
    expect(rows.some((row) => row.Customer?.startsWith('O’Curlew '))).toBe(true);
  });

  test('no row has another company', () => {
    const wrong = rows.filter((row) => row.orgdex_id && row.orgdex_id !== idOf.get(row['Cust No'] ?? ''));
    expect(wrong).toEqual([]);
  });

  test('all rows that name a company are matched', () => {
    const unmatched = rows.filter((row) => row.orgdex_status !== 'matched');
    expect(unmatched.map((row) => [row['Cust No'], row.orgdex_status])).toEqual([
      ['K-1998', 'invalid'],
      ['K-1999', 'invalid'],
    ]);
  });

  test('duplicates have one company, and subsidiaries with one website have their own', () => {
    for (const [one, other] of list.duplicates) expect([one, idIn(one)]).toEqual([one, idIn(other)]);
    expect(new Set(list.subsidiaries.map(idIn)).size).toBe(list.subsidiaries.length);
  });

  test('heads of marketing are in the rows of their companies', () => {
    const isHead = (row: Row) => row.orgdex_person_1_position === 'Head of Marketing';
    const heads = new Set(rows.filter(isHead).map((row) => row.orgdex_id));
    expect(heads).toEqual(new Set([...list.withHeads].map((no) => idOf.get(no))));
    expect(rows.filter(isHead).every((row) => row.orgdex_people === '1')).toBe(true);
  });

  test('the summary has every count, the price and the file', () => {
    const found = rows.filter((row) => row.orgdex_person_1_id).length;
    expect(undisturbed.ended.out).toBe('');
    expect(undisturbed.ended.err).toContain('Enriched 200 rows: 198 matched, 0 ambiguous, 0 not found, 2 invalid.');
    expect(undisturbed.ended.err).toContain(`Found ${found} people for ${found} rows.`);
    expect(undisturbed.ended.err).toContain(
      `Spent ${undisturbed.credits} credits. Written to ${path('enriched.csv')}.`,
    );
    expect(undisturbed.ended.err).toMatch(/1 {2}has 11 columns; the header has 9 \(line \d+\)/);
    expect(undisturbed.ended.err).toMatch(/1 {2}no name, domain, email address or register number \(line \d+\)/);
  });

  test('equal rows are paid once', () => {
    // Ten rows are exact copies.
    const people = new Set(rows.filter((row) => row.orgdex_person_1_id).map((row) => row.orgdex_id)).size;
    expect(undisturbed.credits).toBe(198 - 10 + people);
  });

  test('the result is recognized and imported like the input', async () => {
    const args = ['--source', 'again', '--country', 'AU', ...list.map, '--dry-run', '--json'];
    const { out } = await installation.orgdex('import', 'companies', path('enriched.csv'), ...args);
    // The two broken rows are rows of their own now; one still has no name.
    expect(JSON.parse(out)).toMatchObject({ counts: { read: totalRows, rejected: 1 } });
  });

  test('the contacts of people are in no column', () => {
    expect(undisturbed.text).not.toMatch(/example\.net|0491|Sample\d/);
  });
});

describe('a run that is killed', () => {
  /** Starts the command, kills it when the condition holds, and says whether it was still running. */
  async function killWhen(isTime: () => boolean, args: readonly string[]): Promise<boolean> {
    const { child, end } = installation.run(...args);
    while (child.exitCode === null && !isTime()) await sleep(5);
    child.kill('SIGKILL');
    await end;
    return child.signalCode === 'SIGKILL';
  }
  const progressOf = (out: string): { rows: number; notes: { counts: { credits: number } } } | undefined =>
    existsSync(`${path(out)}.progress`) ? JSON.parse(readFileSync(`${path(out)}.progress`, 'utf8')) : undefined;

  test('and continued, waiting for the rate limit, writes the same bytes', async () => {
    // A batch of a hundred items empties the bucket, which takes longer to fill than a slow machine needs for a batch.
    const keyFile = await makeKey('slow', '--rate', '3', '--burst', '10');
    const args = enrichArgs(keyFile, 'killed.csv');
    const paidFirst = () => (progressOf('killed.csv')?.notes.counts.credits ?? 0) > 0;
    expect(await killWhen(paidFirst, args)).toBe(true);
    expect(existsSync(path('killed.csv'))).toBe(false);
    expect(await killWhen(() => (progressOf('killed.csv')?.rows ?? 0) >= 100, args)).toBe(true);
    const { err } = await installation.orgdex(...args);
    expect(readFileSync(path('killed.csv'), 'utf8')).toBe(undisturbed.text);
    expect(readdirSync(installation.home).filter((name) => name.startsWith('killed.csv'))).toEqual(['killed.csv']);
    expect(err).toContain('Enriched 200 rows: 198 matched, 0 ambiguous, 0 not found, 2 invalid.');
    // A response may be lost with the process that waited for it. All others are kept.
    expect(await creditsOf(keyFile)).toBeLessThanOrEqual(undisturbed.credits + 2 * 100);
    const metrics = await (await fetch(serving.metrics)).text();
    expect(metrics).toMatch(/orgdex_limit_decisions_total\{[^}]*allowed="false"[^}]*\} [1-9]/);
  });
});

describe('a quota that is used up', () => {
  test('ends the run with what to do, and the same command finishes it later at the same price', async () => {
    const keyFile = await makeKey('small', '--rate', '1000', '--burst', '1000', '--credits', '130');
    const args = enrichArgs(keyFile, 'quota.csv');
    const { code, err } = await installation.endOf({}, ...args);
    expect(code).toBe(1);
    expect(err).toContain('The account has used all its credits for this month. New credits are available from');
    expect(err).toMatch(/\d+ of 200 rows are done, in .*quota\.csv\.part\. Run the same command again to continue/);
    expect(await creditsOf(keyFile)).toBe(130);
    await installation.orgdex('plan', 'set', 'small', '--credits', 'none');
    // The server reads the new plan within its cache time.
    await sleep(3500);
    await installation.orgdex(...args);
    expect(readFileSync(path('quota.csv'), 'utf8')).toBe(undisturbed.text);
    expect(await creditsOf(keyFile)).toBe(undisturbed.credits);
  });
});

describe('a test key', () => {
  let key: string;
  beforeAll(async () => {
    const scopes = ['company:read', 'company:search', 'people:search'].flatMap((scope) => ['--scope', scope]);
    const { out } = await installation.orgdex('key', 'create', '--account', 'plenty', '--test', ...scopes);
    key = out.trim();
  });

  async function call(url: string, body?: object) {
    const response = await fetch(serving.base + url, {
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  }

  test.each<[string, object | undefined, object]>([
    ['/companies/search', { q: 'kestrel vane' }, { companies: [{ id: 'sandbox-kestrel' }] }],
    ['/companies/suggest?q=kes', undefined, { companies: [{ id: 'sandbox-kestrel' }] }],
    ['/companies/values/region', undefined, { values: [{ value: 'AU-SA' }] }],
    ['/companies/match', { companies: [{ fqdn: 'heron.example.com' }] }, { matched: 1 }],
    ['/companies/people', { companies: [{ id: 'sandbox-heron' }] }, { results: [{ status: 'found', total: 1 }] }],
    ['/companies/sandbox-heron/sources', undefined, { id: 'sandbox-heron', records: [{ source: 'sandbox' }] }],
  ])('gets the sandbox from %s', async (url, body, expected) => {
    expect(await call(url, body)).toMatchObject({ status: 200, body: expected });
  });

  test.each<[string, object | undefined]>([
    ['/companies/match', { companies: [{ id: 'sandbox-overloaded' }] }],
    ['/companies/people', { companies: [{ id: 'sandbox-overloaded' }] }],
    ['/companies/sandbox-overloaded/sources', undefined],
  ])('gets a simulated error from %s', async (url, body) => {
    expect(await call(url, body)).toMatchObject({ status: 503, body: { code: 'overloaded' } });
  });

  test('enriches a table for free', async () => {
    const input = write('try.csv', 'Name,Website\nHeron Sandbox,heron.example.com\n');
    const more = ['--out', path('tried.csv'), '--url', serving.base];
    const { code, err } = await installation.endOf({ ORGDEX_API_KEY: key }, 'enrich', input, ...more);
    expect([code, err]).toEqual([0, expect.stringContaining('Spent 0 credits.')]);
    expect(rowsOf(readFileSync(path('tried.csv'), 'utf8'))[0]).toMatchObject({ orgdex_id: 'sandbox-heron' });
  });
});
