import type { Company, SupportedCountry } from '@orgdex/contract';
import type { CompanyDocument, Overlay } from '../../../server/src/knowledge/profiles/company-document.ts';
import { buildProfile } from '../../../server/src/knowledge/profiles/profile.ts';
import { titleClasses } from '../../../server/src/knowledge/rules/titles/classify.ts';
import { titleWords } from '../../../server/src/knowledge/rules/titles/words.ts';
import type { PersonDocument } from '../../../server/src/stores/opensearch/documents.ts';

/** A company without any values. */
export const blankCompany = (id: string): Company => buildProfile(id, [], new Map()).body;

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

/** An employment, classified by its title unless levels or departments are given. */
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
