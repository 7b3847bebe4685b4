import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import values from '../../fixtures/hostile-values/values.json' with { type: 'json' };

/** Imports values that would be a formula, markup, a log line or a command to a terminal elsewhere, and looks where they come out. */
let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;
let keys: { live: string; reconcile: string };
/** Everything that the commands printed. */
const printed: Record<string, string> = {};

type Row = Readonly<Record<string, string>>;
const domainOf = (at: number) => `hostile-${at}.com.au`;
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly Row[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n');

function write(name: string, text: string): string {
  const path = join(installation.home, name);
  writeFileSync(path, text);
  return path;
}

/** Runs a command that must succeed, and keeps what it printed. */
async function orgdex(...args: string[]): Promise<Ended> {
  const ended = await installation.orgdex(...args);
  printed[args.slice(0, 4).join(' ')] = ended.out + ended.err;
  return ended;
}

const companies = () =>
  values.map((value, at) => ({
    Name: value,
    Website: `https://${domainOf(at)}/`,
    Country: 'AU',
    City: value,
    Industry: value,
    Tagline: value,
    'Account Number': `h-${at} ${value}`,
    [values[0] as string]: 'a column whose name is a formula',
    'Column \u001b[2J': 'a column whose name clears the screen',
  }));
const people = () =>
  values.map((value, at) => ({ 'Job Title': `Manager ${value}`, Website: domainOf(at), Country: 'AU', Id: `p${at}` }));
const records = () =>
  values.map((value, at) => ({
    type: 'company',
    key: `r-${at} ${value}`,
    name: value,
    country: 'AU',
    tagline: value,
    industries: [value],
    hq_location: value,
    identifiers: { fqdn: domainOf(at), registrations: { 'AU-X': `${at}` } },
  }));

const get = (path: string, key: string, init: RequestInit = {}) =>
  fetch(serving.base + path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
const post = (path: string, body: unknown) => get(path, keys.live, { method: 'POST', body: JSON.stringify(body) });

async function load(): Promise<void> {
  const files = [write('companies.csv', csvOf(companies())), write('people.csv', csvOf(people()))] as const;
  const lines = records().map((record) => `${JSON.stringify(record)}\n`);
  await orgdex('import', 'companies', files[0], '--source', 'crm', '--dry-run');
  await orgdex('import', 'companies', files[0], '--source', 'crm', '--allow', 'rejected');
  await orgdex('import', 'people', files[1], '--source', 'crm', '--allow', 'rejected');
  await orgdex('import', 'records', write('feed.ndjson', lines.join('')), '--source', 'feed', '--allow', 'rejected');
  await orgdex('match', 'run');
  await orgdex('publish');
}

/** Names of the operator's own are checked, or shown as safely. */
async function nameCustomers(): Promise<void> {
  for (const value of values.filter((one) => control.test(one)).slice(0, 4)) {
    const ended = await installation.endOf({}, 'account', 'create', value);
    printed[`account create ${JSON.stringify(value)}`] = ended.out + ended.err;
  }
}

beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'info' } });
  await load();
  const scopes = [
    '--scope',
    'company:read',
    '--scope',
    'company:search',
    '--scope',
    'people:search',
    '--scope',
    'admin',
  ];
  const create = ['key', 'create', '--account', 'acme'];
  keys = {
    live: (await installation.orgdex(...create, '--create-account', ...scopes)).out.trim(),
    reconcile: (await installation.orgdex(...create, '--scope', 'reconcile')).out.trim(),
  };
  serving = await startProcess(installation);
});
afterAll(async () => {
  await serving?.kill();
  await installation?.close();
});

/** Spreadsheets run such a cell. */
const isFormula = (cell: string) => /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) && Number.isNaN(Number(cell));
/** Everything that controls a terminal, except the end of a line. */
const control = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

test('the values are in the profiles, so that the checks below see them', async () => {
  const found = await Promise.all(
    values.map(async (_, at) => (await get(`/company?fqdn=${domainOf(at)}`, keys.live)).json()),
  );
  const text = JSON.stringify(found);
  for (const sign of ['=cmd', '<script>', '{{7*7}}', 'DROP TABLE', '\\u001b']) expect(text).toContain(sign);
});

test('no output of a command has a control character', async () => {
  const shown = [...values.keys()].filter((at) => /[^\P{Cc}\t\r]|\u202e|\u2028/u.test(values[at] as string));
  const list: readonly (readonly string[])[] = [
    ['runs'],
    ['runs', 'show', '1'],
    ['match', 'list'],
    ['coverage'],
    ['status'],
    ['sources'],
    ['account', 'list'],
    ['key', 'list'],
    ['usage'],
    ['audit', 'list'],
    ...shown.flatMap((at) => [
      ['company', 'explain', `fqdn:${domainOf(at)}`],
      ['company', 'explain', `fqdn:${domainOf(at)}`, '--json'],
    ]),
  ];
  for (const args of list) {
    const { out, err } = await installation.run(...args).end;
    printed[args.join(' ')] = out + err;
  }
  await nameCustomers();
  const explained = shown.map((at) => printed[`company explain fqdn:${domainOf(at)}`] ?? '');
  expect(explained.join('\n')).toContain('owned');
  const unsafe = Object.entries(printed).filter(([, text]) => control.test(text));
  expect(unsafe.map(([command, text]) => [command, control.exec(text)?.[0], text.slice(0, 300)])).toEqual([]);
});

describe('a table that was written', () => {
  const cellsOf = (path: string, from: number) =>
    (parse(readFileSync(path, 'utf8'), { bom: true }) as string[][]).flatMap((row) => row.slice(from));

  test('by enrich has no added cell that is a formula', async () => {
    const input = write('list.csv', csvOf(values.map((_, at) => ({ Website: domainOf(at) }))));
    const out = join(installation.home, 'enriched.csv');
    const keyFile = write('live.key', keys.live);
    await orgdex('enrich', input, '--out', out, '--url', serving.base, '--key-file', keyFile, '--people', 'manager');
    const cells = cellsOf(out, 1);
    expect(cells.filter(isFormula)).toEqual([]);
    expect(cells.filter((cell) => cell.startsWith("'=cmd"))).not.toEqual([]);
  });

  test('by usage has no cell that is a formula', async () => {
    const out = write('usage.csv', (await installation.orgdex('usage', '--csv')).out);
    expect(cellsOf(out, 0).filter(isFormula)).toEqual([]);
  });
});

test('pages show the values as text', async () => {
  for (const at of values.keys()) {
    const { id } = (await (await get(`/company?fqdn=${domainOf(at)}`, keys.live)).json()) as { id: string };
    const page = await (await fetch(`${serving.base}/reconcile/${keys.reconcile}/preview?id=${id}`)).text();
    expect(page).not.toMatch(/<(?!\/?(?:html|head|meta|title|style|body|h1|dl|dt|dd)\b|!doctype)/);
  }
});

test('requests with the values write whole log lines', async () => {
  for (const value of values) {
    await post('/companies/search', { q: value, filter: { industry: [value] } });
    await post('/companies/match', { companies: [{ ref: value, name: value, city: value }] });
    await post('/people/search', { companyId: value, position: value });
    await get(`/admin/companies/${encodeURIComponent(value)}/explain`, keys.live);
    await get(`/${encodeURIComponent(value)}`, keys.live);
  }
  await serving.stop();
  const lines = serving.log().split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(5 * values.length);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
  expect(lines.filter((line) => control.test(line))).toEqual([]);
});
