import type { ChannelFlag, PersonMatch } from '@orgdex/contract';

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
