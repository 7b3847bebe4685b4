import type { Company, MatchItem } from '@orgdex/contract';
import { Failure } from '../../../core/errors/failure.ts';
import { normalizePhone } from '../../../knowledge/rules/contacts/contact-values.ts';
import {
  type Fqdn,
  isSharedHost,
  parentsOf,
  parseFqdn,
  parseWebsite,
} from '../../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier, whyNot } from '../../../knowledge/rules/identifiers/identifier.ts';
import { parseCompanySlug, parseCompanyUrl } from '../../../knowledge/rules/identifiers/network.ts';
import { toSearchName } from '../../../knowledge/rules/names/search-words.ts';
import { cityOf } from '../../../knowledge/rules/places/city.ts';
import { type Country, parseCountry } from '../../../knowledge/rules/places/country.ts';
import { parseRegion } from '../../../knowledge/rules/places/region.ts';
import { foldText } from '../../../knowledge/rules/titles/normalize.ts';
import type { CompanyFacts, FactName } from '../../../pipeline/identity/scoring/features.ts';
import type { StoredCompany } from '../../../stores/opensearch/companies/cards.ts';
import type { CandidateQuery } from '../../../stores/opensearch/companies/match-candidates.query.ts';

const malformed = (param: string, why: string): Failure =>
  new Failure('identifier_malformed', { param, message: `\`${param}\` ${why}` });

/** A value that was sent: null means absent. OpenSearch rejects half of a surrogate pair. */
const sent = <T>(value: T | null | undefined): T | undefined =>
  (typeof value === 'string' ? (value.toWellFormed() as T) : value) ?? undefined;

/** The domain and its parents. A host that many companies share says nothing, and is no mistake either. */
const ownHosts = (fqdn: Fqdn): string[] =>
  isSharedHost(fqdn) ? [] : parentsOf(fqdn).filter((host) => !isSharedHost(host));

function parseHost(param: 'fqdn' | 'website' | 'email', text: string | undefined): string[] {
  if (text === undefined) return [];
  const domain = param === 'email' ? text.slice(text.lastIndexOf('@') + 1) : text;
  const fqdn = param === 'website' ? parseWebsite(domain)?.host : parseFqdn(domain);
  const isEmail = param !== 'email' || /^[^\s@]+@[^\s@]+$/.test(text.trim());
  if (fqdn && isEmail) return ownHosts(fqdn);
  const kinds = { fqdn: 'a domain name', website: 'a URL with a domain name', email: 'an email address' };
  throw malformed(param, `is not ${kinds[param]}.`);
}

const itemNumbers = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'duns'] as const;

function parseNumbers(item: MatchItem): CompanyFacts['numbers'] {
  const found: Record<string, string[]> = {};
  for (const scheme of itemNumbers) {
    const text = sent(item[scheme]);
    if (text === undefined) continue;
    const value = parseIdentifier(scheme, text);
    if (value === undefined) {
      throw malformed(scheme, `is not a valid ${scheme.toUpperCase()}: ${whyNot(scheme, text)}.`);
    }
    found[scheme] = [value];
  }
  return found;
}

function parseSlugs({ ln_slug, ln_url }: MatchItem): string[] {
  const slug = sent(ln_slug);
  const url = sent(ln_url);
  const parsed = [
    ...(slug === undefined ? [] : [{ param: 'ln_slug', value: parseCompanySlug(slug) }]),
    ...(url === undefined ? [] : [{ param: 'ln_url', value: parseCompanyUrl(url) }]),
  ];
  return parsed.map(({ param, value }) => {
    if (value !== undefined) return value;
    const kind = param === 'ln_slug' ? 'the slug of a company page' : 'the URL of a company page';
    throw malformed(param, `is not ${kind}.`);
  });
}

function parseItemCountry(text: string | undefined): Country | undefined {
  if (text === undefined) return undefined;
  const country = parseCountry(text);
  if (country) return country;
  const message = `\`country\` must be an ISO country code, such as AU; got "${text}".`;
  throw new Failure('invalid_field', { param: 'country', message });
}

