import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeApi, openFakeApi } from '../../../../testing/src/http/fake-api.ts';
import { silent } from '../../core/output/progress.ts';
import { partsOf } from '../../pipeline/imports/input/files.ts';
import { openTable } from '../../pipeline/imports/input/table-reader.ts';
import { type EnrichOptions, enrich } from './enrich.ts';

let folder: string;
let api: FakeApi;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orgdex-enrich-'));
  api = await openFakeApi();
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const out = (name = 'enriched.csv') => join(folder, name);
const options = (change: Partial<EnrichOptions>): EnrichOptions => ({
  input: '',
  out: out(),
  map: [],
  country: undefined,
  threshold: undefined,
  fields: ['name', 'industries'],
  people: undefined,
  ...change,
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run(change: Partial<EnrichOptions>, key = 'orgdex_live_x') {
  const client = { url: api.url, key, onWait: () => {}, sleep: async () => {} };
  return enrich({ api: client, progress: silent }, options(change));
}

/** The rows of an output, as an independent parser reads them. */
const rowsOf = (path = out()): Record<string, string>[] => parse(readFileSync(path), { columns: true, bom: true });
const readOut = (name?: string) => readFileSync(out(name), 'utf8');

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Tern ${n}`);
const people = { positions: ['head of nets'], perCompany: 2 };

describe('the output', () => {
  test('has the columns of the input as they were, and the new ones', async () => {
    const input = write(
      'accounts.csv',
      'Exported 16 November\n\nRef,Account Name,Notes\n007,Tern,"said ""yes"", \n twice "\n,,\n=1+1,Gannet!,\n8,Skua?,x\n9,,y\n',
    );
    const { counts } = await run({ input });
    expect(rowsOf()).toEqual([
      {
        Ref: '007',
        'Account Name': 'Tern',
        Notes: 'said "yes", \n twice ',
        orgdex_id: 'c-tern',
        orgdex_status: 'matched',
        orgdex_score: '0.97',
        orgdex_name: 'Tern',
        orgdex_industries: 'Fishing; Nets; ropes',
      },
      expect.objectContaining({ Ref: '=1+1', orgdex_id: '', orgdex_status: 'none', orgdex_score: '' }),
      expect.objectContaining({ Ref: '8', orgdex_id: '', orgdex_status: 'ambiguous', orgdex_name: '' }),
      expect.objectContaining({ Ref: '9', orgdex_id: '', orgdex_status: 'invalid' }),
    ]);
    expect(counts).toMatchObject({ matched: 1, none: 1, ambiguous: 1, invalid: 1, credits: 1 });
  });

  test('is recognized like the input when it is imported', async () => {
    const input = write('accounts.csv', 'Firm;Web;Town\nTern;tern.example.com;Perth\nGannet;;\n');
    await run({ input, people });
    for await (const part of partsOf([out()], {}, [])) {
      const { mapping } = await openTable(part, { kind: 'own', table: 'companies', map: [], country: undefined });
      expect(mapping.byField).toEqual({ name: ['Firm'], website: ['Web'], hq_location: ['Town'] });
    }
  });

  test('never has a new cell that a spreadsheet would run', async () => {
    await run({ input: write('a.csv', 'Name\n=SUM(A1)\n') });
    expect(rowsOf()[0]).toMatchObject({ Name: '=SUM(A1)', orgdex_name: "'=SUM(A1)" });
  });

  test('has numbered columns where the input has one of the same name', async () => {
    await run({ input: write('a.csv', 'Name,orgdex_id,orgdex_id (2),Name\nTern,old,older,x\n') });
    expect(rowsOf()[0]).toMatchObject({
      Name: 'Tern',
      'Name (2)': 'x',
      orgdex_id: 'old',
      'orgdex_id (2)': 'older',
      'orgdex_id (3)': 'c-tern',
    });
  });

  test('has a broken row too, as far as it fits, and the summary names its line', async () => {
    const input = write(
      'a.csv',
      `Name,City\n${numbered(9)
        .map((name) => `${name},Perth\n`)
        .join('')}Tern,Perth,WA\n`,
    );
    const { invalid } = await run({ input });
    expect(rowsOf().at(-1)).toMatchObject({ Name: 'Tern', City: 'Perth', orgdex_status: 'invalid' });
    expect(invalid).toEqual([{ reason: 'has 3 columns; the header has 2', count: 1, lines: [11] }]);
  });

  test('of NDJSON keeps every value of the input, and lists stay lists', async () => {
    const first = { name: 'Tern', tags: ['a'], size: 12, nested: { deep: { x: null } } };
    const input = write('a.ndjson', `${JSON.stringify(first)}\n\n${JSON.stringify({ name: 'Skua', late: true })}\n`);
    await run({ input, out: out('o.ndjson') });
    const lines = readOut('o.ndjson').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...first,
        orgdex_id: 'c-tern',
        orgdex_status: 'matched',
        orgdex_score: 0.97,
        orgdex_name: 'Tern',
        orgdex_industries: ['Fishing', 'Nets; ropes'],
      },
      expect.objectContaining({ name: 'Skua', late: true, orgdex_id: 'c-skua' }),
    ]);
  });

  test('of a CSV for NDJSON has all properties, wherever they first occur', async () => {
    const many = numbered(150).map((name) => JSON.stringify({ name }));
    await run({ input: write('a.ndjson', [...many, '{"name":"Skua","late":true}'].join('\n')) });
    expect(rowsOf().at(-1)).toMatchObject({ name: 'Skua', late: 'true' });
  });

  test('has people, and how many there are', async () => {
    await run({ input: write('a.csv', 'Name,Country\nTern,\nSkua,NZ\nGannet!,\nPetrel,GB\n'), people });
    const [tern, skua, gannet, petrel] = rowsOf();
    expect(tern).toMatchObject({
      orgdex_people: '3',
      orgdex_person_1_id: 'c-tern-AU-0',
      orgdex_person_1_position: 'Head of Nets',
      orgdex_person_1_network: 'slug',
      orgdex_person_1_has_email: 'true',
      orgdex_person_2_position: 'Deputy Head of Nets',
      orgdex_person_2_network: '',
    });
    // In the country of the row. Where no people are served, there is nothing to ask.
    expect(skua).toMatchObject({ orgdex_person_1_id: 'c-skua-NZ-0' });
    expect([gannet?.orgdex_people, petrel?.orgdex_people]).toEqual(['', '']);
    const asked = api.requests.filter(({ path }) => path === '/companies/people');
    expect(asked.map(({ body }) => [body.selected_country, body.position, body.per_company])).toEqual([
      ['AU', ['head of nets'], 2],
      ['NZ', ['head of nets'], 2],
    ]);
  });

  test('of a table without rows is a header', async () => {
    await run({ input: write('a.csv', 'Name,City\n'), fields: [] });
    expect(readOut()).toBe('Name,City,orgdex_id,orgdex_status,orgdex_score\r\n');
  });

  test('must be CSV or NDJSON', async () => {
    const input = write('a.csv', 'Name\nTern\n');
    await expect(run({ input, out: out('x.xlsx') })).rejects.toThrow('its name must end with .csv or .ndjson');
  });
});

describe('the input', () => {
  const text = 'Account Name\tTown\r\nCafé Tern\tPerth\r\n';
  const files: [string, () => string][] = [
    ['Windows-1252', () => write('a.txt', Buffer.from(text, 'latin1'))],
    ['UTF-16', () => write('a.txt', Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['UTF-8 with a byte order mark', () => write('a.txt', `\ufeff${text}`)],
    ['UTF-8', () => write('a.tsv', text)],
    ['gzip', () => write('a.tsv.gz', gzipSync(text))],
  ];

  test.each(files)('may be %s', async (kind, file) => {
    await run({ input: file() });
    expect(rowsOf()[0]).toMatchObject({ 'Account Name': 'Café Tern', Town: 'Perth', orgdex_name: 'Café Tern' });
    // A file of a spreadsheet program is written so that the same program reads it.
    const isMarked = ['Windows-1252', 'UTF-16', 'UTF-8 with a byte order mark'].includes(kind);
    expect(readOut().startsWith('\ufeff')).toBe(isMarked);
  });

  test('may be Parquet', async () => {
    const filename = join(folder, 'a.parquet');
    const columnData = [
      { name: 'company_name', data: ['Tern', 'Skua!'] },
      { name: 'employees', data: [12, 3] },
    ];
    parquetWriteFile({ filename, columnData });
    await run({ input: filename });
    expect(rowsOf()[0]).toMatchObject({ company_name: 'Tern', employees: '12', orgdex_id: 'c-tern' });
  });

  test('may have columns that are mapped by hand', async () => {
    await run({ input: write('a.csv', 'Kunde,Ort\nTern,Perth\n'), map: [['Kunde', 'name']] });
    expect(rowsOf()[0]).toMatchObject({ Kunde: 'Tern', orgdex_id: 'c-tern' });
  });

  test.each<[string, () => string, string]>([
    ['that does not exist', () => join(folder, 'none.csv'), 'File not found'],
    ['without a usable column', () => write('a.csv', 'Alpha,Beta\nx,y\n'), 'No column contains the company name'],
    ['from standard input', () => '-', 'cannot come from standard input'],
    ['that is not a table', () => write('a.xlsx', Buffer.from('PK\u0003\u0004')), 'a.xlsx'],
  ])('%s is reported before anything is sent', async (_, file, message) => {
    await expect(run({ input: file() })).rejects.toThrow(message);
    expect(api.requests).toEqual([]);
    expect(existsSync(`${out()}.part`)).toBe(false);
  });
});

describe('credits', () => {
  const count = (path: string) =>
    api.requests.filter((one) => one.path === path).reduce((sum, { body }) => sum + body.companies.length, 0);

  test('equal rows are sent and paid once, even far apart', async () => {
    const names = [...numbered(150), ...numbered(150), 'Tern 7'];
    const { counts } = await run({
      input: write('a.csv', `Ref,Name\n${names.map((name, n) => `${n},${name}\n`).join('')}`),
      people,
    });
    expect([count('/companies/match'), count('/companies/people')]).toEqual([150, 150]);
    expect(counts).toMatchObject({ matched: 301, credits: 300, people: 602, peopleRows: 301 });
    expect(new Set(rowsOf().map((row) => row.orgdex_id)).size).toBe(150);
  });

  test('a test key spends none', async () => {
    const input = write('a.csv', 'Name\nTern\n');
    expect((await run({ input }, 'orgdex_test_x')).counts).toMatchObject({ matched: 1, credits: 0 });
  });

  test('fields that need the profile request it, with the values of the given country', async () => {
    await run({ input: write('a.csv', 'Name\nTern\n'), fields: ['website'], country: 'NZ' });
    expect(api.requests[0]?.body).toMatchObject({ return: 'profile', country: 'NZ' });
  });

  test('fields that no response has together are reported before anything is sent', async () => {
    const wrong = run({ input: write('a.csv', 'Name\nTern\n'), fields: ['website', 'country'] });
    await expect(wrong).rejects.toThrow('use "hq_country" instead of "country"');
    expect(api.requests).toEqual([]);
  });
});

describe('an interrupted run', () => {
  const table = () => write('a.csv', `Name\n${numbered(230).join('\n')}\nSkua?\n\n""\nn/a\n`);
  const exhausted = { status: 429, code: 'quota_exhausted', message: 'No credits.', retryAfter: '900000' };

  /** The output and counts of a run that nothing interrupts. */
  async function undisturbed() {
    const result = await run({ input: table(), people, out: out('undisturbed.csv') });
    const sent = api.requests.splice(0).map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
    return { result, text: readOut('undisturbed.csv'), sent };
  }

  test.each([1, 2, 3, 4, 5, 6])('at request %d continues to the same output, and pays nothing twice', async (nth) => {
    const { result, text, sent } = await undisturbed();
    const input = table();
    api.failIf((_, n) => (n === nth ? exhausted : undefined));
    await expect(run({ input, people })).rejects.toThrow('No credits.');
    expect(existsSync(out())).toBe(false);
    expect(await run({ input, people })).toEqual(result);
    expect(readOut()).toBe(text);
    const answered = api.requests.filter((_, at) => at !== nth - 1);
    expect(answered.map(({ path, body }) => `${path} ${JSON.stringify(body)}`)).toEqual(sent);
  });

  test('says how far it came and how to continue', async () => {
    api.failIf((_, n) => (n === 2 ? exhausted : undefined));
    await expect(run({ input: table() })).rejects.toThrow(
      `The service responded with 429: No credits.\n100 of 232 rows are done, in ${out()}.part. Run the same command again`,
    );
  });

  test('that sent nothing successfully leaves nothing, and the next one may differ', async () => {
    api.failIf(() => ({ status: 401, code: 'key_unknown', message: 'The API key is not valid.' }));
    await expect(run({ input: table() })).rejects.toThrow(
      /^The service responded with 401: The API key is not valid\.$/,
    );
    expect(existsSync(`${out()}.part`)).toBe(false);
  });

  test('does not continue with another file, other options or another kind of key', async () => {
    const input = table();
    api.failIf((_, n) => (n === 2 ? exhausted : undefined));
    await expect(run({ input })).rejects.toThrow('No credits.');
    api.failIf(() => undefined);
    const refused = 'has rows of an interrupted run with another file, other options or another service';
    await expect(run({ input, fields: ['name'] })).rejects.toThrow(refused);
    await expect(run({ input }, 'orgdex_test_x')).rejects.toThrow(refused);
    writeFileSync(input, `${readFileSync(input, 'utf8')}Petrel\n`);
    await expect(run({ input })).rejects.toThrow(refused);
  });
});
