import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import type { ExplainedCompany } from '../../api/admin/explain-company.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../fixtures/five-sources/${name}`, import.meta.url));

/** Three registers list it, and one of them has its website. */
const abn = '11900000017';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await runCommand(database, 'import', 'au-abr', fileOf('au-abr.xml'), '--expect', '1-1');
  await runCommand(database, 'import', 'au-asic-companies', fileOf('au-asic-companies.csv'), '--expect', '1-1');
  const charity = company('1', { country: 'AU', identifiers: { abn }, website: 'https://www.kestrelvane.com.au/' });
  await database.importRecords('charities', [charity], { class: 'register' });
});
afterAll(() => database.close());

let files = 0;
/** A row replaces the one with the same ABN. */
async function importRow(header: string, row: string, ...options: string[]): Promise<void> {
  files += 1;
  const path = join(database.home, `table-${files}.csv`);
  writeFileSync(path, `${header}\n${row}\n`);
  await runCommand(database, 'import', 'companies', path, '--source', 'crm', ...options);
}

async function explain(identifier: string): Promise<ExplainedCompany> {
  return JSON.parse((await runCommand(database, 'company', 'explain', identifier, '--json')).out);
}

describe("a register's name, status and domain win over a row of an operator's own table", () => {
  test.each([
    ['with a country', 'Account Name,Phone,Website,ABN,Country', ['Australia'], []],
    ['with a register number and no country', 'Account Name,Phone,Website,ABN', [], []],
    ['whose country is not that of its number', 'Account Name,Phone,Website,ABN,Country', ['New Zealand'], []],
    ['imported for another country', 'Account Name,Phone,Website,ABN', [], ['--country', 'NZ']],
  ])('%s', async (_, header, country, options) => {
    const row = ['old crm nickname', '(02) 5550 0100', 'https://nickname.com.au', abn, ...country];
    await importRow(header, row.join(), ...options);
    const { profile, records } = await explain(`abn:${abn}`);
    const sourceOf = (name: string) => profile.find(({ field }) => field === name)?.from[0]?.source;
    expect(records.map(({ source }) => source)).toContain('crm');
    expect(profile.find(({ field }) => field === 'name')?.value).not.toBe('old crm nickname');
    expect([sourceOf('abn_operation_status'), sourceOf('fqdn')]).toEqual(['au-abr', 'charities']);
    expect(sourceOf('phones')).toBe('crm');
  });
});
