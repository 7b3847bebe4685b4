import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { krDart as source } from './kr-dart.ts';
import { Reject, Skip } from './row-outcome.ts';

const none = new Set<string>();
const entryOf = (changes: Record<string, string>) => {
  const members = {
    corp_code: '99000001',
    corp_name: '견본산업',
    corp_eng_name: 'Sample Industries Co., Ltd.',
    stock_code: ' ',
    modify_date: '20250101',
    ...changes,
  };
  const tags = Object.entries(members).map(([name, text]) => `<${name}>${text}</${name}>`);
  return source.toRecord(`<list>${tags.join('')}</list>`, none);
};

const company = {
  status: '000',
  corp_code: '99000001',
  corp_name: '견본산업(주)',
  corp_name_eng: 'Sample Industries Co., Ltd.',
  stock_name: '견본산업',
  stock_code: '999999',
  ceo_nm: 'not to be read',
  corp_cls: 'Y',
  jurir_no: '1301110006246',
  bizr_no: '1248100998',
  adres: '경기도 수원시 견본로 1',
  hm_url: 'www.kestrelvane.com/kr',
  phn_no: '031-000-0000',
  induty_code: '264',
  est_dt: '19690113',
};
const outcomeOf = (changes: object) => source.toRecord({ ...company, ...changes }, none);
const recordOf = (changes: object) => outcomeOf(changes) as CompanyRecord;

describe('an entry of the list', () => {
  test('has the Korean name, the English name with it, and the day of its last change', () => {
    expect(entryOf({})).toEqual({
      type: 'company',
      key: '99000001',
      country: 'KR',
      observed: '2025-01-01',
      name: '견본산업',
      identifiers: { registrations: { 'kr-dart': '99000001' } },
      trading_names: ['Sample Industries Co., Ltd.'],
    });
  });

  test('is not a listed company because of a stock code, which delisted companies keep', () => {
    for (const code of [' ', '999999']) expect(entryOf({ stock_code: code })).not.toHaveProperty('company_type');
  });

  test('has its entities decoded, and no other name if that is empty or the same', () => {
    expect(entryOf({ corp_name: '견본 &amp; 산업', corp_eng_name: ' ' })).toMatchObject({ name: '견본 & 산업' });
    for (const other of ['', ' ', '견본산업'])
      expect(entryOf({ corp_eng_name: other })).not.toHaveProperty('trading_names');
  });

  test('of the same name as another is another company', () => {
    expect(entryOf({ corp_code: '99000002' })).toMatchObject({ key: '99000002', name: '견본산업' });
  });

  test('is rejected without a code, without a name, or broken', () => {
    expect(entryOf({ corp_code: '9900001' })).toEqual(new Reject('corp_code is not 8 digits'));
    expect(entryOf({ corp_name: ' ' })).toEqual(new Reject('corp_name is empty', '99000001'));
    expect(source.toRecord('<list><corp_code>', none)).toBeInstanceOf(Reject);
  });

  test('without a valid date is observed when it is read', () => {
    expect(entryOf({ modify_date: '00000000' })).not.toHaveProperty('observed');
  });
});

describe('an overview', () => {
  test('does not replace the entry in the list, nor the reverse', () => {
    expect(recordOf({}).key).not.toBe((entryOf({}) as CompanyRecord).key);
    expect(recordOf({}).identifiers?.registrations?.['kr-dart']).toBe('99000001');
  });

  test('contains nothing about the head of the company', () => {
    expect(JSON.stringify(outcomeOf({}))).not.toContain('not to be read');
  });

  test('numbers with a wrong check digit are ignored, and the company is kept', () => {
    expect(recordOf({}).identifiers?.registrations).toEqual({
      'kr-dart': '99000001',
      'kr-corp': '1301110006246',
      'kr-business': '1248100998',
    });
    for (const [jurir_no, bizr_no] of [
      ['1301110006247', '1248100997'],
      ['', ''],
      ['0000000000000', '0000000000'],
    ]) {
      expect(recordOf({ jurir_no, bizr_no }).identifiers?.registrations).toEqual({ 'kr-dart': '99000001' });
    }
  });

  test('an address in a province of Korea is the headquarters; any other is not', () => {
    expect(recordOf({})).toMatchObject({ hq_country: 'KR', states: ['KR-41'] });
    const abroad = recordOf({ adres: 'Hong Kong, 3 Example Road' });
    expect(abroad.hq_location).toBe('Hong Kong, 3 Example Road');
    expect(abroad).not.toHaveProperty('hq_country');
    expect(abroad).not.toHaveProperty('states');
  });

  test.each([
    ['Y', 'Listed on KOSPI', 'Public Company'],
    ['K', 'Listed on KOSDAQ', 'Public Company'],
    ['N', 'Listed on KONEX', 'Public Company'],
    ['E', 'Not listed', undefined],
  ])('class %s is %s', (corp_cls, label, type) => {
    expect(recordOf({ corp_cls }).org_registers).toEqual({ dart: label });
    expect(recordOf({ corp_cls }).company_type).toBe(type);
  });

  test('website without a scheme, date and industry are read; zeros and unknown codes are ignored', () => {
    expect(recordOf({})).toMatchObject({
      website: 'http://www.kestrelvane.com/kr',
      year_founded: 1969,
      industries: ['Manufacturing'],
    });
    const empty = recordOf({ hm_url: '', est_dt: '00000000', induty_code: '' });
    for (const field of ['website', 'year_founded', 'industries', 'industry_codes']) {
      expect(empty).not.toHaveProperty(field);
    }
  });

  test('may stand alone, after others or in a list, and in a zip of hundreds of thousands', () => {
    const one = JSON.stringify(company);
    for (const file of [`${one}\n${one}`, ` [${one}, ${one}]`]) {
      const reader = source.format.open();
      expect([...reader.take(Buffer.from(file)), ...reader.end()].map(({ row }) => row)).toEqual([company, company]);
    }
    expect(source.format.maxParts).toBeGreaterThan(500_000);
  });

  test('a response without results is skipped, one without a name is rejected', () => {
    expect(source.toRecord({ status: '013', message: '…' }, none)).toEqual(new Skip('response without a company'));
    expect(outcomeOf({ corp_name: '' })).toEqual(new Reject('corp_name is empty', 'company/99000001'));
    expect(outcomeOf({ corp_code: '1' })).toEqual(new Reject('corp_code is not 8 digits'));
  });
});
