import type { PeopleQuestion } from '@orgdex/contract';
import type { GenerationIndices } from '../../../server/src/engine/documents.ts';
import { peopleQuery } from '../../../server/src/engine/people.query.ts';
import { parseSearch } from '../../../server/src/people/search-request.ts';
import { titleClasses } from '../../../server/src/rules/titles/classify.ts';
import { searchWords } from '../../../server/src/rules/titles/words.ts';
import type { Subject } from './sample-companies.ts';

/** One HTTP request. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The same question put to the service, and to the engine alone in one or two requests. */
export interface Asked {
  readonly service: Ask;
  readonly bare: readonly Ask[];
}

/** @param turn counts the questions of a run, so that filters change from one to the next */
export type ToAsked = (indices: GenerationIndices, subject: Subject, turn: number) => Asked;

const nearby = 'preference=_local&realtime=false';
const document = (index: string, id: string): Ask => ({
  method: 'GET',
  path: `/${index}/_doc/${encodeURIComponent(id)}?${nearby}`,
});

export const lookUpById: ToAsked = (indices, { company }) => ({
  service: { method: 'GET', path: `/company?id=${company}` },
  bare: [document(indices.company, company)],
});

/** Whoever asks the engine alone has to ask for the company of the identifier, then for the company. */
export const lookUpByIdentifier: ToAsked = (indices, { company, identifier = '' }) => ({
  service: { method: 'GET', path: `/company?${identifier.replace(':', '=')}` },
  bare: [document(indices.identifier, identifier), document(indices.company, company)],
});

/** What is asked for beside the company, for a title that somebody has there. */
type ToFilter = (title: string) => Partial<PeopleQuestion>;

/** Titles are few: what follows from one is worked out once. */
function remembered(toFilter: ToFilter): ToFilter {
  const known = new Map<string, Partial<PeopleQuestion>>();
  return (title) => {
    const found = known.get(title) ?? toFilter(title);
    known.set(title, found);
    return found;
  };
}

export const forAnybody: ToFilter = () => ({});

/** By the last word, which mostly says what somebody is. */
export const forPosition = remembered((title) => ({ position: searchWords(title).at(-1) ?? 'manager' }));

export const forClass = remembered((title) => {
  const { seniority, departments } = titleClasses(title);
  return { seniority: seniority.join(','), department: departments.join(',') };
});

/** A search of one company's people, which the engine alone is asked as the service itself would ask it. */
export const searchWith =
  (toFilter: ToFilter): ToAsked =>
  (indices, { company, country, titles = [] }, turn) => {
    const title = titles[turn % titles.length] ?? '';
    const question = { companyId: company, ...(country && { selectedCountry: country }), ...toFilter(title) };
    const { filter, from, size } = parseSearch(question);
    const path = `/${indices.person}/_search?routing=${company}&preference=_local`;
    const query = peopleQuery(filter, { from, size, suppressed: [] });
    return {
      service: { method: 'POST', path: '/people/search', body: JSON.stringify(question) },
      bare: [{ method: 'POST', path, body: JSON.stringify(query) }],
    };
  };
