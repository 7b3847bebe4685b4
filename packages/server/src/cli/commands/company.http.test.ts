import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { buildProfile } from '../../knowledge/profiles/profile.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { joinCompanies, splitCompany } from '../../pipeline/identity/manual-decisions.ts';
import { abnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';
import { readCompanyRows } from '../../stores/postgres/outbox/published-rows.ts';
import type { toCompanyJson } from './company.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords(
    'registry',
    [company('r1', { name: 'ACME PTY LTD', identifiers: { abn: abnOf(1) }, former_names: ['Old Acme'] })],
    { class: 'register' },
  );
  await database.importRecords('crm', [
    company('1', { name: 'Acme', identifiers: { abn: abnOf(1), fqdn: 'acme.com.au' }, observed: '2026-02-02' }),
    company('2', { name: 'Acme NZ', identifiers: { abn: abnOf(1) }, country: 'NZ', phones: ['+6441234567'] }),
  ]);
});
afterAll(() => database.close());

async function idOf(key: string): Promise<string> {
  const [row] = await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [
    key,
  ]);
  return row?.company_id ?? 'none';
}
const text = async (...args: string[]) => (await runCommand(database, 'company', 'explain', ...args)).out;
const explain = async (...args: string[]): Promise<ReturnType<typeof toCompanyJson>> =>
  JSON.parse(await text(...args, '--json'));

