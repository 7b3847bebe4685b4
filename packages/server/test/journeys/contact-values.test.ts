import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PersonMatch } from '@orgdex/contract';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  databasePlaces,
  findContacts,
  findWords,
  homePlaces,
  indexPlaces,
  type Place,
  watchOpenSearchLogs,
} from '../../../testing/src/data/sweep.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startServing } from '../../../testing/src/processes/serving.ts';

/**
 * Imports contact values of people with the commands of an operator, and checks that none of them is stored anywhere.
 */
const abn = '53004085616';
const folder = mkdtempSync(join(tmpdir(), 'orgdex-contacts-'));
const opensearchLogs = watchOpenSearchLogs();
const outputs: string[] = [];
/** Values that must not be stored anywhere: contact values, and words of people's names. */
const contacts: string[] = [];
const names: string[] = [];

let installation: Installation;
let serving: Awaited<ReturnType<typeof startServing>>;

const word = () => `q${randomBytes(7).toString('hex')}z`;
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const kept = <T extends string>(list: string[], value: T): T => {
  list.push(value);
  return value;
};
const email = () => kept(contacts, `${word().toUpperCase()}@Kestrel-Vane.example`);
const name = () => kept(names, `Q${word()}`);

/** Phone numbers in the formats of real files. */
const mobileForms: ((rest: string) => string)[] = [
  (rest) => `04${rest}`,
  (rest) => `04${rest.slice(0, 2)} ${rest.slice(2, 5)} ${rest.slice(5)}`,
  (rest) => `+614${rest}`,
  (rest) => `+61 (0)4${rest.slice(0, 2)}-${rest.slice(2)}`,
  (rest) => `0011 61 4${rest}`,
  (rest) => `+61.4${rest.slice(0, 4)}.${rest.slice(4)}`,
];
const mobile = (form = randomInt(mobileForms.length)) =>
  kept(contacts, (mobileForms[form] as (rest: string) => string)(digits(8)));
const phone = () => kept(contacts, `(02) 9${digits(3)} ${digits(4)}`);

/** A domain that may be that of a company. */
const domain = `${word()}.com.au`;

type Row = Record<string, string>;

const row = (facts: Row = {}): Row => ({
  'Contact ID': word(),
  'First Name': name(),
  'Last Name': name(),
  'Job Title': `Head of ${word()}`,
  Email: email(),
  'Personal Email': email(),
  Phone: phone(),
  'DND Phone': phone(),
  Mobile: mobile(),
  'LinkedIn URL': '',
  'Company ABN': abn,
  'Company Key': '',
  'Company Domain': '',
  'Account Name': '',
  Country: 'AU',
  ...facts,
});
const columns = Object.keys(row());

/** Rows with a contact value in the wrong column. */
const strayRows = (): Row[] => [
  row({ 'Contact ID': email() }),
  row({ 'Contact ID': mobile(2) }),
  row({ 'LinkedIn URL': email() }),
  row({ 'LinkedIn URL': mobile(0) }),
  row({ 'LinkedIn URL': mobile(2) }),
  row({ Country: email() }),
  row({ Country: phone() }),
  row({ Phone: email() }),
  row({ Email: phone() }),
  row({ 'Company Domain': email(), 'Company ABN': '' }),
  row({ 'Company ABN': '', 'Company Key': email() }),
];
const refusedRows = (): Row[] => [
  row({ 'Company ABN': '53004085617' }),
  row({ 'Company ABN': email() }),
  row({ 'Company ABN': mobile(0) }),
  row({ 'Company ABN': '', 'Account Name': email() }),
  row({ 'Company ABN': '', 'Account Name': mobile(0) }),
  row({ Email: `${email()}; ${email()}` }),
  row({ Mobile: `${mobile(0)} / ${mobile(0)}` }),
];

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvLine = (facts: Row) => columns.map((column) => cell(facts[column] ?? '')).join(',');

let files = 0;
const fileOf = (kind: string) => join(folder, `${++files}.${kind}`);
function write(kind: string, lines: readonly string[]): string {
  const path = fileOf(kind);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}
const writeCsv = (rows: readonly Row[], more: readonly string[] = []) =>
  write('csv', [columns.join(','), ...rows.map(csvLine), ...more]);
