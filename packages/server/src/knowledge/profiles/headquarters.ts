import type { CompanyRecord } from '@orgdex/contract';
import type { Country } from '../rules/places/country.ts';
import { countryOfAddress } from '../rules/places/region.ts';

type Headquarters = Pick<CompanyRecord, 'hq_country' | 'hq_location' | 'states' | 'company_type'>;

/** The country that a record states, or that follows with certainty from its headquarters location and regions. */
export const headquartersOf = ({ hq_country, hq_location, states }: Headquarters): Country | undefined =>
  (hq_country as Country | undefined) || (hq_location && states ? countryOfAddress(hq_location, states) : undefined);

/**
 * Returns how to read the country of the headquarters: only as stated, if any record states it. The register of a
 * foreign branch may not know its headquarters, so nothing is derived for it.
 */
export function headquartersReader(records: readonly Headquarters[]): (record: Headquarters) => Country | undefined {
  const isStated = records.some(({ hq_country, company_type }) => hq_country || company_type === 'Foreign Branch');
  return isStated ? ({ hq_country }) => (hq_country as Country | undefined) || undefined : headquartersOf;
}
