import { createHash } from 'node:crypto';
import { type CompanyRecord, type IdentifierScheme, identifierSchemes } from '@orgdex/contract';
import { type Abn, acnInAbn } from '../rules/abn.ts';
import { parseCountry } from '../rules/country.ts';
import { type Fqdn, isSharedHost, parseWebsite } from '../rules/domain.ts';
import { parseIdentifier, parseRegistration, whyNot } from '../rules/identifier.ts';
import { type CompanyRow, Rejection } from './row.ts';

type Identifiers = NonNullable<CompanyRecord['identifiers']>;

const blank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

function canonicalRegistrations(registrations: Record<string, string>): Record<string, string> | Rejection {
  const canonical: Record<string, string> = {};
  for (const [code, number] of Object.entries(registrations).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parsed = parseRegistration(code, number);
    if (!parsed) return new Rejection('identifiers.registrations: a register code or number is not usable');
    canonical[parsed.scheme] = parsed.value;
  }
  return canonical;
}

interface Canonical {
  identifiers: Partial<Record<IdentifierScheme, string>>;
  registrations: Record<string, string>;
}

function canonicalIdentifiers(given: Identifiers): Canonical | Rejection {
  const identifiers: Canonical['identifiers'] = {};
  for (const scheme of identifierSchemes) {
    const text = given[scheme];
    if (text === undefined || text === '') continue;
    const parsed = parseIdentifier(scheme, text);
    if (parsed === undefined) return new Rejection(`identifiers.${scheme}: ${whyNot(scheme, text)}`);
    identifiers[scheme] = parsed;
  }
  const registrations = canonicalRegistrations(given.registrations ?? {});
  return registrations instanceof Rejection ? registrations : { identifiers, registrations };
}

/** A shared host is nobody's; a website at the root of a host of its own is as good as the domain. */
function ownDomain(fqdn: string | undefined, website: string | undefined): string | undefined {
  const site = fqdn === undefined && website ? parseWebsite(website) : undefined;
  const host = fqdn ?? (site?.root ? site.host : undefined);
  return host !== undefined && !isSharedHost(host as Fqdn) ? host : undefined;
}

function claimsOf({ identifiers, registrations }: Canonical): string[] {
  const stated = Object.entries({ ...identifiers, ...registrations }).map(([scheme, value]) => `${scheme}:${value}`);
  const implied = identifiers.abn && !identifiers.acn ? acnInAbn(identifiers.abn as Abn) : undefined;
  return implied ? [...stated, `~acn:${implied}`] : stated;
}

/** The country as an upper-case code; a rejection where it is none. */
function canonicalCountry(field: string, text: string | undefined): string | undefined | Rejection {
  if (text === undefined) return undefined;
  return parseCountry(text) ?? new Rejection(`${field}: ${JSON.stringify(text)} is not an ISO country code`);
}

const removal = (key: string): CompanyRow => ({
  kind: 'company',
  key,
  removed: true,
  country: null,
  observed: null,
  claims: [],
  content: '{}',
  hash: digest(''),
});

/** A checked record in its canonical form, ready for the ledger. */
export function toCompanyRow(record: CompanyRecord): CompanyRow | Rejection {
  if (record.removed) return removal(record.key);
  if (!record.name?.trim()) return new Rejection('name is missing');
  const { type: _, key, removed: __, country: givenCountry, observed, identifiers: given, ...rest } = record;
  const country = canonicalCountry('country', givenCountry);
  if (country instanceof Rejection) return country;
  const hqCountry = canonicalCountry('hq_country', rest.hq_country);
  if (hqCountry instanceof Rejection) return hqCountry;
  const canonical = canonicalIdentifiers(given ?? {});
  if (canonical instanceof Rejection) return canonical;
  const fqdn = ownDomain(canonical.identifiers.fqdn, rest.website);
  if (fqdn === undefined) delete canonical.identifiers.fqdn;
  else canonical.identifiers.fqdn = fqdn;
  const said = Object.entries({ ...rest, hq_country: hqCountry })
    .filter(([, value]) => !blank(value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify({ ...Object.fromEntries(said), identifiers: canonical.identifiers });
  const claims = claimsOf(canonical);
  return {
    kind: 'company',
    key,
    removed: false,
    country: country ?? null,
    observed: observed ?? null,
    claims,
    content,
    hash: digest([country, observed, ...claims, content].join('\n')),
  };
}
