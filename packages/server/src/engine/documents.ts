import type { ChannelFlag, Company, PersonMatch } from '@orgdex/contract';

/** Which source said a value, and when. */
export interface Statement {
  source: string;
  observed: string;
}

/** Region-specific values of one country, laid over the base profile. */
export type Overlay = Partial<Omit<Company, 'industry_codes'>> & {
  industry_codes?: Partial<Company['industry_codes']>;
};

/** Field (dotted below the first level) to the statements that gave its value. */
export type Provenance = Record<string, Statement[]>;

/** A company as the engine holds it: the served body, what each country changes, and where each value came from. */
export interface CompanyDocument {
  redirect?: undefined;
  body: Company;
  regions: Record<string, Overlay>;
  provenance: { base: Provenance; regions: Record<string, Provenance> };
}

/** What is left of a company that was merged away. */
export interface RedirectDocument {
  redirect: string;
}

/** One employment. Found by company, country, words, levels and departments; `match` is what is served of it. */
export interface PersonDocument {
  company: string;
  person: string;
  country: string;
  words: string[];
  word_count: number;
  rank: number;
  levels: number[];
  departments: number[];
  match: Pick<PersonMatch, 'position' | 'network' | ChannelFlag>;
}

/** The `_id` of an employment: it holds the company, so that a person who moves is deleted under the old routing. */
export const personDocumentId = (company: string, person: string): string => `${company}:${person}`;

/** The names of one generation's indices. */
export interface GenerationIndices {
  company: string;
  identifier: string;
  person: string;
}
