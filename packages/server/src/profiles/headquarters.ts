import type { CompanyRecord } from '@orgdex/contract';
import type { Country } from '../rules/places/country.ts';
import { countryOfAddress } from '../rules/places/region.ts';

type Headquarters = Pick<CompanyRecord, 'hq_country' | 'hq_location' | 'states' | 'company_type'>;

/** The country that a record states, or that is certain from the place of the headquarters and the regions. */
export const headquartersOf = ({ hq_country, hq_location, states }: Headquarters): Country | undefined =>
  (hq_country as Country | undefined) || (hq_location && states ? countryOfAddress(hq_location, states) : undefined);

/**
 * How to read the country of a company's headquarters from its records: as stated, where any record states it. A branch
 * has its headquarters in a country that its register may not know, so nothing is derived for it.
 */
export function headquartersReader(records: readonly Headquarters[]): (record: Headquarters) => Country | undefined {
  const isStated = records.some(({ hq_country, company_type }) => hq_country || company_type === 'Foreign Branch');
  return isStated ? ({ hq_country }) => (hq_country as Country | undefined) || undefined : headquartersOf;
}
