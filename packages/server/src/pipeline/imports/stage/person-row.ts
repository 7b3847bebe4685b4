import { type ChannelFlag, channelFlags, type PersonRecord } from '@orgdex/contract';
import { hashRowKey, type Secret } from '../../../core/settings/secret.ts';
import { flagBit } from '../../../knowledge/rules/contacts/channel-flags.ts';
import {
  companyDomainOf,
  looksLikeContact,
  normalizeEmail,
  normalizePhone,
} from '../../../knowledge/rules/contacts/contact-values.ts';
import { type HandleKind, handlesOf } from '../../../knowledge/rules/contacts/handles.ts';
import { parseIdentifier, whyNot } from '../../../knowledge/rules/identifiers/identifier.ts';
import { parsePersonSlug } from '../../../knowledge/rules/identifiers/network.ts';
import { namesNoCompany } from '../../../knowledge/rules/names/name-key.ts';
import { parseCountry } from '../../../knowledge/rules/places/country.ts';
import { Reject, reject } from '../../../knowledge/sources/row-outcome.ts';
import type { PersonRow } from '../../../stores/postgres/imports/stage-line.ts';
import { nameHashOf, toDescriptionRef } from '../../identity/described/described-company.ts';
import { contentHash } from './company-row.ts';

type Channel = 'email' | 'personal_email' | 'phone' | 'dnd_phone' | 'mobile';

/** The flags that each kind of contact value sets. */
const flagsOfChannel: Record<Channel, ChannelFlag[]> = {
  email: ['has_email'],
  personal_email: ['has_personal_email'],
  phone: ['has_phone'],
  dnd_phone: ['has_dnd_phone', 'has_phone'],
  mobile: ['has_mobile'],
};
const channels = Object.keys(flagsOfChannel) as Channel[];

/** The flags as one number, in the order of the contract. */
function flagsOf(record: PersonRecord): number {
  const given = channelFlags.filter((flag) => record[flag]);
  const set = channels.filter((channel) => record[channel]?.trim()).flatMap((channel) => flagsOfChannel[channel]);
  return [...given, ...set].reduce((flags, flag) => flags | flagBit(flag), 0);
}

function contactValues(record: PersonRecord, country: string | undefined): [HandleKind, string][] {
  return channels.flatMap((channel): [HandleKind, string][] => {
    const text = record[channel];
    if (!text?.trim()) return [];
    const kind = channel.includes('email') ? 'email' : 'phone';
    const value = kind === 'email' ? normalizeEmail(text) : normalizePhone(text, country);
    return value ? [[kind, value]] : [];
  });
}

/** What the record says about a company that it does not identify. */
function describedRef(record: PersonRecord, country: string | undefined, secret: Secret): string | Reject {
  const { email, company_name: name } = record;
  const companyCountry = record.company_country === undefined ? undefined : parseCountry(record.company_country);
  if (record.company_country !== undefined && !companyCountry)
    return reject('company_country: not an ISO country code');
  const domain = email === undefined ? undefined : companyDomainOf(email);
  const isName = name !== undefined && !namesNoCompany(name);
  const nameHash = isName ? nameHashOf(secret, companyCountry ?? country, name) : undefined;
  if (domain === undefined && nameHash === undefined) return reject('company is missing');
  return toDescriptionRef({ domain, nameHash, companyCountry, country: country ?? '' });
}

function companyRefOf(record: PersonRecord, country: string | undefined, secret: Secret): string | Reject {
  const [named] = Object.entries(record.company ?? {});
  if (!named) return describedRef(record, country, secret);
  const [scheme, text] = named as [Parameters<typeof parseIdentifier>[0] | 'key', string];
  if (scheme === 'key') return `key:${text}`;
  const value = parseIdentifier(scheme, text);
  return value === undefined ? reject(`company.${scheme}: ${whyNot(scheme, text)}`) : `${scheme}:${value}`;
}

const ids = (given: string[] | undefined) => (given ? [...new Set(given.map(Number))] : null);

/** The stored key of a person: never an email address or a phone number. */
export const personKey = (key: string, secret: Secret): string =>
  looksLikeContact(key) ? hashRowKey(secret, key.toLowerCase()) : key;

/** Converts a validated record to its canonical form: flags and hashes instead of contact values. */
export function toPersonRow(record: PersonRecord, secret: Secret): PersonRow | Reject {
  const country = record.country === undefined ? undefined : parseCountry(record.country);
  const companyRef = record.removed ? '' : companyRefOf(record, country, secret);
  if (companyRef instanceof Reject) return companyRef;
  if (!country && !record.removed) return reject('country is missing, or not an ISO country code');
  const network = record.network?.trim() ? parsePersonSlug(record.network) : undefined;
  if (record.network?.trim() && !network) return reject('network: must be a slug or a profile URL');
  const contacts = contactValues(record, country).map(([kind, value]) => handlesOf(secret.contactKeys, kind, value));
  const slugHandles = network ? handlesOf(secret.contactKeys, 'network', network) : [];
  const row = {
    kind: 'person' as const,
    key: personKey(record.key, secret),
    removed: record.removed ?? false,
    observed: record.observed ?? null,
    companyRef,
    country: country ?? '',
    position: record.position?.trim() || null,
    network: network ?? null,
    levels: ids(record.seniority),
    departments: ids(record.department),
    flags: flagsOf(record),
    contacts: [...new Set(contacts.map((handles) => handles.at(-1) as string))],
    handles: [...new Set([...slugHandles, ...contacts.flat()])],
  } satisfies Omit<PersonRow, 'hash'>;
  const { kind: _, key: __, handles: ___, ...content } = row;
  return { ...row, hash: contentHash(JSON.stringify(content)) };
}
