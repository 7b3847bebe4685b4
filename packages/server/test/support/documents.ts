import type { Company, SupportedCountry } from '@orgdex/contract';
import type { CompanyDocument, Overlay, PersonDocument } from '../../src/engine/documents.ts';
import { titleClasses } from '../../src/rules/title-classes.ts';
import { titleWords } from '../../src/rules/title-words.ts';

/** A company of which nothing is known. */
export const blankCompany = (id: string): Company => ({
  id,
  name: null,
  website: null,
  fqdn: null,
  description: null,
  tagline: null,
  network: null,
  employee_count: null,
  year_founded: null,
  hq_location: null,
  hq_country: null,
  company_size: null,
  company_type: null,
  abn_operation_status: null,
  locations: [],
  industries: [],
  revenue: null,
  phones: [],
  emails: [],
  social_media: { twitter: null, youtube: null, facebook: null, network: null, instagram: null },
  industry_codes: { sic: null, duns: null, naics: null, anzsic: null, abn: null, acn: null, nzbn: null, uen: null },
  keywords: [],
  org_registers: {},
  states: [],
  nextGen: {
    technographics: {},
    website: null,
    social_media: { youtube: null, instagram: null, network: null, facebook: null },
    reviews_rating: null,
    id,
    web_traffic: null,
  },
});

export function companyDocument(
  id: string,
  facts: Partial<Company> = {},
  regions: Record<string, Overlay> = {},
): CompanyDocument {
  return { body: { ...blankCompany(id), ...facts }, regions, provenance: { base: {}, regions: {} } };
}

export interface PersonFacts {
  person: string;
  title?: string;
  country?: SupportedCountry;
  levels?: number[];
  departments?: number[];
}

/** An employment, classed by its title unless the levels or departments are given. */
export function personDocument(
  company: string,
  { person, title, country = 'AU', ...given }: PersonFacts,
): PersonDocument {
  const { words, count } = titleWords(title ?? '');
  const classes = titleClasses(title ?? '');
  const levels = given.levels ?? classes.seniority;
  return {
    company,
    person,
    country,
    words,
    word_count: count,
    rank: Math.min(...levels),
    levels: [...levels],
    departments: [...(given.departments ?? classes.departments)],
    match: {
      position: title ?? null,
      network: `n-${person}`,
      has_email: true,
      has_personal_email: false,
      has_phone: false,
      has_dnd_phone: false,
      has_mobile: false,
    },
  };
}
