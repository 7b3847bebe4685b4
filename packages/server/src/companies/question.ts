import {
  type CompanyIdentifier,
  type CompanyQuestion,
  companyIdentifiers,
  type SupportedCountry,
} from '@orgdex/contract';
import { Failure } from '../failure.ts';
import { parseAbn } from '../rules/abn.ts';
import { countryOrDefault, parseSupportedCountry } from '../rules/country.ts';
import { type Fqdn, isSharedHost, parentsOf, parseFqdn, parseWebsite } from '../rules/domain.ts';
import { whyNot } from '../rules/identifier.ts';
import { parseCompanySlug, parseCompanyUrl } from '../rules/network.ts';

/** One parameter that names a company: by its id, or by identifiers of which the first that is known decides. */
export interface Pointer {
  readonly param: CompanyIdentifier;
  readonly id?: string;
  readonly identifiers: readonly string[];
}

export interface CompanyLookup {
  /** In the order in which they decide; at least one. */
  readonly pointers: readonly [Pointer, ...Pointer[]];
  readonly country: SupportedCountry;
}

type Identifiers = readonly string[];

const known = (prefix: string, value: string | undefined): Identifiers | undefined =>
  value === undefined ? undefined : [`${prefix}:${value}`];

/** The host and its parents, nearest first; nobody is known by a shared host. */
const hosts = (fqdn: Fqdn | undefined): Identifiers | undefined =>
  fqdn &&
  parentsOf(fqdn)
    .filter((host) => !isSharedHost(host))
    .map((host) => `fqdn:${host}`);

interface Reader {
  read(text: string): Identifiers | undefined;
  whyNot(text: string): string;
}

const readers: Record<Exclude<CompanyIdentifier, 'id'>, Reader> = {
  ln_slug: {
    read: (text) => known('network', parseCompanySlug(text)),
    whyNot: () => 'it is not the slug of a company page',
  },
  ln_url: {
    read: (text) => known('network', parseCompanyUrl(text)),
    whyNot: () => 'it is not the address of a company page on the professional network',
  },
  fqdn: { read: (text) => hosts(parseFqdn(text)), whyNot: (text) => whyNot('fqdn', text) },
  abn: { read: (text) => known('abn', parseAbn(text)), whyNot: (text) => whyNot('abn', text) },
  website: {
    read: (text) => hosts(parseWebsite(text)?.host),
    whyNot: () => 'it is not a web address with a domain name',
  },
};

function toPointer(param: CompanyIdentifier, text: string): Pointer {
  if (param === 'id') return { param, id: text, identifiers: [] };
  const identifiers = readers[param].read(text);
  if (identifiers) return { param, identifiers };
  throw new Failure('identifier_malformed', { param, because: `${param}: ${readers[param].whyNot(text)}` });
}

/** Every identifier that is sent must be well formed, whether or not it decides. */
export function parseLookup(question: CompanyQuestion): CompanyLookup {
  const [first, ...others] = companyIdentifiers.flatMap((param) => {
    const text = question[param];
    return text === undefined ? [] : [toPointer(param, text)];
  });
  if (!first) {
    throw new Failure('identifier_missing', { because: `send one of ${companyIdentifiers.join(', ')}` });
  }
  const country = parseSupportedCountry(countryOrDefault(question.country));
  if (!country) throw new Failure('unsupported_country', { param: 'country' });
  return { pointers: [first, ...others], country };
}
