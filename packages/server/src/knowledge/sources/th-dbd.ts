import type { CompanyRecord } from '@orgdex/contract';
import { parseThJuristic } from '../rules/identifiers/register-numbers.ts';
import { sectorOf } from '../rules/industries/sector.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { manyParts } from './formats/format.ts';
import { jsonItems } from './formats/json-items.ts';
import { parseCompactDay, parseCompactYear } from './parsing/days.ts';
import { listOf, memberOf, textOf } from './parsing/json-value.ts';
import { filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';

const registered = 'Registered';

/** Words that are not listed are kept unchanged. */
const statuses = new Map([
  ['ยังดำเนินกิจการอยู่', registered],
  ['คืนสู่ทะเบียน', 'Restored to the register'],
  ['ฟื้นฟู', 'Under rehabilitation'],
  ['พิทักษ์ทรัพย์เด็ดขาด', 'Under absolute receivership'],
  ['ล้มละลาย', 'Bankrupt'],
  ['เลิก', 'Dissolved'],
  ['เสร็จการชำระบัญชี', 'Dissolved and liquidated'],
  ['ร้าง', 'Struck off'],
  ['ควบ', 'Merged'],
  ['แปรสภาพ', 'Converted'],
]);

const limitedCompany = 'บริษัทจำกัด';
const publicCompany = 'บริษัทมหาชนจำกัด';
const limitedPartnership = 'ห้างหุ้นส่วนจำกัด';
const ordinaryPartnership = 'ห้างหุ้นส่วนสามัญนิติบุคคล';

const types = new Map<string, CompanyRecord['company_type']>([
  [limitedCompany, 'Private Company'],
  [publicCompany, 'Public Company'],
  [limitedPartnership, 'Partnership'],
  [ordinaryPartnership, 'Partnership'],
]);

/** Types that are founded by registration: a private company that goes public is registered again. */
const foundedByRegistration: ReadonlySet<string> = new Set([limitedCompany, limitedPartnership, ordinaryPartnership]);

/** The parts of an address as people write them, and the text of a part that has a code as well. */
const addressParts = [
  ['cd:AddressNo'],
  ['cd:RoomNo'],
  ['cd:Floor'],
  ['cd:Building'],
  ['cd:Village'],
  ['cd:Moo'],
  ['cd:Soi'],
  ['cd:Road'],
  ['cd:CitySubDivision', 'cr:CitySubDivisionTextTH'],
  ['cd:City', 'cr:CityTextTH'],
  ['cd:CountrySubDivision', 'cr:CountrySubDivisionTextTH'],
];

interface Seat {
  location: string;
  state: string | undefined;
}

function seatOf(person: unknown): Seat {
  const address = memberOf(person, 'cd:OrganizationJuristicAddress', 'cr:AddressType');
  const parts = addressParts.map((names) => stated(address, ...names));
  const state = stated(address, 'cd:CountrySubDivision', 'cr:CountrySubDivisionCode');
  return { location: parts.filter(Boolean).join(', '), state: parseRegion('TH', state || (parts.at(-1) ?? '')) };
}

/** A hyphen means an empty value. */
function stated(value: unknown, ...names: string[]): string {
  const text = tidy(textOf(value, ...names));
  return text === '-' ? '' : text;
}

/** The first of its activities, in the Thai classification, whose first digits are those of ISIC. */
function sectorOfActivity(person: unknown): string | undefined {
  const [activity] = listOf(person, 'cd:OrganizationJuristicObjective', 'td:JuristicObjective');
  return sectorOf('isic', stated(activity, 'td:JuristicObjectiveCode'));
}

function standingOf(person: unknown): string | undefined {
  const word = stated(person, 'cd:OrganizationJuristicStatus');
  const status = statuses.get(word) ?? word;
  const day = parseCompactDay(stated(person, 'cd:OrganizationJuristicRegisterDate'));
  return status ? registerLabel({ status, stands: status === registered, registered: day }) : undefined;
}

/** Its capital is not revenue, and records have no field for it. */
function detailsOf(person: unknown): Partial<CompanyRecord> {
  const type = stated(person, 'cd:OrganizationJuristicType');
  const english = stated(person, 'cd:OrganizationJuristicNameEN');
  const date = stated(person, 'cd:OrganizationJuristicRegisterDate');
  const { location, state } = seatOf(person);
  const sector = sectorOfActivity(person);
  const standing = standingOf(person);
  return filled({
    trading_names: english ? [english] : [],
    hq_location: location,
    hq_country: 'TH',
    company_type: types.get(type),
    year_founded: foundedByRegistration.has(type) ? parseCompactYear(date) : undefined,
    locations: location ? [location] : [],
    industries: sector ? [sector] : [],
    states: state ? [state] : [],
    org_registers: standing ? { dbd: standing } : undefined,
  });
}

/** The response about one juristic person. */
function toRecord(answer: unknown): Outcome {
  const [found, ...more] = listOf(answer, 'data');
  const person = memberOf(found, 'cd:OrganizationJuristicPerson');
  if (!person) return skip('response without a company');
  if (more.length > 0) return reject('response with several companies');
  const number = parseThJuristic(stated(person, 'cd:OrganizationJuristicID'));
  if (!number) return reject('OrganizationJuristicID: check digit does not match');
  const name = stated(person, 'cd:OrganizationJuristicNameTH') || stated(person, 'cd:OrganizationJuristicNameEN');
  if (!name) return reject('OrganizationJuristicNameTH is empty', number);
  const identifiers = { registrations: { 'th-juristic': number } };
  return { type: 'company', key: number, country: 'TH', name, identifiers, ...detailsOf(person) };
}

/** Companies and partnerships of Thailand, requested one at a time. */
export const thDbd = defineSource({
  id: 'th-dbd',
  title: 'DBD register of juristic persons',
  country: 'TH',
  license: 'Open API without a stated license',
  attribution: 'Contains data of the Department of Business Development (DBD), Ministry of Commerce of Thailand.',
  homepage: 'https://openapi.dbd.go.th',
  class: 'register',
  whole: false,
  expected: { min: 1, max: 3_000_000 },
  format: { ...jsonItems({ parts: /\.json$/i }), maxParts: manyParts },
  toRecord,
});
