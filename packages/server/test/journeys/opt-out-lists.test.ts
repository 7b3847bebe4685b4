import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

/** How many people opt out, all in one list. */
const size = Number(process.env.ORGDEX_TEST_OPT_OUTS ?? 400);
const perCompany = 20;
/** More than a roster may contain, so that its people are searched in the index. */
const largest = 250;

const companies = 1 + Math.ceil(Math.max(0, size - largest) / perCompany);
const companyOf = (n: number) => (n < largest ? 0 : 1 + Math.floor((n - largest) / perCompany));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** One who opts out. The word in the position shows the person in any response: ids have no letter u, so none contains it. */
const hidden = (n: number) => ({
  word: `zuq${n}x`,
  email: `jo.zq${n}@kestrel.example`,
  mobile: `+61 412 ${String(100_000 + n).replace(/(...)$/, ' $1')}`,
  network: `jo-zq${n}`,
});

const companyRecord = (c: number) => ({
  type: 'company',
  key: `c${c}`,
  name: `Kestrel ${c} Holdings`,
  country: 'AU',
  identifiers: { fqdn: `kestrel-${c}.com.au` },
});
const personRecord = (n: number) => {
  const { word, ...contacts } = hidden(n);
  return {
    type: 'person',
    key: `p${n}`,
    company: { key: `c${companyOf(n)}` },
    country: 'AU',
    position: `Director ${word}`,
    ...contacts,
  };
};
/** One in each company who does not opt out. */
const bystander = (c: number) => ({
  type: 'person',
  key: `by${c}`,
  company: { key: `c${c}` },
  country: 'AU',
  position: `Director buy${c}x`,
  email: `by${c}@kestrel.example`,
});

/** The same people from another source, in another case and format, with new keys and one contact value each. */
const otherNotation = (n: number) => {
  const { word, email, mobile, network } = hidden(n);
  const contact = [
    { personal_email: `Jo <${email.toUpperCase()}>` },
    { phone: mobile.replace('+61 ', '0').replaceAll(' ', '-') },
    { network: `https://nz.linkedin.com/in/${network.toUpperCase()}/` },
    { network, email },
  ][n % 4];
  return {
    type: 'person',
    key: `other-${n}`,
    company: { fqdn: `kestrel-${companyOf(n)}.com.au` },
    country: 'AU',
    position: `Director ${word}`,
    ...contact,
  };
};

let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;
let keyFile: string;
let list: string;