const writeNdjson = (rows: readonly object[]) =>
  write(
    'ndjson',
    rows.map((facts) => JSON.stringify(facts)),
  );
function writeParquet(rows: readonly Row[]): string {
  const filename = fileOf('parquet');
  const columnData = columns.map((column) => ({ name: column, data: rows.map((facts) => facts[column] ?? '') }));
  parquetWriteFile({ filename, columnData: columnData.map((data) => ({ ...data, type: 'STRING' as const })) });
  return filename;
}

const record = (facts: object = {}) => ({
  type: 'person',
  key: word(),
  company: { abn },
  country: 'AU',
  position: `Head of ${word()}`,
  email: email(),
  personal_email: email(),
  phone: phone(),
  dnd_phone: phone(),
  mobile: mobile(),
  ...facts,
});

/** Runs a command, keeps its output, and returns its exit status. */
async function orgdex(...args: string[]): Promise<number | null> {
  const { code, out, err } = await installation.run(...args).end;
  outputs.push(out, err);
  return code;
}
const importPeople = (file: string, source: string, ...more: string[]) =>
  orgdex('import', 'people', file, '--source', source, '--country', 'AU', ...more);

async function countsOf(source: string): Promise<Record<string, number>> {
  const { rows } = await installation.pool.query(
    'SELECT r.counts FROM run r JOIN source s ON s.id = r.source_id WHERE s.name = $1 ORDER BY r.id DESC LIMIT 1',
    [source],
  );
  return rows[0].counts;
}

async function findAllPeople(): Promise<PersonMatch[]> {
  const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' };
  const found = await fetch(`${serving.base}/company?abn=${abn}`, { headers });
  const { id } = (await found.json()) as { id: string };
  const matches: PersonMatch[] = [];
  for (let cursor: string | null = null; ; ) {
    const body = JSON.stringify({ companyId: id, size: 100, ...(cursor ? { cursor } : {}) });
    const response: Response = await fetch(`${serving.base}/people/search`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    matches.push(...((await response.json()) as PersonMatch[]));
    cursor = response.headers.get('x-next-cursor');
    if (!cursor) return matches;
  }
}

async function places(): Promise<Place[]> {
  return [
    ...(await databasePlaces(installation)),
    ...(await indexPlaces(installation)),
    ...homePlaces(installation),
    ...opensearchLogs.places(),
    { name: 'the output of the commands', text: outputs.join('\n') },
    { name: 'the log of the server', text: serving.log() },
    { name: 'the responses', text: JSON.stringify(await findAllPeople()) },
  ];
}

const sweep = async () => {
  const all = await places();
  return [...findContacts(all, contacts, 'AU'), ...findWords(all, names)];
};

beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'trace' } });
  const company = { type: 'company', key: 'tern', name: 'Tern & Gannet Pty Ltd', identifiers: { abn } };
  await installation.orgdex('import', 'records', writeNdjson([company]), '--source', 'register');
  await installation.orgdex('publish');
  serving = await startServing(installation);
});

