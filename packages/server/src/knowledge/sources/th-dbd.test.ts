import type { CompanyRecord } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { thaiJuristicNumberOf } from '../../sample-data/demo/numbers.ts';
import { Reject, Skip } from './row-outcome.ts';
import { thDbd as source } from './th-dbd.ts';

const number = thaiJuristicNumberOf(1);
const person = {
  'cd:OrganizationJuristicID': number,
  'cd:OrganizationJuristicNameTH': 'บริษัท ตัวอย่าง จำกัด',
  'cd:OrganizationJuristicNameEN': 'EXAMPLE COMPANY LIMITED',
  'cd:OrganizationJuristicType': 'บริษัทจำกัด',
  'cd:OrganizationJuristicRegisterDate': '20130115',
  'cd:OrganizationJuristicStatus': 'ยังดำเนินกิจการอยู่',
  'cd:OrganizationJuristicObjective': { 'td:JuristicObjective': { 'td:JuristicObjectiveCode': '47190' } },
  'cd:OrganizationJuristicRegisterCapital': '596740267.0',
  'cd:OrganizationJuristicAddress': {
    'cr:AddressType': {
      'cd:AddressNo': '1',
      'cd:Moo': '-',
      'cd:Building': null,
      'cd:CountrySubDivision': {
        'cr:CountrySubDivisionCode': 'TH-50',
        'cr:CountrySubDivisionTextTH': 'เชียงใหม่',
      },
    },
  },
};
const answerOf = (...people: object[]) => ({
  status: { code: '1000', description: 'Success' },
  data: people.map((each) => ({ 'cd:OrganizationJuristicPerson': each })),
});
const outcomeOf = (changes: object) => source.toRecord(answerOf({ ...person, ...changes }), new Set());
const recordOf = (changes: object) => outcomeOf(changes) as CompanyRecord;

test('the Thai name is the name, and the English name is kept with it', () => {
  expect(recordOf({})).toMatchObject({ name: 'บริษัท ตัวอย่าง จำกัด', trading_names: ['EXAMPLE COMPANY LIMITED'] });
  for (const name of ['-', '', null]) {
    expect(recordOf({ 'cd:OrganizationJuristicNameEN': name })).not.toHaveProperty('trading_names');
  }
});

test('the number identifies the company, and is checked', () => {
  expect(recordOf({})).toMatchObject({ key: number, identifiers: { registrations: { 'th-juristic': number } } });
  for (const wrong of ['0107544000095', '1107544000108', '', null]) {
    expect(outcomeOf({ 'cd:OrganizationJuristicID': wrong })).toEqual(
      new Reject('OrganizationJuristicID: check digit does not match'),
    );
  }
});

test.each([
  ['ยังดำเนินกิจการอยู่', 'Registered since 2013-01-15'],
  ['เสร็จการชำระบัญชี', 'Dissolved and liquidated, registered 2013-01-15'],
  ['เลิก', 'Dissolved, registered 2013-01-15'],
  ['ร้าง', 'Struck off, registered 2013-01-15'],
  ['สถานะใหม่', 'สถานะใหม่, registered 2013-01-15'],
])('%s is %s', (status, label) => {
  expect(recordOf({ 'cd:OrganizationJuristicStatus': status }).org_registers).toEqual({ dbd: label });
});

test.each([
  ['บริษัทจำกัด', 'Private Company', 2013],
  ['บริษัทมหาชนจำกัด', 'Public Company', undefined],
  ['ห้างหุ้นส่วนจำกัด', 'Partnership', 2013],
  ['ห้างหุ้นส่วนสามัญนิติบุคคล', 'Partnership', 2013],
  ['สมาคมการค้า', undefined, undefined],
])('%s is of the type %s, and founded when it was registered only if it began then', (type, kind, year) => {
  const record = recordOf({ 'cd:OrganizationJuristicType': type });
  expect(record.company_type).toBe(kind);
  expect(record.year_founded).toBe(year);
});

test('a date in the Buddhist calendar is ignored', () => {
  const record = recordOf({ 'cd:OrganizationJuristicRegisterDate': '25560115' });
  expect(record).not.toHaveProperty('year_founded');
  expect(record.org_registers).toEqual({ dbd: 'Registered' });
});

test('capital is not revenue', () => {
  expect(recordOf({})).not.toHaveProperty('revenue');
});

test('the address omits empty parts, and its province comes from its code or else its name', () => {
  expect(recordOf({})).toMatchObject({ hq_location: '1, เชียงใหม่', hq_country: 'TH', states: ['TH-50'] });
  const named = { 'cr:AddressType': { 'cd:CountrySubDivision': { 'cr:CountrySubDivisionTextTH': 'กรุงเทพมหานคร' } } };
  expect(recordOf({ 'cd:OrganizationJuristicAddress': named }).states).toEqual(['TH-10']);
  const none = recordOf({ 'cd:OrganizationJuristicAddress': null });
  expect(none).not.toHaveProperty('states');
  expect(none).not.toHaveProperty('hq_location');
});

test('the first of several activities gives the sector: its code is not in a classification that we serve', () => {
  const activities = ['62010', '47190'].map((code) => ({ 'td:JuristicObjectiveCode': code }));
  const record = recordOf({ 'cd:OrganizationJuristicObjective': { 'td:JuristicObjective': activities } });
  expect(record.industries).toEqual(['Technology']);
  expect(record).not.toHaveProperty('industry_codes');
});

test('a response without results is skipped; one with several companies, or without a name, is rejected', () => {
  for (const answer of [{ status: { code: '1004' }, data: [] }, { status: { code: '5000' } }, { data: null }, {}]) {
    expect(source.toRecord(answer, new Set())).toEqual(new Skip('response without a company'));
  }
  expect(source.toRecord(answerOf(person, person), new Set())).toEqual(new Reject('response with several companies'));
  const nameless = { 'cd:OrganizationJuristicNameTH': '', 'cd:OrganizationJuristicNameEN': '' };
  expect(outcomeOf(nameless)).toEqual(new Reject('OrganizationJuristicNameTH is empty', number));
});
