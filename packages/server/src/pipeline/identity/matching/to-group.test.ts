import { describe, expect, test } from 'vitest';
import type { NamedRecord } from '../../../stores/postgres/matches/match-groups.ts';
import { type MatchSources, toGroup } from './to-group.ts';

const sources: MatchSources = new Map([
  [1, { name: 'register', identityPrecedence: 0, mayLink: false, completeFor: 'AU' }],
  [2, { name: 'pages', identityPrecedence: 4, mayLink: true, completeFor: undefined }],
  [3, { name: 'crm', identityPrecedence: 1, mayLink: false, completeFor: undefined }],
]);
const record = (facts: Partial<NamedRecord> = {}): NamedRecord => ({
  company_id: 'c1',
  matched_by: null,
  source_id: 1,
  key: 'k',
  country: 'AU',
  claims: [],
  name: 'Kestrel Vane Pty Ltd',
  trading_names: null,
  former_names: null,
  states: null,
  year_founded: null,
  ...facts,
});
const groupOf = (first: NamedRecord, ...others: NamedRecord[]) => toGroup([first, ...others], sources);
const namesOf = (first: NamedRecord, ...others: NamedRecord[]) =>
  groupOf(first, ...others)?.names.map(({ name, kind }) => [name, kind]);

describe('names', () => {
  test('are compared within a country, without legal forms, each with its best kind', () => {
    const own = record({ trading_names: ['Vane Tools', 'KESTREL VANE'], former_names: ['Old Vane Ltd', 'Vane Tools'] });
    expect(namesOf(own)).toEqual([
      ['AU kestrel vane', 0],
      ['AU vane tools', 1],
      ['AU old vane', 2],
    ]);
    expect(namesOf(record(), record({ country: 'NZ', name: 'Kestrel Vane Limited' }))).toEqual([
      ['AU kestrel vane', 0],
      ['NZ kestrel vane', 0],
    ]);
  });

  test('a current name in one record is current for the group, even if another record lists it as former', () => {
    expect(namesOf(record({ name: 'New Vane', former_names: ['Kestrel Vane'] }), record())).toContainEqual([
      'AU kestrel vane',
      0,
    ]);
  });

  test('may link if any source that has them may', () => {
    const mayLink = (...records: [NamedRecord, ...NamedRecord[]]) => groupOf(...records)?.names[0]?.may_link;
    expect(mayLink(record({ source_id: 3 }))).toBe(false);
    expect(mayLink(record({ source_id: 3 }), record({ source_id: 2 }))).toBe(true);
    expect(mayLink(record({ source_id: 2 }), record({ source_id: 3 }))).toBe(true);
  });

  test('are complete if a complete register of the country lists the company', () => {
    const completeOf = (...records: [NamedRecord, ...NamedRecord[]]) =>
      groupOf(...records)?.names.map(({ name, complete }) => [name, complete]);
    expect(completeOf(record(), record({ country: 'NZ', source_id: 1 }))).toEqual([
      ['AU kestrel vane', true],
      ['NZ kestrel vane pty', false],
    ]);
    expect(completeOf(record({ source_id: 3 }))).toEqual([['AU kestrel vane', false]]);
    expect(completeOf(record({ source_id: 3, name: 'Vane' }), record({ name: null }))).toEqual([['AU vane', true]]);
    // The named record has no country, but the other record places it in the country of the register.
    expect(completeOf(record({ country: null }), record({ source_id: 3, name: null }))).toEqual([
      ['AU kestrel vane', true],
    ]);
  });

  test('have the families of all legal forms that they contain', () => {
    const forms = (...names: string[]) => {
      const [first, ...others] = names.map((name) => record({ name }));
      return groupOf(first as NamedRecord, ...others)?.names.map(({ forms }) => forms);
    };
    expect(forms('Kestrel Vane')).toEqual([[]]);
    expect(forms('Kestrel Vane Pty Ltd', 'Kestrel Vane', 'KESTREL VANE P/L')).toEqual([[0]]);
    expect(forms('Kestrel Vane Inc', 'Kestrel Vane Ltd')).toEqual([[1, 0]]);
  });

  test('without a country belong to the countries of the other records and of the register numbers', () => {
    const unknown = { country: null, name: 'Vane Tools Ltd' };
    expect(namesOf(record(), record(unknown))).toContainEqual(['AU vane tools', 0]);
    expect(namesOf(record({ ...unknown, claims: ['nzbn:1'] }))).toEqual([['NZ vane tools', 0]]);
  });

  test('with no known country belong to every country, without a region', () => {
    const names = groupOf(record({ country: null, states: ['AU-NSW'], claims: ['lei:1'] }))?.names ?? [];
    expect(names).toHaveLength(13);
    expect(names.map(({ name }) => name)).toContain('SG kestrel vane pty');
    for (const { regions, seats } of names) expect([regions, seats]).toEqual([[], []]);
    expect(names.reduce((sum, { weight }) => sum + weight, 0)).toBe(groupOf(record())?.names[0]?.weight);
  });

  test('a group without a distinctive name is not compared', () => {
    expect(groupOf(record({ name: 'Pty Ltd' }))).toBeUndefined();
    expect(groupOf(record({ name: null }))).toBeUndefined();
  });

  test('a skeleton has at least six letters, and only the main name has one', () => {
    const skeletons = (name: string) =>
      groupOf(record({ name, trading_names: ['Kestrel Tools'] }))?.names.map(({ skeleton }) => skeleton);
    expect(skeletons('Kestrel Vane')).toEqual(['AU kstrl vn', null]);
    expect(skeletons('Acme')).toEqual([null, null]);
  });
});