/** A region that is not in the list of its country is not compared. */
function parseItemRegion(country: string | undefined, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, prefix] = /^([A-Za-z]{2})-/.exec(text) ?? [];
  const within = prefix?.toUpperCase() ?? country;
  return within === undefined ? undefined : (parseRegion(within, text.toUpperCase()) ?? parseRegion(within, text));
}

const foldCity = (city: string): string => foldText(city).replace(/\s+/gu, ' ').trim();
const foldPostcode = (postcode: string): string => postcode.replace(/[\s-]/g, '').toUpperCase();

/** What an item says, normalized. Fails if a value cannot be right. */
export function parseItem(item: MatchItem): CompanyFacts {
  const country = parseItemCountry(sent(item.country));
  const name = sent(item.name);
  const searched = name === undefined ? undefined : toSearchName(country, name);
  const phone = sent(item.phone);
  const city = sent(item.city);
  const postcode = sent(item.postcode);
  return {
    id: sent(item.id),
    names: name !== undefined && searched?.key ? [{ text: name, ...searched, kind: 'current' }] : [],
    numbers: parseNumbers(item),
    domains: [
      ...new Set([
        ...parseHost('fqdn', sent(item.fqdn)),
        ...parseHost('website', sent(item.website)),
        ...parseHost('email', sent(item.email)),
      ]),
    ],
    slugs: parseSlugs(item),
    country,
    region: parseItemRegion(country, sent(item.region)),
    city: city === undefined ? undefined : foldCity(cityOf(country, city) ?? city),
    postcode: postcode === undefined ? undefined : foldPostcode(postcode),
    phones: phone === undefined ? [] : [normalizePhone(phone, country) ?? []].flat(),
    employees: sent(item.employee_count),
    founded: sent(item.year_founded),
  };
}

/** Which companies to compare with an item; undefined: it says nothing that could find one. */
export function toCandidateQuery(item: CompanyFacts): CandidateQuery | undefined {
  const codes = [...Object.values(item.numbers).flat(), ...item.domains, ...item.slugs].map((code) =>
    code.toLowerCase(),
  );
  const [name] = item.names;
  if (codes.length === 0 && item.id === undefined && !name) return undefined;
  return {
    codes,
    ids: item.id === undefined ? [] : [item.id],
    name: name && { key: name.key, words: [...name.words], forms: [] },
    country: item.country,
    region: item.region,
  };
}

const one = (value: string | null | undefined): readonly string[] => (value ? [value] : []);

/** The last number of an address: `Fremantle WA 6160`. */
const postcodeIn = (address: string): string | undefined => {
  const [, found] = /(?:^|[\s,])([A-Z]{0,2}\d[A-Z\d]?(?:[ -]?[A-Z\d]){2,6})\s*$/i.exec(address) ?? [];
  return found === undefined ? undefined : foldPostcode(found);
};

function namesOf(profile: Company, { country, trading, former }: NonNullable<StoredCompany['card']>): FactName[] {
  const read =
    (kind: FactName['kind']) =>
    (text: string): FactName => ({
      text,
      kind,
      ...toSearchName(country ?? undefined, text),
    });
  return [...one(profile.name).map(read('current')), ...trading.map(read('trading')), ...former.map(read('former'))];
}

/** What is known about a company, as the scorer compares it. */
export function toCompanyFacts(profile: Company, card: NonNullable<StoredCompany['card']>): CompanyFacts {
  const { abn, acn, nzbn, uen, duns } = profile.industry_codes;
  const domain = profile.fqdn === null ? undefined : parseFqdn(profile.fqdn);
  return {
    id: profile.id,
    names: namesOf(profile, card),
    numbers: {
      abn: one(abn),
      acn: one(acn),
      nzbn: one(nzbn),
      uen: one(uen),
      lei: one(card.lei),
      duns: one(duns),
    },
    domains: one(domain),
    slugs: one(profile.network),
    country: card.country ?? undefined,
    region: card.region ?? undefined,
    city: card.city === null ? undefined : foldCity(card.city),
    postcode: profile.hq_location === null ? undefined : postcodeIn(profile.hq_location),
    phones: profile.phones.flatMap((phone) => normalizePhone(phone, card.country ?? undefined) ?? []),
    employees: profile.employee_count ?? undefined,
    founded: profile.year_founded ?? undefined,
  };
}
