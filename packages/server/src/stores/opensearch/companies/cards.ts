import { type Company, type CompanyCard, cardIdentifiers } from '@orgdex/contract';
import type { CardFacts } from '../../../knowledge/profiles/card-facts.ts';
import type { ServedCompany } from '../../../knowledge/profiles/prepared-responses.ts';
import type { Reading } from '../index-reader.ts';

/** A company as it is stored, with its profile for all countries. */
export interface StoredCompany {
  readonly served: ServedCompany;
  readonly card: CardFacts;
  readonly profile: Company;
}

/** A card, and the other names of the company. */
export interface FoundCard {
  readonly card: CompanyCard;
  readonly otherNames: readonly string[];
}

function identifiersOf({ industry_codes: codes }: Company, lei: string | null): CompanyCard['identifiers'] {
  const values = cardIdentifiers.map((scheme) => [scheme, scheme === 'lei' ? lei : codes[scheme]]);
  return Object.fromEntries(values) as CompanyCard['identifiers'];
}

export function toCard({ profile, card: facts }: Pick<StoredCompany, 'profile' | 'card'>): FoundCard {
  const { country, region, status, lei, trading, former } = facts;
  return {
    card: {
      id: profile.id,
      name: profile.name,
      matched_name: null,
      fqdn: profile.fqdn,
      network: profile.network,
      company_type: profile.company_type,
      company_size: profile.company_size,
      employee_count: profile.employee_count,
      year_founded: profile.year_founded,
      hq_location: profile.hq_location,
      industries: profile.industries,
      country,
      region,
      status,
      identifiers: identifiersOf(profile, lei),
    },
    otherNames: [...trading, ...former],
  };
}

/**
 * These companies, in their order. One that was merged or removed since it was found is left out: its survivor is found
 * on its own.
 */
export async function readStoredCompanies(reading: Reading, ids: readonly string[]): Promise<StoredCompany[]> {
  const stored = (await Promise.all(ids.map((id) => reading.recall('company', id)))) as (
    | Partial<Omit<StoredCompany, 'profile'>>
    | undefined
  )[];
  return stored.flatMap((one) => {
    if (!one?.served || !one.card) return [];
    return [{ served: one.served, card: one.card, profile: JSON.parse(one.served.base.text) as Company }];
  });
}

export const readCards = async (reading: Reading, ids: readonly string[]): Promise<FoundCard[]> =>
  (await readStoredCompanies(reading, ids)).map(toCard);