afterAll(async () => {
  await serving?.stop();
  await installation?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an import, kills it with SIGKILL as soon as rows are staged, and returns how many there are. */
async function killInStage(file: string): Promise<number> {
  const { child, end } = installation.run('import', 'people', file, '--source', 'killed', '--country', 'AU');
  const staged = async (): Promise<number> => {
    const { rows } = await installation.pool.query(
      `SELECT to_regclass('stage.person_' || r.id) AS stage FROM run r JOIN source s ON s.id = r.source_id WHERE s.name = 'killed'`,
    );
    if (!rows[0]?.stage) return 0;
    const counted = await installation.pool.query(`SELECT count(*)::integer AS n FROM ${rows[0].stage}`);
    return counted.rows[0].n;
  };
  while ((await staged()) === 0) expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  const { out, err } = await end;
  outputs.push(out, err);
  return staged();
}

describe('no contact value and no name of a person remains in the database, index, logs, files or responses', () => {
  test('after imports of every kind, with every outcome of their rows', async () => {
    const good = [row(), row(), row({ 'LinkedIn URL': `https://www.linkedin.com/in/${word()}/` })];
    const ragged = [csvLine(row()).replace(/,"[^"]*"$/, ''), `${csvLine(row())},${cell(email())}`];
    const unclosed = csvLine(row()).replace(/"$/, '');
    const mixed = [...good, ...strayRows(), ...refusedRows()];
    const inputs = {
      csv: writeCsv(mixed, ragged),
      ndjson: writeNdjson([...mixed.map((facts) => ({ ...facts })), { ...row(), [email()]: mobile() }]),
      parquet: writeParquet([row(), ...strayRows(), ...refusedRows()]),
      unclosed: writeCsv([row()], [unclosed, csvLine(row())]),
      headless: write('csv', [csvLine(row()), csvLine(row())]),
    };
    const records = writeNdjson([
      record(),
      record({ key: email() }),
      record({ key: mobile(2) }),
      record({ key: email(), company: { abn: '53004085617' } }),
      record({ email: [email()] }),
      record({ [email()]: phone() }),
      record({ network: email() }),
      record({ position: `Head \u0000 of ${word()}` }),
      record({ position: `Head \ud800 of ${word()}` }),
      record({ observed: mobile() }),
      record({ company: undefined, company_name: name() }),
      record({ company: undefined, company_name: 'Unknown', email: kept(contacts, `${word()}@${domain}`) }),
    ]);
    const cut = write('ndjson', [JSON.stringify(record()).slice(0, -5)]);
    for (const [source, file] of Object.entries(inputs)) {
      await importPeople(file, source, '--dry-run');
      await importPeople(file, source, '--dry-run', '--json');
      expect(await importPeople(file, source), 'too many are rejected').toBe(1);
      await importPeople(file, source, '--allow', 'rejected', '--json');
    }
    await importPeople(inputs.csv, 'csv', '--allow', 'rejected', '--allow', 'shrink', '--full');
    expect(await orgdex('import', 'records', records, cut, '--source', 'records')).toBe(1);
    expect(await orgdex('import', 'records', records, cut, '--source', 'records', '--allow', 'rejected')).toBe(0);
    expect(await orgdex('publish')).toBe(0);
    const { rows } = await installation.pool.query(
      'SELECT max(id) AS id FROM run WHERE source_id > 1 GROUP BY source_id',
    );
    for (const { id } of rows) await orgdex('runs', 'show', String(id));
    await orgdex('runs');

    const titles = good.map((facts) => facts['Job Title']);
    expect((await findAllPeople()).map(({ position }) => position)).toEqual(expect.arrayContaining(titles));
    const given = [...Object.values(inputs), records].map((file) => readFileSync(file, 'latin1')).join('\n');
    expect(
      findContacts(
        [{ name: 'input', text: given }],
        good.map(({ Mobile = '' }) => Mobile),
        'AU',
      ),
    ).toHaveLength(3);
    expect(opensearchLogs.logs).toContain('postgres/postgres.log');
    expect(findWords(await databasePlaces(installation), [domain]), 'the domain of an address remains').not.toEqual([]);
    expect(await sweep()).toEqual([]);
  });

  test('when the database refuses a row and writes it to its log', async () => {
    const refused = row();
    const title = refused['Job Title'] as string;
    await installation.pool.query(
      `ALTER TABLE person_record ADD CONSTRAINT refusing CHECK (position <> '${title}') NOT VALID`,
    );
    expect(await importPeople(writeCsv([row(), refused]), 'refused')).toBe(1);
    await installation.pool.query('ALTER TABLE person_record DROP CONSTRAINT refusing');
    expect(findWords(opensearchLogs.places(), [title])).toContain(`${title} in postgres/postgres.log`);
    expect(await sweep()).toEqual([]);
  });

  test('while the rows of a killed run are staged', async () => {
    const rows = Array.from({ length: 40 }, () => row());
    const many = Array.from({ length: 1500 }, () => rows.map((facts) => csvLine({ ...facts, 'Contact ID': word() })));
    expect(await killInStage(writeCsv([], many.flat()))).toBeGreaterThan(0);
    const [database] = await databasePlaces(installation);
    expect(database?.text).toContain(`COPY stage.person_`);
    expect(findWords([database as Place], [rows[0]?.['Job Title'] as string])).toHaveLength(1);
    expect(await sweep()).toEqual([]);
  });
});

describe('an opt-out', () => {
  const slug = word();
  const people = {
    id: row({ 'LinkedIn URL': `https://www.linkedin.com/in/${word()}` }),
    network: row({ 'LinkedIn URL': slug }),
    email: row(),
    phone: row({ Mobile: mobile(1), 'Personal Email': '', Email: '' }),
    bystander: row({ 'LinkedIn URL': word() }),
  };
  const { bystander, ...leaving } = people;
  const titles = Object.values(leaving).map((facts) => facts['Job Title'] as string);
  const optOuts = {
    network: `https://au.linkedin.com/in/${slug.toUpperCase()}/?trk=x`,
    email: ` ${people.email['Personal Email']?.toLowerCase()} `,
    phone: (people.phone.Mobile ?? '').replace(/^0/, '+61 (0) ').replaceAll(' ', '-'),
  };

  /**
   * The same people in other notations and with other keys, so that only their contact values and slugs identify them.
   */
  const otherNotations = Object.values(people).map((facts) => ({
    ...facts,
    'Contact ID': word(),
    Email: facts.Email ? `mailto:${facts.Email.toLowerCase()}` : '',
    'Personal Email': facts['Personal Email']
      ? `${facts['First Name']} <${facts['Personal Email'].toLowerCase()}>`
      : '',
    Mobile: facts.Mobile?.replace(/[ ().-]/g, '').replace(/^04/, '+61 4') ?? '',
    'LinkedIn URL':
      facts['LinkedIn URL']?.toUpperCase().replace('HTTPS://WWW.LINKEDIN.COM/IN/', 'https://nz.linkedin.com/in/') ?? '',
  }));

  const shown = async () => {
    const seen = [...(await databasePlaces(installation)), ...(await indexPlaces(installation))];
    const open = { name: 'the responses', text: JSON.stringify(await findAllPeople()) };
    return findWords([...seen.filter(({ name: place }) => !place.startsWith('the statistics')), open], titles);
  };

  test('in each of the four ways removes the person', async () => {
    await importPeople(writeCsv(Object.values(people)), 'crm');
    expect(await countsOf('crm')).toMatchObject({ read: 5, accepted: 5 });
    await orgdex('publish');
    expect(await shown()).toHaveLength(3 * titles.length);
    const them = (await findAllPeople()).find(({ position }) => position === people.id['Job Title']);
    for (const [way, value] of Object.entries({ id: them?.person_id ?? '', ...optOuts })) {
      expect(
        await orgdex('person', 'suppress', `--${way}`, value, ...(way === 'phone' ? ['--country', 'AU'] : [])),
      ).toBe(0);
    }
    await orgdex('publish');
    expect(await shown()).toEqual([]);
  });

  test.each<[string, () => string, string, string[]]>([
    ['the same file', () => writeCsv(Object.values(people)), 'crm', []],
    ['the same file as a full file', () => writeCsv(Object.values(people)), 'crm', ['--full']],
    ['other notations with other keys', () => writeCsv(otherNotations), 'crm', []],
    ['another source', () => writeCsv(Object.values(people)), 'newsletter', []],
    ['another source and other notations', () => writeNdjson(otherNotations), 'events', []],
    ['another source as Parquet', () => writeParquet(otherNotations), 'fair', ['--full']],
  ])('still applies after %s', async (_, file, source, more) => {
    expect(await importPeople(file(), source, ...more)).toBe(0);
    expect(await countsOf(source)).toMatchObject({ read: 5, suppressed: 4, rejected: 0 });
    await orgdex('publish');
    expect(await shown()).toEqual([]);
    expect((await findAllPeople()).map(({ position }) => position)).toContain(bystander['Job Title']);
  });

  test('still applies to records with one identifying value each', async () => {
    const file = writeNdjson([
      { ...record(), network: people.id['LinkedIn URL'], position: titles[0] },
      { ...record(), network: slug, position: titles[1] },
      { ...record(), personal_email: people.email['Personal Email']?.toUpperCase(), position: titles[2] },
      { ...record(), phone: people.phone.Mobile, position: titles[3] },
    ]);
    expect(await orgdex('import', 'records', file, '--source', 'partner')).toBe(0);
    expect(await countsOf('partner')).toMatchObject({ read: 4, suppressed: 4 });
    await orgdex('publish');
    expect(await shown()).toEqual([]);
  });

  test('leaves no contact values', async () => {
    expect(await sweep()).toEqual([]);
  });
});
