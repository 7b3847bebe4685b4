import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { abnOf, acnOf } from '../../sample-data/demo/numbers.ts';
import { auAsicCompanies as source } from './au-asic-companies.ts';
import { Reject } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const row: Row = {
  'Company Name': 'KESTREL VANE PTY LTD',
  ACN: acnOf(1),
  Type: 'APTY',
  'Sub Class': 'PROP',
  Status: 'REGD',
  'Date of Registration': '15/06/2001',
  'Date of Deregistration': '',
  'Current Name Indicator': 'Y',
  ABN: abnOf(1),
  'Current Name': '',
};
const outcomeOf = (changes: Partial<Row>) => source.toRecord({ ...row, ...changes }, new Set());

describe('numbers', () => {
  test('a wrong ACN rejects the row, without its value', () => {
    for (const ACN of ['000000761', '', '0', 'x', '9000000170']) {
      expect(outcomeOf({ ACN })).toEqual(new Reject('ACN: check digit does not match'));
    }
  });

  test('an ACN that lost its leading zeros gets them back', () => {
    expect(outcomeOf({ ACN: '4085616' })).toMatchObject({ key: '004085616' });
  });

  test('an ABN that is 0, missing or invalid is ignored, and the company is kept', () => {
    for (const ABN of ['0', '', '123', `${abnOf(1).slice(0, -1)}0`]) {
      expect(outcomeOf({ ABN })).toMatchObject({ key: acnOf(1), identifiers: { acn: acnOf(1) } });
      expect(outcomeOf({ ABN })).not.toHaveProperty('identifiers.abn');
    }
  });
});

test.each([
  ['APTY', 'PROP', 'Private Company'],
  ['APTY', 'PNPC', 'Nonprofit'],
  ['APUB', 'LIST', 'Public Company'],
  ['APUB', 'ULST', 'Public Company'],
  ['APUB', 'ULSN', 'Nonprofit'],
  ['APUB', 'LISN', 'Nonprofit'],
  ['FNOS', '', 'Foreign Branch'],
  ['TRST', '', 'Trust'],
  ['ASSN', '', undefined],
  ['RACN', '', undefined],
  ['constructor', 'toString', undefined],
])('%s %s is of the type %s', (Type, subClass, companyType) => {
  expect((outcomeOf({ Type, 'Sub Class': subClass }) as CompanyRecord).company_type).toBe(companyType);
});

test('a body that is older than its registration has no founding year, and a foreign company no headquarters here', () => {
  expect(outcomeOf({ Type: 'RACN' })).not.toHaveProperty('year_founded');
  expect(outcomeOf({ Type: 'FNOS' })).not.toHaveProperty('year_founded');
  expect(outcomeOf({ Type: 'FNOS' })).not.toHaveProperty('hq_country');
});

describe('status', () => {
  test.each([
    [{ Status: 'REGD' }, 'Registered since 2001-06-15'],
    [{ Status: 'REGD', 'Date of Deregistration': '01/05/2020' }, 'Registered since 2001-06-15'],
    [{ Status: 'DRGD', 'Date of Deregistration': '01/05/2024' }, 'Deregistered 2024-05-01'],
    [{ Status: 'DRGD' }, 'Deregistered, registered 2001-06-15'],
    [{ Status: 'EXAD' }, 'Under external administration, registered 2001-06-15'],
    [{ Status: 'XXXX', 'Date of Registration': '' }, 'XXXX'],
  ])('%j is %s', (changes, label) => {
    expect(outcomeOf(changes)).toHaveProperty('org_registers', { asic: label });
  });

  test('is never the status of the ABN, whether or not the row has an ABN', () => {
    for (const ABN of ['0', '', undefined]) {
      expect(outcomeOf(ABN === undefined ? {} : { ABN })).not.toHaveProperty('abn_operation_status');
    }
    expect(outcomeOf({ Status: '' })).not.toHaveProperty('org_registers');
  });
});

describe('a former name', () => {
  const former = {
    'Current Name Indicator': '',
    'Company Name': 'OLD NAME PTY LTD',
    'Current Name': 'NEW NAME PTY LTD',
  };

  test('is a separate record with only names and numbers', () => {
    expect(outcomeOf(former)).toEqual({
      type: 'company',
      key: `${acnOf(1)}/OLD NAME PTY LTD`,
      country: 'AU',
      name: 'NEW NAME PTY LTD',
      identifiers: { acn: acnOf(1), abn: abnOf(1) },
      former_names: ['OLD NAME PTY LTD'],
    });
  });

  test('without a current name leaves the name to other records', () => {
    expect(outcomeOf({ ...former, 'Current Name': '' })).not.toHaveProperty('name');
  });
});

test('a row without a name is rejected with the key of its company', () => {
  expect(outcomeOf({ 'Company Name': '  ' })).toEqual(new Reject('Company Name is empty', acnOf(1)));
});
