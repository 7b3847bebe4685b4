import { type CompanyRecord, supportedCountries } from '@orgdex/contract';
import type { Country } from '../rules/country.ts';
import type { CompanySlug } from '../rules/network.ts';
import { parseRegion } from '../rules/region.ts';
import { sectorOfLabel } from '../rules/sector.ts';
import { type Outcome, reject, type Skip, skip } from './define-source.ts';
import { filled } from './filled.ts';
import { parseYear } from './own/clean.ts';
import { parseCountryName } from './own/country-name.ts';
import { parseSizeBand } from './own/size-band.ts';
import { parseSiteAddress } from './site-address.ts';

/** What a company's page on the professional network says, as the sets that are made of such pages write it. */
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
  country: Country | undefined;
  company_type?: CompanyRecord['company_type'];
}

export const pageSwitches = {
  'other-countries': 'also takes in companies of countries that the service does not serve',
};

const served: ReadonlySet<string> = new Set(supportedCountries);

/** A page's country by its name or code. A page that names none may be of one that is served. */
export function countryOfPage(text: string, switchedOn: ReadonlySet<string>): Country | undefined | Skip {
  const country = parseCountryName(text);
  const isServed = country ? served.has(country) : text.trim() === '';
  return isServed || switchedOn.has('other-countries') ? country : skip('country not served');
}

function detailsOf(page: CompanyPage): Partial<CompanyRecord> {
  const { country, network } = page;
  const sector = sectorOfLabel(page.industry);
  const state = country ? parseRegion(country, page.region) : undefined;
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

/** The record of a page; one that leads to no company is left out. */
export function toPageRecord(page: CompanyPage): Outcome {
  const { key, name, country } = page;
  if (!name) return reject('name is empty', key);
  const details = detailsOf(page);
  if (!country && !details.identifiers && !details.website) return skip('neither network page, website nor country');
  return { type: 'company', key, ...(country && { country }), name, ...details };
}
