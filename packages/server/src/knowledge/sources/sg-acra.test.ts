import { readFileSync } from 'node:fs';
import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { uenOf } from '../../sample-data/demo/numbers.ts';
import { Reject, Skip } from './row-outcome.ts';
import { sgAcra as source } from './sg-acra.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../../fixtures/sources/sg-acra/${name}`, import.meta.url), 'utf8').split('\n')[0] as string;
const entityColumns = sample('sample-entities.csv').split(',');
const listColumns = sample('sample-uen-list.csv').split(',');

/** Columns that are not given hold the register's word for nothing. */
function outcomeOf(columns: string[], cells: Record<string, string>, ...switches: string[]) {
  const given: Record<string, string> = { uen: uenOf(1), entity_name: 'KESTREL PTE. LTD.', ...cells };
  const reader = source.format.open();
  const row = columns.map((name) => given[name] ?? 'na').join(',');
  const [placed] = [...reader.take(Buffer.from(`${columns.join(',')}\n${row}\n`)), ...reader.end()];
  if (!placed || placed.row instanceof Reject) throw new Error('The row was not read.');
  return source.toRecord(placed.row, new Set(switches)) as CompanyRecord;
}
const entityOf = (cells: Record<string, string>, ...switches: string[]) => outcomeOf(entityColumns, cells, ...switches);
const listedOf = (cells: Record<string, string>) => outcomeOf(listColumns, cells);

test('a cell of "na" is empty in every column', () => {
  expect(entityOf({})).toEqual({
    type: 'company',
    key: uenOf(1),
    country: 'SG',
    name: 'KESTREL PTE. LTD.',
    identifiers: { uen: uenOf(1) },
    hq_country: 'SG',
  });
});

describe('addresses', () => {
  const street = { address_type: 'LOCAL', block: '12', street_name: 'EXAMPLE LANE', postal_code: '018982' };

  test.each([
    [{}, '12 EXAMPLE LANE, Singapore 018982'],
    [{ level_no: '03', unit_no: '01' }, '12 EXAMPLE LANE, #03-01, Singapore 018982'],
    [{ building_name: 'KESTREL TOWER' }, '12 EXAMPLE LANE, KESTREL TOWER, Singapore 018982'],
    [{ block: 'na', postal_code: '0106' }, 'EXAMPLE LANE, Singapore 0106'],
    [{ level_no: '03' }, '12 EXAMPLE LANE, Singapore 018982'],
  ])('%j is %s', (cells, address) => {
    expect(entityOf({ ...street, ...cells })).toMatchObject({ hq_location: address, locations: [address] });
  });

  test('abroad are not headquarters in Singapore', () => {
    const abroad = entityOf({ address_type: 'FOREIGN', other_address_line1: '1 QUAY', other_address_line2: 'SYDNEY' });
    expect(abroad.hq_location).toBe('1 QUAY, SYDNEY');
    expect(abroad).not.toHaveProperty('hq_country');
  });

  test("a branch's address is a place of it, not its seat", () => {
    const branch = entityOf({ ...street, entity_type_description: 'Foreign Company Branch' });
    expect(branch.locations).toEqual(['12 EXAMPLE LANE, Singapore 018982']);
    for (const field of ['hq_location', 'hq_country']) expect(branch).not.toHaveProperty(field);
  });
});

describe('industries', () => {
  test('come from the codes, never from the words next to them', () => {
    const stated = { primary_ssic_description: 'KITE FLYING', primary_user_described_activity: 'KITES' };
    expect(entityOf({ ...stated, primary_ssic_code: '64120', secondary_ssic_code: '46302' }).industries).toEqual([
      'Financial Services & Insurance',
      'Wholesale',
    ]);
    expect(entityOf(stated)).not.toHaveProperty('industries');
  });

  test('of one sector are listed once, and a code that lost its zero is ignored', () => {
    expect(entityOf({ primary_ssic_code: '64120', secondary_ssic_code: '64202' }).industries).toHaveLength(1);
    expect(entityOf({ primary_ssic_code: '01111' }).industries).toEqual(['Agriculture, Forestry & Fishing']);
    expect(entityOf({ primary_ssic_code: '1111' })).not.toHaveProperty('industries');
  });
});

