import { hashName, type Secret } from '../../../core/settings/secret.ts';
import { domainAndParents } from '../../../knowledge/rules/contacts/contact-values.ts';
import type { Fqdn } from '../../../knowledge/rules/identifiers/domain.ts';
import { toSearchName } from '../../../knowledge/rules/names/search-words.ts';

/** A company that a person record does not identify, but describes. */
export interface DescribedCompany {
  /** The domain of the person's work email address. */
  domain: string | undefined;
  /** A hash of the company's normalized name. The name itself is not stored: it may be that of a person. */
  nameHash: string | undefined;
  /** The stated country of the company. */
  companyCountry: string | undefined;
  /** The country that the person works in. */
  country: string;
}

/** A description as it is stored: it also has the source, whose own companies are preferred. */
export interface StoredDescription extends DescribedCompany {
  ref: string;
  sourceId: number;
  /** The identifiers by which its domain may be known, the nearest first. */
  domains: readonly string[];
}

const prefix = 'described:';

export const isDescription = (companyRef: string): boolean => companyRef.startsWith(prefix);

/** The hash by which a name is compared; undefined if it has no letters or digits. */
export function nameHashOf(secret: Secret, country: string | undefined, name: string): string | undefined {
  const { key } = toSearchName(country, name);
  return key === '' ? undefined : hashName(secret, key);
}

/** The reference of a person record, before the number of its source is known. */
export const toDescriptionRef = ({ domain, nameHash, companyCountry, country }: DescribedCompany): string =>
  `${prefix}${companyCountry ?? ''}:${country}:${domain ?? ''}:${nameHash ?? ''}`;

/** Adds the number of the source to a reference that depends on it: a key or a description. */
export const inSource = (companyRef: string, sourceId: number): string =>
  companyRef.replace(/^(key|described):/, `$1:${sourceId}:`);

export function parseDescription(ref: string): StoredDescription {
  const [source, companyCountry, country = '', domain, nameHash] = ref.slice(prefix.length).split(':');
  return {
    ref,
    sourceId: Number(source),
    companyCountry: companyCountry || undefined,
    country,
    domain: domain || undefined,
    domains: domain ? domainAndParents(domain as Fqdn).map((host) => `fqdn:${host}`) : [],
    nameHash: nameHash || undefined,
  };
}

/** Everything whose change may give it another company. */
export const keysOf = ({ domains, nameHash }: StoredDescription): string[] => [
  ...domains,
  ...(nameHash === undefined ? [] : [nameHash]),
];
