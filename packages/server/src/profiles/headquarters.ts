import type { CompanyRecord } from '@orgdex/contract';
import type { Country } from '../rules/country.ts';
import { countryOfAddress } from '../rules/region.ts';

type Headquarters = Pick<CompanyRecord, 'hq_country' | 'hq_location' | 'states'>;

/** The country of the headquarters: stated, or certain from the place of the headquarters and the regions. */
export const headquartersOf = ({ hq_country, hq_location, states }: Headquarters): Country | undefined =>
  (hq_country as Country | undefined) || (hq_location && states ? countryOfAddress(hq_location, states) : undefined);