describe('a company with several records', () => {
  test('shows the winning source of each field and the different values of others', async () => {
    const { profile } = await explain(await idOf('r1'));
    expect(profile.find(({ field }) => field === 'name')).toEqual({
      field: 'name',
      value: 'ACME PTY LTD',
      from: [{ source: 'registry', observed: '2026-01-01' }],
      others: [
        { source: 'crm', key: '1', country: null, observed: '2026-02-02', value: 'Acme' },
        { source: 'crm', key: '2', country: 'NZ', observed: '2026-01-01', value: 'Acme NZ' },
      ],
    });
    const out = await text(await idOf('r1'));
    expect(out).toMatch(/^ {2}name +ACME PTY LTD +registry 2026-01-01\n +≠ Acme +crm 2026-02-02\n/m);
    expect(out).toMatch(/former_names +Old Acme +registry/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  test('shows its records, what linked them, and the founding record', async () => {
    const { records, since_run, since } = await explain(await idOf('r1'));
    expect(records.map(({ source, key, founder, linked_by }) => [source, key, founder, linked_by])).toEqual([
      ['registry', 'r1', true, `abn:${abnOf(1)}`],
      ['crm', '1', false, `abn:${abnOf(1)}`],
      ['crm', '2', false, `abn:${abnOf(1)}`],
    ]);
    expect([since_run, since]).toEqual([1, expect.stringMatching(/^20/)]);
    expect(await text(await idOf('r1'))).toContain(`founding record; linked by abn:${abnOf(1)}`);
  });

  test('explains exactly what is published', async () => {
    const id = await idOf('r1');
    const [row] = await readCompanyRows(database.pool, { ids: [id] });
    const { provenance } = buildProfile(id, row?.records ?? [], builtInRates);
    const { profile, regions } = await explain(id);
    expect(Object.fromEntries(profile.map(({ field, from }) => [field, from]))).toEqual(provenance.base);
    expect(Object.keys(regions)).toEqual(Object.keys(provenance.regions));
  });

  test('shows the profile for a country, and the fields that differ there', async () => {
    const { profile } = await explain(await idOf('r1'), '--country', 'nz');
    expect(profile.find(({ field }) => field === 'phones')).toMatchObject({ region: 'NZ', value: ['+6441234567'] });
    expect(await text(await idOf('r1'), '--country', 'NZ')).toMatch(/phones +\+6441234567 +crm 2026-01-01, for NZ/);
    expect(await text(await idOf('r1'))).toMatch(/NZ has other values for .*phones.*--country NZ/);
  });

  test('text from a source cannot send control characters to the terminal', async () => {
    await database.importRecords('steering', [company('esc', { name: 'A\u001b[2J\nB' })]);
    expect(await text(await idOf('esc'))).toMatch(/name +A \[2J B +steering/);
  });
});

describe('the argument', () => {
  test('can be any identifier, in any notation', async () => {
    const id = await idOf('r1');
    const abn = abnOf(1);
    const spaced = `abn:${abn.slice(0, 2)} ${abn.slice(2, 5)} ${abn.slice(5, 8)} ${abn.slice(8)}`;
    for (const asked of [`abn:${abn}`, spaced, 'fqdn:ACME.com.au']) expect((await explain(asked)).id).toBe(id);
  });

  test('is rejected with advice if it is malformed or matches no company', async () => {
    await expect(text(`abn:${abnOf(99)}`)).rejects.toThrow('No company has the identifier abn:');
    await expect(text('abn:51824753557')).rejects.toThrow('`abn`: the check digits do not match.');
    await expect(text('vat:1')).rejects.toThrow('The schemes are abn');
    await expect(text('c0')).rejects.toThrow('No company has the id c0.');
  });
});

describe('decisions by operators', () => {
  test('a merged id leads to the surviving company, and the decision is shown', async () => {
    await database.importRecords('a', [
      company('one', { identifiers: { abn: abnOf(11) } }),
      company('other', { identifiers: { nzbn: nzbnOf(11) } }),
    ]);
    const [older, younger] = [await idOf('one'), await idOf('other')];
    await joinCompanies(database.deps, older, younger);
    const explained = await explain(younger);
    expect(explained).toMatchObject({ id: older, merged_from: younger, merged_ids: [younger] });
    const out = await text(younger);
    expect(out).toContain(`${younger} was merged into it`);
    const decision = explained.decisions[0]?.id;
    expect(out).toContain(`founding record; joined by an operator, decision ${decision}`);
    expect(out).toMatch(new RegExp(`decision ${decision} {2}join, 20`));
  });

  test('a split shows the decision and the other company', async () => {
    await database.importRecords('b', [
      company('founder', { identifiers: { abn: abnOf(12) } }),
      company('twin', { identifiers: { abn: abnOf(12) } }),
    ]);
    const { stays, leaves } = await splitCompany(database.deps, await idOf('founder'), [{ source: 'b', key: 'twin' }]);
    const explained = await explain(String(stays[0]));
    expect(explained.decisions).toMatchObject([{ kind: 'split', split_from: leaves }]);
    expect(explained.records.map(({ key }) => key)).toEqual(['founder']);
    const out = await text(String(stays[0]));
    expect(out).toContain(`split ${explained.decisions[0]?.id}`);
    expect(out).toContain(`, separate from ${leaves[0]}`);
  });
});

test('a record without a name adds its other names, and the name comes from the record that has one', async () => {
  const source = 'au-asic-business-names';
  const file = database.writeLines(['BN_NAME\tBN_STATUS\tBN_ABN', `Toys & Co\tRegistered\t${abnOf(30)}`]);
  await database.importFile(file, source, {
    class: 'register',
    reader: { kind: 'source', id: source, switchedOn: [] },
  });
  expect(await text(`abn:${abnOf(30)}`)).toContain('Not served: no record gives it a name.');
  await database.importRecords('named', [company('n2', { name: 'Toy Holdings', identifiers: { abn: abnOf(30) } })]);
  const { profile, unserved } = await explain(`abn:${abnOf(30)}`);
  expect(profile.find(({ field }) => field === 'name')).toMatchObject({ value: 'Toy Holdings', others: [] });
  expect(await text(`abn:${abnOf(30)}`)).not.toContain('Not served: no');
  expect(unserved).toMatchObject([{ field: 'trading_names', source, names: ['Toys & Co'] }]);
});

test('a removed record is shown, and no longer contributes values', async () => {
  const numbered = (key: string, name: string) => company(key, { name, identifiers: { abn: abnOf(20) } });
  await database.importRecords('d', [numbered('d1', 'Gone'), numbered('d2', 'Stays')]);
  await database.importRecords('d', [removed('company', 'd1')]);
  const { records, profile } = await explain(`abn:${abnOf(20)}`);
  expect(records.map(({ key, hidden, founder }) => [key, hidden, founder])).toEqual([
    ['d2', false, true],
    ['d1', true, false],
  ]);
  expect(profile.find(({ field }) => field === 'name')).toMatchObject({ value: 'Stays', others: [] });
  expect(await text(`abn:${abnOf(20)}`)).toContain('removed by its source, ignored');
});
