import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import type { Coverage } from '../../pipeline/coverage/coverage.ts';
import { joinCompanies } from '../../pipeline/identity/manual-decisions.ts';
import { abnOf } from '../../sample-data/demo/numbers.ts';
import { scanCompanies } from '../../stores/postgres/coverage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const coverage = async (...args: string[]): Promise<Coverage> =>
  JSON.parse((await runCommand(database, 'coverage', '--json', ...args)).out);
const fieldOf = ({ countries }: Coverage, code: string, name: string) =>
  countries.find(({ country }) => country === code)?.fields.find(({ field }) => field === name);

test('an empty database has no companies and causes no error', async () => {
  expect(await coverage()).toMatchObject({ companies: 0, every: 1 });
  expect((await runCommand(database, 'coverage')).out).toContain('No companies in: AU, NZ,');
});

describe('the coverage of a few companies from two sources', () => {
  beforeAll(async () => {
    const numbered = (at: number) => ({ country: 'AU', identifiers: { abn: abnOf(at) } });
    await database.importRecords(
      'registry',
      [
        company('r1', { ...numbered(1), name: 'ACME PTY LTD', observed: '2020-01-01' }),
        company('r2', { ...numbered(2), name: 'BRILL PTY LTD', observed: '2020-01-01' }),
        company('r3', { ...numbered(3), name: 'GONE PTY LTD', observed: '2020-01-01' }),
      ],
      { class: 'register' },
    );
    await database.importRecords('crm', [
      company('1', { ...numbered(1), website: 'https://acme.example', hq_country: 'AU' }),
      company('2', { identifiers: { abn: abnOf(1) }, country: 'NZ', phones: ['+6441234567'] }),
      company('3', { country: 'FR', name: 'Loire SA' }),
      company('4', { ...numbered(3), website: 'https://gone.example' }),
    ]);
    await database.importRecords('crm', [removed('company', '4')]);
    const names = 'au-asic-business-names';
    const file = database.writeLines(['BN_NAME\tBN_STATUS\tBN_ABN', `Toys & Co\tRegistered\t${abnOf(9)}`]);
    await database.importFile(file, names, {
      class: 'register',
      reader: { kind: 'source', id: names, switchedOn: [] },
    });
  });

  test('is counted by company, not by record, in the countries where it has records', async () => {
    const counted = await coverage();
    expect(counted).toMatchObject({ companies: 4, elsewhere: 1, unnamed: 1 });
    const companies = counted.countries.filter((one) => one.companies > 0).map((one) => [one.country, one.companies]);
    expect(companies).toEqual([
      ['AU', 3],
      ['NZ', 1],
    ]);
  });

  test('shows the source and the age of the served value', async () => {
    const counted = await coverage();
    const days = (Date.parse(counted.day) - Date.parse('2020-01-01')) / 86_400_000;
    expect(fieldOf(counted, 'AU', 'name')).toEqual({
      field: 'name',
      filled: 3,
      sources: [{ source: 'registry', count: 3 }],
      age: { median: days, p90: days },
    });
  });

  test('counts the values served for each country, without removed records', async () => {
    const counted = await coverage();
    expect(fieldOf(counted, 'NZ', 'phones')?.filled).toBe(1);
    expect(fieldOf(counted, 'AU', 'phones')?.filled).toBe(0);
    expect(fieldOf(counted, 'AU', 'website')?.filled).toBe(1);
  });

  test('counts one country with --country, and the companies outside it', async () => {
    const counted = await coverage('--country', 'nz');
    expect(counted.countries.map(({ country, companies }) => [country, companies])).toEqual([['NZ', 1]]);
    expect(counted).toMatchObject({ companies: 4, elsewhere: 3 });
  });

  test('is a table, with an explanation of its columns', async () => {
    const { out, notes } = await runCommand(database, 'coverage', '--country', 'AU');
    expect(out).toMatch(/^AU Australia: 3 companies$/m);
    expect(out).toMatch(/^ {2}name +100 % +3 .* registry 100 %$/m);
    expect(notes).toContain('days since a value was last stated');
  });

  test('is also an image with --svg, and a path that cannot be written is an error after the table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orgdex-coverage-'));
    const path = join(folder, 'coverage.svg');
    await runCommand(database, 'coverage', '--svg', path);
    expect(readFileSync(path, 'utf8')).toContain('Australia: 3 companies; name 100 %');
    rmSync(folder, { recursive: true });
    await expect(runCommand(database, 'coverage', '--svg', path)).rejects.toThrow('Cannot write');
  });
});

describe('more companies than one batch', () => {
  const many = 1500;
  beforeAll(async () => {
    const records = Array.from({ length: many }, (_, at) => company(`m${at}`, { country: 'SG' }));
    await database.importRecords('many', records);
  });

  const singapore = async (...args: string[]) => (await coverage('--country', 'SG', ...args)).countries[0]?.companies;

  test('are all counted', async () => {
    expect(await singapore()).toBe(many);
  });

  test('are sampled by their ids: the same each time, about the given share, and the output says so', async () => {
    const [one, again] = [await singapore('--sample', '10'), await singapore('--sample', '10')];
    expect(one).toBe(again);
    expect(one).toBeGreaterThan(many / 10 / 2);
    expect(one).toBeLessThan((many / 10) * 2);
    expect((await runCommand(database, 'coverage', '--sample', '10')).out).toContain('one company in 10, by a hash');
  });

  test('come from one snapshot, even if an import runs meanwhile', async () => {
    const [before] = await database.rows<{ count: number }>('SELECT count(*) AS count FROM company');
    const late = Array.from({ length: 50 }, (_, at) => company(`late${at}`));
    const parts: number[] = [];
    await scanCompanies(database.pool, 1, async (part, total) => {
      expect(total).toBe(before?.count);
      if (parts.length === 0) await database.importRecords('late', late);
      parts.push(part.length);
    });
    expect(parts).toEqual([1000, Number(before?.count) - 1000]);
  });

  test('are one less after a merge, and the merged one does not count as unnamed', async () => {
    const before = await coverage();
    const merged = await database.rows<{ id: string }>(
      `SELECT company_id AS id FROM company_record WHERE key IN ('m1', 'm2')`,
    );
    const [one = '', other = ''] = merged.map(({ id }) => id);
    await joinCompanies(database.deps, one, other);
    expect(await coverage()).toMatchObject({ companies: before.companies - 1, unnamed: before.unnamed });
  });
});