const pathOf = (home: string, name: string) => join(home, name);
function writeRecords({ home }: Installation, name: string, records: readonly object[]): string {
  writeFileSync(pathOf(home, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return pathOf(home, name);
}
const everyone = () => [
  ...numbers(companies).flatMap((c) => [companyRecord(c), bystander(c)]),
  ...numbers(size).map(personRecord),
];

async function load(into: Installation): Promise<void> {
  await into.orgdex('import', 'records', writeRecords(into, 'all.ndjson', everyone()), '--source', 'crm');
  await into.orgdex('publish');
}

/** A key without limits, in a file. */
async function makeKey({ orgdex, home }: Installation): Promise<string> {
  await orgdex('plan', 'set', 'large', '--rate', '10000', '--burst', '100000');
  await orgdex('account', 'create', 'large', '--plan', 'large');
  const scopes = ['company:read', 'company:search', 'people:search'].flatMap((scope) => ['--scope', scope]);
  const { out } = await orgdex('key', 'create', '--account', 'large', ...scopes);
  writeFileSync(pathOf(home, 'key'), out);
  return pathOf(home, 'key');
}

beforeAll(async () => {
  installation = await openInstallation();
  await load(installation);
  keyFile = await makeKey(installation);
  serving = await startProcess(installation);
});
afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

async function ask(path: string, body?: object): Promise<{ text: string; total: number }> {
  const response = await fetch(`${serving.base}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${readFileSync(keyFile, 'utf8').trim()}`, 'content-type': 'application/json' },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return { text, total: Number(response.headers.get('x-total-count') ?? 0) };
}

async function companyIds(): Promise<string[]> {
  const { rows } = await installation.pool.query('SELECT DISTINCT company_id AS id FROM employment');
  return rows.map(({ id }) => id);
}

const chunksOf = <T>(items: readonly T[], count: number): T[][] =>
  numbers(Math.ceil(items.length / count)).map((n) => items.slice(n * count, (n + 1) * count));

async function searchAll(id: string): Promise<string> {
  const page = (from: number) =>
    ask('/people/search', { companyId: id, position: 'director', from: String(from), size: '100' });
  const { text, total } = await page(0);
  const more = await Promise.all(numbers(Math.ceil(total / 100) - 1).map((n) => page(100 * (n + 1))));
  return [text, ...more.map((one) => one.text)].join('');
}

/** Every response of each operation that shows people, and the file of an enriched table, by its name. */
async function responses(): Promise<Record<string, string>> {
  const ids = await companyIds();
  const search: string[] = [];
  for (const some of chunksOf(ids, 10)) search.push(...(await Promise.all(some.map(searchAll))));
  const many = await Promise.all(
    chunksOf(ids, 100).map((some) =>
      ask('/companies/people', { companies: some.map((id) => ({ id })), position: ['director'], per_company: 25 }),
    ),
  );
  const match = await ask('/companies/match', {
    companies: numbers(Math.min(100, companies)).map((c) => ({ fqdn: `kestrel-${c}.com.au` })),
    return: 'profile',
  });
  return {
    search: search.join(''),
    many: many.map(({ text }) => text).join(''),
    match: match.text,
    enrich: await enrich(),
  };
}

let enriched = 0;
async function enrich(): Promise<string> {
  enriched += 1;
  const [input, out] = ['accounts.csv', `enriched-${enriched}.csv`].map((name) => pathOf(installation.home, name)) as [
    string,
    string,
  ];
  writeFileSync(
    input,
    `website\n${numbers(companies)
      .map((c) => `kestrel-${c}.com.au\n`)
      .join('')}`,
  );
  await installation.orgdex(
    'enrich',
    input,
    '--out',
    out,
    '--url',
    serving.base,
    '--key-file',
    keyFile,
    '--people',
    'director',
    '--per-company',
    '25',
  );
  return readFileSync(out, 'utf8');
}

const seenIn = (text: string, pattern: RegExp): Set<string> => new Set(text.match(pattern));
const hiddenWords = /zuq\d+x/g;
const bystanders = /buy\d+x/g;

/** Where anyone who opted out appears. */
async function appearances(): Promise<string[]> {
  const found = await responses();
  for (const name of ['search', 'many', 'enrich']) expect(seenIn(found[name] ?? '', bystanders).size).toBe(companies);
  return Object.entries(found).flatMap(([name, text]) =>
    [...seenIn(text, hiddenWords)].map((word) => `${name}: ${word}`),
  );
}

interface RowOutcome {
  line: number;
  status: string;
  reason?: string;
  receipt?: { id: string; by: string };
}

async function suppressList(...args: string[]): Promise<RowOutcome[]> {
  const { out } = await installation.endOf({}, 'person', 'suppress', ...args, '--json');
  return JSON.parse(out);
}

/** Each person in one of the four ways, in another notation than the import; then two rows that are wrong. */
async function writeList(): Promise<string> {
  const { rows } = await installation.pool.query('SELECT key, person_id FROM person_record');
  const idOf = new Map(rows.map(({ key, person_id }) => [key, person_id]));
  const row = (n: number) => {
    const { email, mobile, network } = hidden(n);
    return [
      `"${email.toUpperCase()} ",,,,`,
      `,${mobile.replace('+61 ', '0')},AU,,`,
      `,,,https://www.linkedin.com/in/${network},`,
      `,,,,${idOf.get(`p${n}`)}`,
    ][n % 4];
  };
  const path = pathOf(installation.home, 'list.csv');
  const lines = [
    'Email,Phone,Country,Network,Person ID',
    ...numbers(size).map(row),
    'nobody,,,,',
    'a@b.example,,,slug,',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const countReceipts = async ({ pool } = installation) =>
  Number((await pool.query('SELECT count(*) AS n FROM opt_out')).rows[0].n);

test('before, every operation shows everyone', async () => {
  const found = await responses();
  expect(seenIn(found.search ?? '', hiddenWords).size).toBe(size);
  expect(seenIn(found.many ?? '', hiddenWords).size).toBeGreaterThan(0);
  expect(seenIn(found.enrich ?? '', hiddenWords).size).toBeGreaterThan(0);
});

describe('a list of opt-outs', () => {
  test('that is killed can be repeated: each row has one receipt', async () => {
    list = await writeList();
    for (const afterMs of [600, 900, 1200]) await installation.kill(afterMs, 'person', 'suppress', '--file', list);
    const before = await countReceipts();
    expect(before % Math.min(1000, size)).toBe(0);
    const outcomes = await suppressList('--file', list);
    const recorded = outcomes.filter(({ status }) => status === 'recorded' || status === 'repeated');
    expect(new Set(recorded.map(({ receipt }) => receipt?.id)).size).toBe(size);
    expect(await countReceipts()).toBe(size);
    expect(outcomes.filter(({ status }) => status === 'invalid')).toEqual([
      { line: size + 2, status: 'invalid', reason: '`email` is not an email address.' },
      { line: size + 3, status: 'invalid', reason: '`email` must not be given together with `network`.' },
    ]);
  });

  // How soon is measured by the fault `opt-out` of packages/bench.
  test('hides everyone from every operation', async () => {
    await expect.poll(appearances).toEqual([]);
  });

  test('is the same when it is sent again', async () => {
    const outcomes = await suppressList('--file', list);
    expect(outcomes.filter(({ status }) => status === 'repeated')).toHaveLength(size);
    expect(await countReceipts()).toBe(size);
  });

  test('applies to a later import in another case and format', async () => {
    const file = writeRecords(installation, 'other.ndjson', numbers(size).map(otherNotation));
    const { out } = await installation.orgdex('import', 'records', file, '--source', 'other', '--json');
    const done = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect(done.counts).toMatchObject({ read: size, suppressed: size });
    await installation.orgdex('import', 'records', pathOf(installation.home, 'all.ndjson'), '--source', 'crm');
    await installation.orgdex('publish');
    expect(await appearances()).toEqual([]);
  });

  test('applies after a rebuild and a rollback', async () => {
    await installation.orgdex('rebuild');
    expect(await appearances()).toEqual([]);
    await installation.orgdex('rebuild', '--rollback');
    expect(await appearances()).toEqual([]);
  });

  test('applies to a restored database without it, from the file', async () => {
    const restored = await openInstallation({ secretOf: installation });
    try {
      await load(restored);
      copyFileSync(pathOf(installation.home, 'suppression.ndjson'), pathOf(restored.home, 'suppression.ndjson'));
      await restored.orgdex('rebuild');
      const { rows } = await restored.pool.query('SELECT position FROM employment WHERE NOT removed');
      expect(rows.map(({ position }) => position).filter((position) => position.includes('zuq'))).toEqual([]);
      expect(rows).toHaveLength(companies);
      expect(await countReceipts(restored)).toBe(size);
    } finally {
      await restored.close();
    }
  });
});

describe('a list of published hashes', () => {
  const sha256 = (text: string) => createHash('sha256').update(text);
  const people = [
    { word: 'zuq900001x', email: 'Hashed.One@kestrel.example' },
    { word: 'zuq900002x', mobile: '+1 (415) 555-9317' },
  ];
  const records = () =>
    people.map(({ word, ...contact }, n) => ({
      type: 'person',
      key: `hashed-${n}`,
      company: { key: 'c0' },
      country: 'AU',
      position: `Director ${word}`,
      ...contact,
    }));

  test('hides the people with these contact values, now and in later imports', async () => {
    await installation.orgdex(
      'import',
      'records',
      writeRecords(installation, 'hashed.ndjson', records()),
      '--source',
      'crm',
    );
    await installation.orgdex('publish');
    expect(new Set((await appearances()).map((seen) => seen.split(': ')[1]))).toEqual(
      new Set(people.map(({ word }) => word)),
    );
    const write = (name: string, text: string) => {
      writeFileSync(pathOf(installation.home, name), text);
      return pathOf(installation.home, name);
    };
    const emails = write('emails.csv', `ID,Hash\n1,${sha256('hashed.one@kestrel.example').digest('base64')}\n2,none\n`);
    const phones = write('phones.txt', `${sha256('4155559317').digest('hex')}\n`);
    expect(await suppressList('--email-hashes', emails)).toMatchObject([
      { line: 2, status: 'recorded', receipt: { by: 'email_sha256' } },
      { line: 3, status: 'invalid' },
    ]);
    expect(await suppressList('--phone-hashes', phones)).toMatchObject([
      { status: 'recorded', receipt: { by: 'phone_sha256' } },
    ]);
    await expect.poll(appearances).toEqual([]);
    const again = records().map((record) => ({ ...record, key: `${record.key}-again` }));
    await installation.orgdex(
      'import',
      'records',
      writeRecords(installation, 'again.ndjson', again),
      '--source',
      'crm',
    );
    await installation.orgdex('publish');
    expect(await appearances()).toEqual([]);
  });
});
