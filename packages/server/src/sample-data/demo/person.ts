import type { PersonRecord } from '@orgdex/contract';
import { abroadKeyOf, type Company } from './company.ts';
import { type Country, countriesByShare } from './countries.ts';
import { observedDates } from './dates.ts';
import { phoneOf } from './numbers.ts';
import type { Random } from './random.ts';
import { titleOf } from './titles.ts';

const reservedHosts = ['example.com', 'example.net', 'example.org'];

/** The identifiers by which a person record may refer to its company, in addition to the key. */
const schemes = ['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei', 'cik', 'duns', 'fqdn', 'network'] as const;

function countryOf(random: Random, { country, abroad }: Company): Country {
  if (!random.chance(0.05)) return country;
  return abroad ?? random.pick(countriesByShare);
}

function referenceOf(random: Random, company: Company, country: Country): NonNullable<PersonRecord['company']> {
  if (country === company.abroad && random.chance(0.5)) return { key: abroadKeyOf(company, country) };
  if (random.chance(0.9)) return { key: company.key };
  const first = random.below(schemes.length);
  for (let n = 0; n < schemes.length; n++) {
    const scheme = schemes[(first + n) % schemes.length] as (typeof schemes)[number];
    const value = company.identifiers[scheme];
    if (value) return { [scheme]: value };
  }
  return { key: company.key };
}

/** Where a person works, and the person's position in the sequence of that company. */
interface Post {
  company: Company;
  country: Country;
  ordinal: number;
}

function addTitle(random: Random, record: PersonRecord, { country, ordinal }: Post): void {
  const title = titleOf(random, country.code, ordinal);
  if (random.chance(0.975)) {
    record.position = title.text;
    return;
  }
  // Some records without a title have a seniority and a department.
  if (random.chance(0.8)) record.position = '';
  if (random.chance(0.4)) record.seniority = [title.leads ? '3' : String(random.between(4, 6))];
  if (random.chance(0.4)) record.department = [String(random.between(1, 16))];
}

/** Adds contact values. The service only stores that they exist. */
function addContacts(random: Random, record: PersonRecord, { company, country }: Post): void {
  if (random.chance(0.8)) record.email = `${record.key}@${company.host}`;
  if (random.chance(0.15)) record.personal_email = `${record.key}@${random.pick(reservedHosts)}`;
  if (random.chance(0.4)) record.phone = phoneOf(random, country.landlines);
  if (random.chance(0.05)) record.dnd_phone = phoneOf(random, country.landlines);
  if (random.chance(0.3)) record.mobile = phoneOf(random, country.mobiles);
}

function addFlags(random: Random, record: PersonRecord): void {
  record.has_email = random.chance(0.7);
  if (random.chance(0.5)) record.has_personal_email = random.chance(0.2);
  record.has_phone = random.chance(0.5);
  if (record.has_phone && random.chance(0.2)) record.has_dnd_phone = random.chance(0.3);
  if (random.chance(0.7)) record.has_mobile = random.chance(0.4);
}

/** The nth person of the company. The caller has started the random sequence of the two. */
export function personRecord(random: Random, company: Company, ordinal: number): PersonRecord {
  const country = countryOf(random, company);
  const post = { company, country, ordinal };
  const record: PersonRecord = {
    type: 'person',
    key: `p-${company.index.toString(36)}-${ordinal.toString(36)}`,
    company: referenceOf(random, company, country),
    country: country.code,
  };
  if (random.chance(0.3)) record.observed = random.pick(observedDates);
  addTitle(random, record, post);
  if (random.chance(0.8)) record.network = record.key;
  const contact = random.fraction();
  if (contact < 0.4) addContacts(random, record, post);
  else if (contact < 0.8) addFlags(random, record);
  return record;
}
