import { fileURLToPath } from 'node:url';
import { Company } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import type { toCompanyJson } from './company.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../fixtures/five-sources/${name}`, import.meta.url));

const imports = [
  ['records', fileOf('crm.ndjson'), '--source', 'crm'],
  ['au-abr', fileOf('au-abr.xml'), '--expect', '1-1'],
  ['au-asic-companies', fileOf('au-asic-companies.csv'), '--expect', '1-1'],
  ['gleif', fileOf('gleif.csv'), '--expect', '1-1'],
  ['pdl', fileOf('pdl.jsonl'), '--expect', '1-1'],
];

let database: TestDatabase;
let explained: ReturnType<typeof toCompanyJson>;
beforeAll(async () => {
  database = await openTestDatabase();
  for (const args of imports) await runCommand(database, 'import', ...args);
  explained = JSON.parse((await runCommand(database, 'company', 'explain', 'abn:11900000017', '--json')).out);
});
afterAll(() => database.close());

test('five sources with different identifiers give one company', () => {
  expect(explained.records).toHaveLength(5);
  expect(Object.fromEntries(explained.records.map(({ source, linked_by }) => [source, linked_by]))).toEqual({
    'au-abr': 'abn:11900000017',
    'au-asic-companies': 'abn:11900000017',
    crm: 'abn:11900000017',
    gleif: 'acn:900000017',
    pdl: 'fqdn:kestrelvane.com.au',
  });
});

test('all 25 fields of its profile have a value, each with source and date', () => {
  const fields = Object.keys(Company.properties);
  expect(fields).toHaveLength(25);
  const filled = new Set(explained.profile.map(({ field }) => field.split('.')[0]));
  expect(fields.filter((field) => field !== 'id' && !filled.has(field))).toEqual([]);
  for (const { from } of explained.profile) {
    expect(from.length).toBeGreaterThan(0);
    for (const { source, observed } of from)
      expect([source, observed]).toEqual([expect.any(String), expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]);
  }
  expect(new Set(explained.profile.flatMap(({ from }) => from.map(({ source }) => source)))).toEqual(
    new Set(['crm', 'au-abr', 'au-asic-companies', 'gleif', 'pdl']),
  );
});

test('each value comes from the source with the highest precedence', () => {
  const fieldOf = (name: string) => explained.profile.find(({ field }) => field === name);
  expect(fieldOf('name')).toMatchObject({ value: 'KESTREL VANE PTY LTD' });
  expect(fieldOf('network')).toMatchObject({ value: 'kestrel-vane', from: [{ source: 'pdl' }] });
  expect(fieldOf('company_size')).toMatchObject({ value: '51-200', from: [{ source: 'crm', observed: '2026-10-01' }] });
  expect(fieldOf('revenue')).toMatchObject({ value: '$10M-$25M', from: [{ source: 'crm' }] });
  expect(fieldOf('abn_operation_status')).toMatchObject({ from: [{ source: 'au-abr', observed: '2026-05-15' }] });
});
