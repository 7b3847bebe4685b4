import type { PeopleQuestion } from '@orgdex/contract';
import { parseSearch } from '../../../server/src/api/people/search-request.ts';
import { titleClasses } from '../../../server/src/knowledge/rules/titles/classify.ts';
import { searchWords } from '../../../server/src/knowledge/rules/titles/words.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { peopleQuery } from '../../../server/src/stores/opensearch/people/people.query.ts';
import type { SampleCompany } from './sample-companies.ts';

/** One HTTP request. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The same operation as a request to the service, and as one or two requests to OpenSearch alone. */
export interface CaseRequests {
  readonly service: BenchRequest;
  readonly opensearchOnly: readonly BenchRequest[];
}

/** @param turn number of the operation in the run, so that the filters vary */
export type BuildRequests = (indices: GenerationIndices, sample: SampleCompany, turn: number) => CaseRequests;

const nearby = 'preference=_local&realtime=false';
const document = (index: string, id: string): BenchRequest => ({
  method: 'GET',
  path: `/${index}/_doc/${encodeURIComponent(id)}?${nearby}`,
});

export const lookUpById: BuildRequests = (indices, { company }) => ({
  service: { method: 'GET', path: `/company?id=${company}` },
  opensearchOnly: [document(indices.company, company)],
});

/** OpenSearch alone needs two requests: identifier to company id, then the company. */
export const lookUpByIdentifier: BuildRequests = (indices, { company, identifier = '' }) => ({
  service: { method: 'GET', path: `/company?${identifier.replace(':', '=')}` },
  opensearchOnly: [document(indices.identifier, identifier), document(indices.company, company)],
});

/** Builds the filters of a search from a title that a person at the company has. */
type ToFilter = (title: string) => Partial<PeopleQuestion>;

/** There are few titles, so the filters of each are computed once. */
function memoized(toFilter: ToFilter): ToFilter {
  const known = new Map<string, Partial<PeopleQuestion>>();
  return (title) => {
    const found = known.get(title) ?? toFilter(title);
    known.set(title, found);
    return found;
  };
}

export const withoutFilter: ToFilter = () => ({});

/** Filters by the last word of the title, which usually names the role. */
export const byPosition = memoized((title) => ({ position: searchWords(title).at(-1) ?? 'manager' }));

export const bySeniorityAndDepartment = memoized((title) => {
  const { seniority, departments } = titleClasses(title);
  return { seniority: seniority.join(','), department: departments.join(',') };
});

/** A search for people at one company. OpenSearch alone gets the query that the service would send. */
export const searchWith =
  (toFilter: ToFilter): BuildRequests =>
  (indices, { company, country, titles = [] }, turn) => {
    const title = titles[turn % titles.length] ?? '';
    const benchCase = { companyId: company, ...(country && { selectedCountry: country }), ...toFilter(title) };
    const { filter, from, size } = parseSearch(benchCase);
    const path = `/${indices.person}/_search?routing=${company}&preference=_local`;
    const query = peopleQuery(filter, { from, size, suppressed: [] });
    return {
      service: { method: 'POST', path: '/people/search', body: JSON.stringify(benchCase) },
      opensearchOnly: [{ method: 'POST', path, body: JSON.stringify(query) }],
    };
  };
