import type { Company } from '@orgdex/contract';
import { normalizePhone } from '../../../knowledge/rules/contacts/contact-values.ts';
import { parseFqdn } from '../../../knowledge/rules/identifiers/domain.ts';
import { toSearchName } from '../../../knowledge/rules/names/search-words.ts';
import type { CompanyFacts, FactName } from '../../../pipeline/identity/scoring/features.ts';
import type { StoredCompany } from '../../../stores/opensearch/companies/cards.ts';
import { foldCity, foldPostcode } from './item-facts.ts';

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
