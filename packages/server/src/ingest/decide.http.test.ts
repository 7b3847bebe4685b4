import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerWorld, openLedgerWorld } from '../../test/support/ledger-world.ts';
import { company, person } from '../../test/support/records.ts';
import { abnOf, nzbnOf } from '../demo/numbers.ts';
import { joinCompanies, splitCompany } from './decide.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedgerWorld();
});
afterAll(() => world.close());

async function idOf(key: string): Promise<string> {
  const [row] = await world.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]);
  return row?.company_id ?? 'none';
}
const peopleOf = async (id: string) =>
  (
    await world.rows<{ person_id: string }>('SELECT person_id FROM employment WHERE company_id = $1 AND NOT removed', [
      id,
    ])
  ).length;

test('a join by hand is remembered when a record changes, and the people follow', async () => {
  const [one, other] = [
    company('one', { identifiers: { abn: abnOf(1) } }),
    company('other', { identifiers: { nzbn: nzbnOf(1) } }),
  ];
  await world.importRecords('a', [one, other, person('p', 'other', { network: 'p-1' })]);
  const [older, younger] = [await idOf('one'), await idOf('other')];
  expect(await joinCompanies(world.deps, younger, older)).toBe(older);
  expect(await world.rows('SELECT redirect_to FROM company WHERE id = $1', [younger])).toEqual([
    { redirect_to: older },
  ]);
  expect([await peopleOf(older), await peopleOf(younger)]).toEqual([1, 0]);
  await world.importRecords('a', [{ ...other, tagline: 'changed' }]);
  expect(await idOf('other')).toBe(older);
});

test('different numbers of one register cannot be joined, and nothing is left behind', async () => {
  await world.importRecords('b', [
    company('b1', { identifiers: { abn: abnOf(2) } }),
    company('b2', { identifiers: { abn: abnOf(3) } }),
  ]);
  const before = await world.rows('SELECT count(*) FROM decided_record');
  await expect(joinCompanies(world.deps, await idOf('b1'), await idOf('b2'))).rejects.toThrow(
    'they stay two companies',
  );
  expect(await world.rows('SELECT count(*) FROM decided_record')).toEqual(before);
});

test('a split by hand leaves the id with the founding record, and is remembered', async () => {
  const twin = company('twin', { identifiers: { abn: abnOf(4) } });
  await world.importRecords('c', [company('founder', { identifiers: { abn: abnOf(4) } }), twin]);
  const id = await idOf('founder');
  const { stays, leaves } = await splitCompany(world.deps, id, [{ source: 'c', key: 'twin' }]);
  expect(stays).toEqual([id]);
  expect(leaves).toEqual([await idOf('twin')]);
  expect(leaves).not.toEqual(stays);
  await world.importRecords('c', [{ ...twin, tagline: 'changed' }]);
  expect(await idOf('twin')).toBe(leaves[0]);
});

test('a company cannot be joined to itself', async () => {
  const id = await idOf('founder');
  expect(() => joinCompanies(world.deps, id, id)).toThrow('Name two companies');
});

test('only records of the company itself can leave it, and not all of them', async () => {
  const id = await idOf('founder');
  await expect(splitCompany(world.deps, id, [{ source: 'c', key: 'stranger' }])).rejects.toThrow('c:founder');
  await expect(splitCompany(world.deps, id, [{ source: 'c', key: 'founder' }])).rejects.toThrow('not all');
});
