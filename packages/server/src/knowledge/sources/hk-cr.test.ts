import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { hkCr as source } from './hk-cr.ts';
import { Reject, Skip } from './row-outcome.ts';

const found = {
  Brn: '99000011',
  Chinese_Company_Name: '示例有限公司',
  English_Company_Name: 'EXAMPLE LIMITED',
  Address_of_Registered_Office: '1 EXAMPLE ROAD, HONG KONG',
  Company_Type: 'Private company limited by shares',
  Date_of_Incorporation: '26-04-2000',
  'Re-domiciliation_Date': null,
};
const outcomeOf = (row: object) => source.toRecord(row, new Set());
const foundOf = (changes: object) => outcomeOf({ ...found, ...changes }) as CompanyRecord;

const local = {
  'Current Company Name in English': 'EXAMPLE LIMITED',
  'Current Company Name in Chinese': '示例有限公司',
  'BR Number': '99000011',
  'Date of Incorporation': '05-06-2010',
  'Date of Incorporation / Re-domiciliation Date': '',
  'Date of Change of name': '',
};
const localOf = (changes: object) => outcomeOf({ ...local, ...changes }) as CompanyRecord;

const foreign = {
  'Current Corporate Name / Other Corporate Name': 'Example Pte. Ltd.',
  'Current Approved Name for Carrying on Business in H.K.': '',
  'BR Number': '99000031',
  'Date of Registration': '30-12-2024',
  'Date of Change of name': '',
};
const foreignOf = (changes: object) => outcomeOf({ ...foreign, ...changes }) as CompanyRecord;

describe('names', () => {
  test('the English name is the name, and the Chinese name is kept with it', () => {
    for (const record of [foundOf({}), localOf({})]) {
      expect(record).toMatchObject({ name: 'EXAMPLE LIMITED', trading_names: ['示例有限公司'] });
    }
  });

  test('the word NULL, null and nothing are not names; the other name replaces them', () => {
    for (const nothing of ['NULL', '', null]) {
      expect(foundOf({ Chinese_Company_Name: nothing })).not.toHaveProperty('trading_names');
      expect(foundOf({ English_Company_Name: nothing })).toMatchObject({ name: '示例有限公司' });
      const nameless = { English_Company_Name: nothing, Chinese_Company_Name: nothing };
      expect(outcomeOf({ ...found, ...nameless })).toEqual(new Reject('name is empty', '99000011'));
    }
  });

  test('an article that the register puts after a name is moved before it', () => {
    expect(foundOf({ English_Company_Name: 'EXAMPLE BANK LIMITED -THE-' }).name).toBe('THE EXAMPLE BANK LIMITED');
  });
});

describe('the number', () => {
  test('keeps its zeros, and has a letter if a company needs no registration', () => {
    for (const brn of ['00173611', 'C1572528', 'F0012345']) {
      expect(foundOf({ Brn: brn })).toMatchObject({ key: brn, identifiers: { registrations: { 'hk-brn': brn } } });
    }
  });

  test('of any other form rejects the row', () => {
    const reason = new Reject('business registration number must be 8 digits, or C or F and 7 digits');
    for (const brn of ['0263876', '', 'NULL', '00000000']) {
      expect(outcomeOf({ ...found, Brn: brn })).toEqual(reason);
      expect(outcomeOf({ ...local, 'BR Number': brn })).toEqual(reason);
      expect(outcomeOf({ ...foreign, 'BR Number': brn })).toEqual(reason);
    }
  });
});

describe('a company in a search response', () => {
  test.each([
    ['Private company limited by shares', 'Private Company'],
    ['Public company limited by shares', 'Public Company'],
    ['Company limited by guarantee', undefined],
    ['', undefined],
  ])('%s is of the type %s', (type, kind) => {
    expect(foundOf({ Company_Type: type }).company_type).toBe(kind);
  });

  test('is founded when it was incorporated, unless it re-domiciled', () => {
    expect(foundOf({})).toMatchObject({ year_founded: 2000, org_registers: { hkcr: 'Registered since 2000-04-26' } });
    const moved = foundOf({ 'Re-domiciliation_Date': '03-04-2025' });
    expect(moved.org_registers).toEqual({ hkcr: 'Registered since 2025-04-03' });
    expect(moved).not.toHaveProperty('year_founded');
  });

  test('with an invalid date has no date', () => {
    for (const date of ['31-02-2020', '2020-01-02', 'NULL', null]) {
      const record = foundOf({ Date_of_Incorporation: date });
      expect(record).not.toHaveProperty('year_founded');
      expect(record.org_registers).toEqual({ hkcr: 'Registered' });
    }
  });
});

describe('a weekly list', () => {
  test('never replaces a record from a search response', () => {
    expect(localOf({}).key).not.toBe(foundOf({}).key);
    expect(localOf({}).identifiers).toEqual(foundOf({}).identifiers);
  });

  test('is observed on the day of the new name or of the incorporation', () => {
    expect(localOf({}).observed).toBe('2010-06-05');
    expect(localOf({ 'Date of Change of name': '02-01-2025' }).observed).toBe('2025-01-02');
    expect(foreignOf({ 'Date of Change of name': '31-12-2024' }).observed).toBe('2024-12-31');
  });

  test('that does not say whether a company was founded or re-domiciled gives no founding year', () => {
    const either = { 'Date of Incorporation': '', 'Date of Incorporation / Re-domiciliation Date': '24-08-2026' };
    expect(localOf({}).year_founded).toBe(2010);
    expect(localOf(either)).not.toHaveProperty('year_founded');
    expect(localOf(either).org_registers).toEqual({ hkcr: 'Registered since 2026-08-24' });
  });

  test('of non-Hong Kong companies gives no headquarters here', () => {
    expect(foreignOf({})).not.toHaveProperty('hq_country');
    expect(foreignOf({})).not.toHaveProperty('year_founded');
    expect(foreignOf({}).company_type).toBe('Foreign Branch');
  });

  test('keeps both rows of a company that has a name in each script', () => {
    const chinese = foreignOf({ 'Current Corporate Name / Other Corporate Name': '示例私人有限公司' });
    expect([foreignOf({}).key, chinese.key]).toEqual(['weekly/99000031', 'weekly/99000031/chinese']);
  });

  test('keeps the name under which a non-Hong Kong company may trade', () => {
    const approved = { 'Current Approved Name for Carrying on Business in H.K.': 'Example (Hong Kong)' };
    expect(foreignOf(approved).trading_names).toEqual(['Example (Hong Kong)']);
  });

  test('rejects a row without a name, with its key', () => {
    const nameless = { 'Current Company Name in English': '', 'Current Company Name in Chinese': '' };
    expect(outcomeOf({ ...local, ...nameless })).toEqual(new Reject('name is empty', 'weekly/99000011'));
    expect(outcomeOf({ ...foreign, 'Current Corporate Name / Other Corporate Name': '' })).toEqual(
      new Reject('name is empty', 'weekly/99000031'),
    );
  });
});

test('a response without results is skipped', () => {
  expect(outcomeOf({ status: 400, message: 'No result found.' })).toEqual(new Skip('response without a company'));
});

test('a zip may contain a response for each company', () => {
  expect(source.format.maxParts).toBeGreaterThan(2_000_000);
});

test('anything else in a response is rejected, not fatal', () => {
  for (const row of [{}, [], { Brn: {} }]) expect(outcomeOf(row)).toBeInstanceOf(Reject);
});