describe('regions', () => {
  const regionsOf = (first: NamedRecord, ...others: NamedRecord[]) => groupOf(first, ...others)?.names[0]?.regions;

  test("are those of the name's own country, from all records of the group", () => {
    const others = [record({ name: null, states: ['AU-NSW', 'NZ-AUK'] }), record({ states: ['AU-ACT', 'AU-NSW'] })];
    expect(regionsOf(record(), ...others)).toEqual(['AU-ACT', 'AU-NSW']);
  });

  test('the seat is the only region of a record: with several regions, it is unknown', () => {
    const charity = record({ states: ['AU-NSW', 'AU-VIC'] });
    expect(groupOf(charity)?.names[0]).toMatchObject({ regions: ['AU-NSW', 'AU-VIC'], seats: [] });
    const seated = groupOf(charity, record({ states: ['AU-VIC', 'NZ-AUK'] }));
    expect(seated?.names[0]).toMatchObject({ regions: ['AU-NSW', 'AU-VIC'], seats: ['AU-VIC'] });
    expect(groupOf(record({ country: 'SG' }))?.names[0]?.seats).toEqual(['SG']);
  });

  test('a city state is its own region', () => {
    expect(regionsOf(record({ country: 'SG' }))).toEqual(['SG']);
    expect(regionsOf(record({ country: 'HK' }))).toEqual(['HK']);
    expect(regionsOf(record())).toEqual([]);
  });
});

describe('a group', () => {
  test('has a number if any record states one; implied numbers and manual decisions do not count', () => {
    const isNumbered = (...claims: string[]) => groupOf(record(), record({ claims }))?.group.numbered;
    expect(isNumbered('abn:1')).toBe(true);
    expect(isNumbered('reg.nz-company:1')).toBe(true);
    expect(isNumbered('~acn:1', 'fqdn:a', 'network:b', 'duns:1', 'join:1', 'split:1:2', 'match:1')).toBe(false);
  });

  test('is named if any record has a name; a trading name does not count', () => {
    const trading = record({ name: null, trading_names: ['Vane Tools'] });
    expect(groupOf(trading)?.group.named).toBe(false);
    expect(groupOf(trading, record())?.group.named).toBe(true);
  });

  test('is represented by a record with a register number, registers first, then by source and key', () => {
    const page = record({ source_id: 2, key: 'a' });
    const own = record({ source_id: 3, key: 'b' });
    const numbered = record({ source_id: 2, key: 'z', claims: ['abn:1'] });
    const of = (...records: [NamedRecord, ...NamedRecord[]]) => groupOf(...records)?.group.key;
    expect(of(page, own)).toBe('b');
    expect(of(page, own, numbered)).toBe('z');
    expect(of(numbered, record({ key: 'y', claims: ['abn:1'] }))).toBe('y');
  });

  test('has its sources, weak identifiers and founding years, each once', () => {
    const one = record({ claims: ['fqdn:b', 'network:s'], year_founded: 1999 });
    const other = record({ source_id: 2, claims: ['fqdn:a', 'fqdn:b', 'split:1:2', 'abn:1'], year_founded: 1999 });
    expect(groupOf(one, other)?.group).toMatchObject({
      company_id: 'c1',
      matched_by: null,
      sources: [1, 2],
      years: [1999],
      reach: ['fqdn:a', 'fqdn:b', 'network:s', 'split:1:2'],
    });
  });
});
