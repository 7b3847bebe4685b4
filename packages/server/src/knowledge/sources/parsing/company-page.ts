import { type CompanyRecord, supportedCountries } from '@orgdex/contract';
import type { CompanySlug } from '../../rules/identifiers/network.ts';
import { sectorOfLabel } from '../../rules/industries/sector.ts';
import type { Country } from '../../rules/places/country.ts';
import { parseRegion } from '../../rules/places/region.ts';
import { type Outcome, reject, type Skip, skip } from '../row-outcome.ts';
import { parseYear } from '../tables/values/clean-cell.ts';
import { parseCountryName } from '../tables/values/country-name.ts';
import { parseSizeBand } from '../tables/values/size-band.ts';
import { filled, parseSiteAddress } from './record-values.ts';

/** What a company's page on LinkedIn says, in the form that datasets of such pages use. */
export interface CompanyPage {
  key: string;
  name: string;
  network: CompanySlug | undefined;
  website: string;
  industry: string;
  size: string;
  founded: string;
  city: string;
  region: string;
  country: Country;
  company_type?: CompanyRecord['company_type'];
}

export const pageSwitches = {
  'other-countries': 'companies of countries that the API does not support',
};

const served: ReadonlySet<string> = new Set(supportedCountries);

/** By name or code. A record without a country would apply to every country, and take precedence over a register. */
export function countryOfPage(text: string, switchedOn: ReadonlySet<string>): Country | Skip {
  const country = parseCountryName(text);
  if (!country) return skip('unknown country');
  return served.has(country) || switchedOn.has('other-countries') ? country : skip('country not supported');
}

function detailsOf(page: CompanyPage): Partial<CompanyRecord> {
  const { country, network } = page;
  const sector = sectorOfLabel(page.industry);
  const state = parseRegion(country, page.region);
  return filled({
    identifiers: network && { network },
    website: parseSiteAddress(page.website),
    hq_location: [...new Set([page.city, page.region])].filter(Boolean).join(', '),
    hq_country: country,
    company_type: page.company_type,
    year_founded: parseYear(page.founded),
    company_size: parseSizeBand(page.size),
    industries: sector ? [sector] : [],
    states: state ? [state] : [],
  });
}

/** The record of a company's page. */
export function toPageRecord(page: CompanyPage): Outcome {
  const { key, name, country } = page;
  if (!name) return reject('name is empty', key);
  return { type: 'company', key, country, name, ...detailsOf(page) };
}
