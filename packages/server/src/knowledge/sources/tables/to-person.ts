import { type ChannelFlag, channelFlags, longestKey, type PersonRecord } from '@orgdex/contract';
import {
  companyDomainOf,
  looksLikeContact,
  looksLikePhone,
  normalizeEmail,
  normalizePhone,
} from '../../rules/contacts/contact-values.ts';
import { parsePersonSlug } from '../../rules/identifiers/network.ts';
import { lostDigits, unfloat } from '../../rules/identifiers/written-number.ts';
import { namesNoCompany } from '../../rules/names/name-key.ts';
import type { TextRow } from '../formats/json-lines.ts';
import { filled } from '../parsing/record-values.ts';
import { type Reject, reject } from '../row-outcome.ts';
import { companyOf } from './identifiers.ts';
import type { Mapping } from './map-columns.ts';
import { type MappedRecord, type RecordOptions, readFields, type TableFields } from './read-fields.ts';
import { parseDay, parseFlag } from './values/clean-cell.ts';
import { parseCountryName } from './values/country-name.ts';
import { parseIds } from './values/title-ids.ts';

/** The fields whose values are never stored, in the order in which they are used to identify a person. */
export const contactFields = ['email', 'personal_email', 'mobile', 'phone', 'dnd_phone'] as const;
type Contacts = Partial<Record<(typeof contactFields)[number], string>>;

const isEmail = (field: string) => field.includes('email');
/** Several email addresses or phone numbers in one cell. */
const several = { email: /@[^@]*@/, phone: /\d{6}[\s)]*[;|,/\n]\s*[+(]?\d{2}|\d{3}\s*[;|\n]\s*[+(]?\d/ };

/** The value in the form that is compared with the suppression list. */
const plainContact = (field: string, value: string, country: string) =>
  isEmail(field) ? normalizeEmail(value) : normalizePhone(value, country);

function contactsOf(input: TableFields, country: string): Contacts | Reject {
  const found: Contacts = {};
  for (const field of contactFields) {
    const text = input.get(field);
    if (text === undefined) continue;
    // A record has one value; a person who opted out by the other would be imported.
    if ((isEmail(field) ? several.email : several.phone).test(text)) {
      return reject(`${field} contains several values; put each in a column of its own`);
    }
    const value = isEmail(field) ? text : unfloat(text.replace(/^p:/i, ''));
    if (value === undefined) input.note(field, lostDigits);
    else if (value.length > 320 || !plainContact(field, value, country)) {
      input.note(field, isEmail(field) ? 'not an email address' : 'not a phone number');
    } else found[field] = value;
  }
  return found;
}

/** A number has the form of a slug, but is a phone number in the wrong column. */
const slugOf = (text: string) => (looksLikePhone(text) ? undefined : parsePersonSlug(text));

interface Known {
  country: string;
  network: string | undefined;
  contacts: Contacts;
  /** What the row says about the company: the key of a person without a better one depends on it. */
  company: object;
  position: string | undefined;
}

/** The given key, the profile slug, or a hash of what identifies the person. */
function keyOf(input: TableFields, known: Known, options: RecordOptions): string | undefined {
  const theirs = input.get('key');
  if (theirs !== undefined) {
    return looksLikeContact(theirs) || theirs.length > longestKey ? options.hashKey(theirs.toLowerCase()) : theirs;
  }
  if (known.network) return `network:${known.network}`;
  const field = contactFields.find((one) => known.contacts[one] !== undefined);
  if (field) return options.hashKey(plainContact(field, known.contacts[field] ?? '', known.country) ?? '');
  if (!known.position) return undefined;
  input.note('key', 'no unique key; people with the same title at the same company are merged');
  return options.hashKey(`${JSON.stringify(known.company)}|${known.position.toLowerCase()}`);
}

/** An email address or a phone number in the wrong column is not a name. */
const nameOf = (text: string) =>
  text.length > 500 || looksLikeContact(text) || namesNoCompany(text) ? undefined : text.replace(/\s+/gu, ' ');

type Described = Pick<PersonRecord, 'company_name' | 'company_country'>;

/** The name and the stated country of a company that no identifier names. The country of a name is that of the row. */
function describedOf(input: TableFields): Described {
  const company_name = input.read('company.name', nameOf, 'not the name of a company');
  if (company_name === undefined) return {};
  const country =
    input.read('company.country', parseCountryName, 'not a country') ?? parseCountryName(input.get('country') ?? '');
  return { company_name, ...(country === undefined ? {} : { company_country: country }) };
}

function flagsOf(input: TableFields): Partial<Record<ChannelFlag, boolean>> {
  const flags = channelFlags.map((flag) => [flag, input.read(flag, parseFlag, 'not yes or no')] as const);
  return Object.fromEntries(flags.filter(([, value]) => value !== undefined));
}

const shortText = (text: string) => (text.length <= 500 ? text.replace(/\s+/gu, ' ') : undefined);

const noCompany = [
  'company is missing: no key, register number, network page, domain, website or name, and no work email address with a',
  'domain of its own',
].join(' ');

/** Converts a row of an operator's people table to a record. Names of people are never part of it. */
export function toPerson(row: TextRow, mapping: Mapping, options: RecordOptions): MappedRecord<PersonRecord> | Reject {
  const input = readFields(row, mapping);
  const country = input.read('country', parseCountryName, 'not a country') ?? options.country;
  if (!country) return reject('country is missing; add a country column or use --country');
  const company = companyOf(input);
  const described = company ? {} : describedOf(input);
  const contacts = contactsOf(input, country);
  if ('reason' in contacts) return contacts;
  if (!company && !described.company_name && !companyDomainOf(contacts.email ?? '')) return reject(noCompany);
  const network = input.read('network', slugOf, 'not a profile URL or slug');
  const position = input.read('position', shortText, 'too long');
  const key = keyOf(input, { country, network, contacts, company: company ?? described, position }, options);
  if (key === undefined)
    return reject('no key, profile, email address, phone number or position identifies this person');
  const record = filled<PersonRecord>({
    type: 'person',
    key,
    observed: input.read('observed', parseDay, 'not a date in the order year, month, day'),
    company,
    ...described,
    country,
    position,
    network,
    seniority: input.read('seniority', (cell) => parseIds('seniority', cell), 'not a known level'),
    department: input.read('department', (cell) => parseIds('department', cell), 'not a known department'),
    ...flagsOf(input),
    ...contacts,
  });
  return { record: record as PersonRecord, notes: input.notes };
}
