import {
  type CompanyIdentifier,
  type CompanyQuestion,
  companyIdentifiers,
  type SupportedCountry,
} from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import {
  type Fqdn,
  isSharedHost,
  parentsOf,
  parseFqdn,
  parseWebsite,
  toUnicodeFqdn,
} from '../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier, whyNot } from '../../knowledge/rules/identifiers/identifier.ts';
import { parseCompanySlug, parseCompanyUrl } from '../../knowledge/rules/identifiers/network.ts';
import { countryOrDefault, parseSupportedCountry } from '../../knowledge/rules/places/country.ts';

/** One parameter that names a company: by its id, or by identifiers of which the first that is known decides. */
export interface Pointer {
  readonly param: CompanyIdentifier;
  readonly id?: string;
  readonly identifiers: readonly string[];
  /** The message where no company has it; for an id, see `knowledge/rules/identifiers/company-id.ts`. */
  readonly miss: string;
}

export interface CompanyLookup {
  /** In the order in which they decide; at least one. */
  readonly pointers: readonly [Pointer, ...Pointer[]];
  readonly country: SupportedCountry;
}

type Identifiers = readonly string[];

/** What a parameter names, and the message where no company has it. */
interface Parsed {
  readonly identifiers: Identifiers;
  readonly miss: string;
}

const known = (prefix: string, value: string | undefined, noun: string): Parsed | undefined =>
  value === undefined
    ? undefined
    : { identifiers: [`${prefix}:${value}`], miss: `No company has the ${noun} ${value}.` };

/** The host and its parents, nearest first. A shared host identifies no company, not even the one that runs it. */
function hosts(param: 'fqdn' | 'website', fqdn: Fqdn | undefined): Parsed | undefined {
  if (!fqdn) return undefined;
  const name = toUnicodeFqdn(fqdn);
  const owned = isSharedHost(fqdn) ? [] : parentsOf(fqdn).filter((host) => !isSharedHost(host));
  const shared = [
    `\`${param}\` is on ${name}, a host that many companies share, so it does not identify a company.`,
    "Send the company's own domain, or another identifier.",
  ].join(' ');
  const miss = owned.length > 0 ? `No company has the domain ${name}.` : shared;
  return { identifiers: owned.map((host) => `fqdn:${host}`), miss };
}

const isUrl = (text: string): boolean => /[/:]/.test(text);
const isEmail = (text: string): boolean => /^[^\s/@]+@[^\s/@]+$/.test(text.trim());

/** Why a text is not a domain name, and which parameter takes it instead. */
function whyNotFqdn(text: string): string {
  if (isEmail(text)) {
    return 'is an email address, not a domain name. Send the part after the @, or the URL of the company as `website`.';
  }
  if (isUrl(text)) return 'is a URL, not a domain name. Send the URL as `website`.';
  return 'is not a domain name with a public suffix, such as example.com.au.';
}

const whyNotWebsite = (text: string): string =>
  isEmail(text)
    ? 'is an email address, not a URL. Send the part after the @ as `fqdn`.'
    : 'is not a URL with a domain name, such as https://www.example.com.au/contact.';

const whyNotSlug = (text: string): string =>
  parseCompanyUrl(text)
    ? 'is a URL, not a slug. Send the URL as `ln_url`.'
    : 'is not the slug of a company page, such as kestrel-vane.';

const whyNotPage = (text: string): string =>
  parseCompanySlug(text)
    ? 'is not a URL. Send a slug as `ln_slug`.'
    : "is not the URL of a company page, such as https://www.linkedin.com/company/kestrel-vane. Send the company's own site as `website`.";

interface Reader {
  parse(text: string): Parsed | undefined;
  /** The end of a sentence that begins with the parameter. */
  whyNot(text: string): string;
}

const readers: Record<Exclude<CompanyIdentifier, 'id'>, Reader> = {
  ln_slug: { parse: (text) => known('network', parseCompanySlug(text), 'slug'), whyNot: whyNotSlug },
  ln_url: { parse: (text) => known('network', parseCompanyUrl(text), 'slug'), whyNot: whyNotPage },
  fqdn: { parse: (text) => hosts('fqdn', parseFqdn(text)), whyNot: whyNotFqdn },
  abn: {
    parse: (text) => known('abn', parseIdentifier('abn', text), 'ABN'),
    whyNot: (text) => `is not a valid ABN: ${whyNot('abn', text)}.`,
  },
  website: { parse: (text) => hosts('website', parseWebsite(text)?.host), whyNot: whyNotWebsite },
};

function toPointer(param: CompanyIdentifier, text: string): Pointer {
  if (param === 'id') return { param, id: text, identifiers: [], miss: '' };
  const parsed = readers[param].parse(text);
  if (parsed) return { param, ...parsed };
  throw new Failure('identifier_malformed', { param, message: `\`${param}\` ${readers[param].whyNot(text)}` });
}

/** Every identifier that is sent must be valid, whether or not it decides. */
export function parseLookup(query: CompanyQuestion): CompanyLookup {
  const [first, ...others] = companyIdentifiers.flatMap((param) => {
    const text = query[param];
    return text === undefined ? [] : [toPointer(param, text)];
  });
  if (!first) {
    const names = companyIdentifiers.map((name) => `\`${name}\``).join(', ');
    throw new Failure('identifier_missing', { message: `No company identifier was sent. Send one of ${names}.` });
  }
  const country = parseSupportedCountry(countryOrDefault(query.country));
  if (!country) throw new Failure('unsupported_country', { param: 'country' });
  return { pointers: [first, ...others], country };
}
