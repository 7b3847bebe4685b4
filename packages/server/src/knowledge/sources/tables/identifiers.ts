import { type IdentifierScheme, longestKey, type PersonRecord } from '@orgdex/contract';
import { isSharedHost, parseFqdn, parseWebsite } from '../../rules/identifiers/domain.ts';
import { countryOfScheme, parseIdentifier, strongSchemes, whyNot } from '../../rules/identifiers/identifier.ts';
import type { TableFields } from './read-fields.ts';

/** The canonical identifier of a field, or undefined and a note. */
export function readIdentifier(
  input: TableFields,
  scheme: IdentifierScheme,
  field: string = scheme,
): string | undefined {
  const text = input.get(field);
  return text === undefined ? undefined : (parseIdentifier(scheme, text) ?? input.note(field, whyNot(scheme, text)));
}

/** Whether the website is the home page of its host: below it, several companies may have pages. */
export const isFrontPage = (website: string | undefined): boolean => parseWebsite(website ?? '')?.root ?? false;

/** The domain of the company, from a domain column, which may contain a URL, or from its website. */
export function readFqdn(input: TableFields, fields: { fqdn: string; website: string }): string | undefined {
  const text = input.get(fields.fqdn);
  const given = text === undefined ? undefined : (parseFqdn(text) ?? parseWebsite(text)?.host);
  if (text !== undefined && !given) input.note(fields.fqdn, 'not a domain name');
  const host = given ?? parseWebsite(input.get(fields.website) ?? '')?.host;
  if (host === undefined || !isSharedHost(host)) return host;
  return input.note(given ? fields.fqdn : fields.website, 'a shared host does not identify a company');
}

interface RowFacts {
  /** The stated country of the record itself. */
  stated: string | undefined;
  /** The country column of most tables: where the company has its headquarters. */
  headquarters: string | undefined;
  identifiers: Partial<Record<IdentifierScheme, string>>;
  /** `--country`: for rows that give neither a country nor a national register number. */
  fallback: string | undefined;
}

/**
 * The country that a row is about. A record without a country applies to every country and takes precedence over the
 * registers, which is never what a table means. So a row gets the country of the register that issued its number.
 */
export function countryOfRow({ stated, headquarters, identifiers, fallback }: RowFacts): string | undefined {
  if (stated) return stated;
  const registered = Object.keys(identifiers).flatMap((scheme) => countryOfScheme(scheme as IdentifierScheme) ?? []);
  const isRegisteredAtHome = registered.some((country) => country === headquarters);
  return (isRegisteredAtHome ? headquarters : registered[0]) ?? headquarters ?? fallback;
}

/**
 * How the row identifies the company of the person: by register number, then by key, then by identifiers that companies
 * may share.
 */
export function companyOf(input: TableFields): PersonRecord['company'] {
  for (const scheme of strongSchemes) {
    const value = readIdentifier(input, scheme, `company.${scheme}`);
    if (value !== undefined) return { [scheme]: value };
  }
  const key = input.get('company.key');
  // An email address here is that of a person, in the wrong column, and would be stored.
  if (key?.includes('@')) input.note('company.key', 'an email address does not identify a company');
  else if (key !== undefined && key.length <= longestKey) return { key };
  const network = readIdentifier(input, 'network', 'company.network');
  if (network !== undefined) return { network };
  const fqdn = readFqdn(input, { fqdn: 'company.fqdn', website: 'company.website' });
  if (fqdn !== undefined) return { fqdn };
  const duns = readIdentifier(input, 'duns', 'company.duns');
  return duns === undefined ? undefined : { duns };
}
