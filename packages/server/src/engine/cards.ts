import { type Company, type CompanyCard, cardIdentifiers } from '@orgdex/contract';
import type { CardFacts } from '../profiles/card-facts.ts';
import type { ServedCompany } from '../profiles/served.ts';
import type { Reading } from './engine-reader.ts';

interface StoredCompany {
  readonly served?: ServedCompany;
  readonly card?: Omit<CardFacts, 'city'>;
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

function toCard({ served, card }: StoredCompany): FoundCard | undefined {
  if (!served || !card) return undefined;
  const profile = JSON.parse(served.base.text) as Company;
  const { country, region, status, lei, trading, former } = card;
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
 * The cards of these companies, in their order. One that was merged or removed since it was found is left out: its
 * survivor is found on its own.
 */
export async function readCards(reading: Reading, ids: readonly string[]): Promise<FoundCard[]> {
  const stored = await Promise.all(ids.map((id) => reading.recall('company', id)));
  return stored.flatMap((one) => (one === undefined ? [] : (toCard(one as StoredCompany) ?? [])));
}
