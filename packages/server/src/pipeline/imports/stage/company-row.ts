import { hash } from 'node:crypto';
import { CompanyRecord, type IdentifierScheme, identifierSchemes } from '@orgdex/contract';
import { type Fqdn, isSharedHost, parseWebsite } from '../../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier, parseRegistration, whyNot } from '../../../knowledge/rules/identifiers/identifier.ts';
import { type Abn, acnInAbn } from '../../../knowledge/rules/identifiers/register-numbers.ts';
import { parseCountry } from '../../../knowledge/rules/places/country.ts';
import { Reject, reject } from '../../../knowledge/sources/row-outcome.ts';
import type { CompanyRow } from '../../../stores/postgres/imports/stage-line.ts';

type Identifiers = NonNullable<CompanyRecord['identifiers']>;

const blank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A shortened hash in hexadecimal digits, long enough to detect a changed record. */
export const contentHash = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

function canonicalRegistrations(registrations: Record<string, string>): Record<string, string> | Reject {
  const canonical: Record<string, string> = {};
  for (const [code, number] of Object.entries(registrations).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parsed = parseRegistration(code, number);
    if (!parsed) return reject('identifiers.registrations: a register code or number is not valid');
    canonical[parsed.scheme] = parsed.value;
  }
  return canonical;
}

interface Canonical {
  identifiers: Partial<Record<IdentifierScheme, string>>;
  registrations: Record<string, string>;
}

function canonicalIdentifiers(given: Identifiers): Canonical | Reject {
  const identifiers: Canonical['identifiers'] = {};
  for (const scheme of identifierSchemes) {
    const text = given[scheme];
    if (text === undefined || text === '') continue;
    const parsed = parseIdentifier(scheme, text);
    if (parsed === undefined) return reject(`identifiers.${scheme}: ${whyNot(scheme, text)}`);
    identifiers[scheme] = parsed;
  }
  const registrations = given.registrations ? canonicalRegistrations(given.registrations) : {};
  return registrations instanceof Reject ? registrations : { identifiers, registrations };
}

/** The stated domain, or the host of the website. A host that many companies share is no company's domain. */
function ownDomain(fqdn: string | undefined, website: string | undefined): string | undefined {
  const host = fqdn ?? (website ? parseWebsite(website)?.host : undefined);
  return host !== undefined && !isSharedHost(host as Fqdn) ? host : undefined;
}

function claimsOf({ identifiers, registrations }: Canonical): string[] {
  const stated: string[] = [];
  for (const scheme in identifiers) stated.push(`${scheme}:${identifiers[scheme as IdentifierScheme]}`);
  for (const scheme in registrations) stated.push(`${scheme}:${registrations[scheme]}`);
  const implied = identifiers.abn && !identifiers.acn ? acnInAbn(identifiers.abn as Abn) : undefined;
  return implied ? [...stated, `~acn:${implied}`] : stated;
}

/** The country as an upper-case code, or a rejection if it is invalid. */
function canonicalCountry(field: string, text: string | undefined): string | undefined | Reject {
  if (text === undefined) return undefined;
  return parseCountry(text) ?? reject(`${field}: ${JSON.stringify(text)} is not an ISO country code`);
}

const removal = (key: string): CompanyRow => ({
  kind: 'company',
  key,
  removed: true,
  country: null,
  observed: null,
  claims: [],
  content: '{}',
  hash: contentHash(''),
});

/** The fields of a record in the order in which they are stored; fields with their own columns are left out. */
const contentFields = Object.keys(CompanyRecord.properties)
  .filter((name) => !['type', 'key', 'removed', 'country', 'observed', 'identifiers'].includes(name))
  .sort() as (keyof CompanyRecord)[];

function contentOf(record: CompanyRecord, { identifiers }: Canonical, hqCountry: string | undefined): string {
  const content: Record<string, unknown> = {};
  for (const field of contentFields) {
    const value = field === 'hq_country' ? hqCountry : record[field];
    if (!blank(value)) content[field] = value;
  }
  content.identifiers = identifiers;
  return JSON.stringify(content);
}

/** Converts a validated record to its canonical form for the database. */
export function toCompanyRow(record: CompanyRecord): CompanyRow | Reject {
  const { key, observed, website } = record;
  if (record.removed) return removal(key);
  const country = canonicalCountry('country', record.country);
  if (country instanceof Reject) return country;
  const hqCountry = canonicalCountry('hq_country', record.hq_country);
  if (hqCountry instanceof Reject) return hqCountry;
  const canonical = canonicalIdentifiers(record.identifiers ?? {});
  if (canonical instanceof Reject) return canonical;
  const fqdn = ownDomain(canonical.identifiers.fqdn, website);
  if (fqdn === undefined) delete canonical.identifiers.fqdn;
  else canonical.identifiers.fqdn = fqdn;
  const content = contentOf(record, canonical, hqCountry);
  const claims = claimsOf(canonical);
  return {
    kind: 'company',
    key,
    removed: false,
    country: country ?? null,
    observed: observed ?? null,
    claims,
    content,
    hash: contentHash([country, observed, ...claims, content].join('\n')),
  };
}