test.each([
  [{ company_type_description: 'Private Company Limited by Shares' }, 'Private Company'],
  [{ company_type_description: 'EXEMPT PRIVATE COMPANY LIMITED BY SHARES' }, 'Private Company'],
  [{ company_type_description: 'Public Company Limited by Shares' }, 'Public Company'],
  [{ company_type_description: 'Public Company Limited by Guarantee' }, undefined],
  [{ entity_type_description: 'Limited Liability Partnerships' }, 'Partnership'],
  [{ business_constitution_description: 'Partnership' }, 'Partnership'],
  [{ entity_type_description: 'Foreign Company Branch' }, 'Foreign Branch'],
  [{ entity_type_description: 'Local Company' }, undefined],
])('%j is of the type %s', (cells, type) => {
  expect(entityOf(cells).company_type).toBe(type);
});

test.each([
  ['Live Company', '1968-07-16', 'Live Company since 1968-07-16'],
  ['Struck Off', '1891-03-17', 'Struck Off, registered 1891-03-17'],
  ['In Liquidation - Members voluntary winding up', 'na', 'In Liquidation - Members voluntary winding up'],
  ['Live', '2011-02-30', 'Live'],
])('%s of %s: %s', (status, day, label) => {
  const outcome = entityOf({ entity_status_description: status, registration_incorporation_date: day });
  expect(outcome.org_registers).toEqual({ acra: label });
});

test('a local company is founded when it is incorporated; a branch is older than its registration', () => {
  const day = { registration_incorporation_date: '1999-05-05' };
  expect(entityOf(day).year_founded).toBe(1999);
  expect(entityOf({ ...day, entity_type_description: 'Foreign Company Branch' })).not.toHaveProperty('year_founded');
});

test('former names are kept, each once', () => {
  const names = { former_entity_name1: 'OLD', former_entity_name2: 'OLDER', former_entity_name15: 'OLD' };
  expect(entityOf(names).former_names).toEqual(['OLD', 'OLDER']);
});

test('a sole proprietor is skipped unless switched on', () => {
  const sole = { business_constitution_description: 'Sole-Proprietor' };
  expect(entityOf(sole)).toEqual(new Skip('sole proprietor'));
  expect(entityOf(sole, 'sole-proprietors')).toMatchObject({ company_type: 'Sole Proprietorship' });
});

test('a wrong number, or no name, is rejected', () => {
  expect(entityOf({ uen: '196800306X' })).toEqual(new Reject('uen: check letter does not match'));
  for (const read of [entityOf, listedOf]) {
    expect(read({ entity_name: '' })).toEqual(new Reject('entity_name is empty', uenOf(1)));
  }
});

describe('the list of all numbers', () => {
  test('gives what the other collection lacks: funds and entities of other agencies', () => {
    const fund = { issuance_agency_desc: 'ACRA', entity_type_desc: 'Variable Capital Companies' };
    const listed = { uen_status_desc: 'Registered', uen_issue_date: '2023-11-23' };
    expect(listedOf({ ...fund, ...listed })).toMatchObject({ year_founded: 2023 });
    const society = listedOf({ ...listed, issuance_agency_desc: 'Registry of Societies', reg_postal_code: '049907' });
    expect(society).toMatchObject({
      hq_location: 'Singapore 049907',
      org_registers: { uen: 'Registered since 2023-11-23' },
    });
    // The number may be younger than the society.
    expect(society).not.toHaveProperty('year_founded');
  });

  test('leaves companies to the collection that has more fields', () => {
    for (const agency of ['ACRA', 'Accounting and Corporate Regulatory Authority']) {
      const outcome = listedOf({ issuance_agency_desc: agency, entity_type_desc: 'Local Company' });
      expect(outcome).toEqual(new Skip('listed in the ACRA corporate entities file'));
    }
  });
});
