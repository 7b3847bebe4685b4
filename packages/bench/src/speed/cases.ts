import type { PeopleQuestion, SupportedCountry } from '@orgdex/contract';
import { parseSearch } from '../../../server/src/api/people/search-request.ts';
import { searchWords } from '../../../server/src/knowledge/rules/titles/words.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { peopleQuery } from '../../../server/src/stores/opensearch/people/people.query.ts';
import { type Client, type Pool, transaction } from '../../../server/src/stores/postgres/pool.ts';

/** A company to request, with the values that a request needs. */
export interface SampleCompany {
  readonly company: string;
  /** The identifier to look it up by. */
  readonly identifier?: string;
  /** The country with most of its people. */
  readonly country?: SupportedCountry;
  /** Titles of some of its people in that country. */
  readonly titles?: readonly string[];
}

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

export const traffics = ['unique', 'zipf'] as const;
export type Traffic = (typeof traffics)[number];

/** An operation, and the companies that it is measured with. */
export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** Size classes with few companies are only measured with unique keys. */
  readonly traffics: readonly Traffic[];
  readSamples(pool: Pool): Promise<SampleCompany[]>;
  /** @param turn number of the operation in the run, so that the titles vary */
  toRequests(indices: GenerationIndices, sample: SampleCompany, turn: number): CaseRequests;
}

/** Longer lists are not needed: these do not repeat within the lifetime of a cache. */
const most = 1_000_000;

/** All companies, in an arbitrary order that is the same in every run. */
export async function companiesOf(pool: Pool, limit = most): Promise<SampleCompany[]> {
  const { rows } = await pool.query<SampleCompany>(
    'SELECT id AS company FROM company WHERE redirect_to IS NULL ORDER BY hashtext(id), id LIMIT $1',
    [limit],
  );
  return rows;
}

/** All companies with a domain, with one of their domains. */
async function companiesWithDomain(pool: Pool): Promise<SampleCompany[]> {
  const { rows } = await pool.query<SampleCompany>(
    `SELECT min(identifier) AS identifier, company_id AS company FROM identifier
     WHERE identifier LIKE 'fqdn:%' AND company_id IS NOT NULL
     GROUP BY company_id ORDER BY hashtext(company_id), company_id LIMIT $1`,
    [most],
  );
  return rows;
}

/** The country with most people and some of their titles, so that every search has results. */
const ofSize = `WITH part AS (
    SELECT company_id, country, count(*) AS people, (array_agg(position) FILTER (WHERE position IS NOT NULL))[1:8] AS titles
    FROM employment JOIN chosen USING (company_id) WHERE NOT removed GROUP BY 1, 2
  ), best AS (
    SELECT DISTINCT ON (company_id) company_id, country, titles FROM part ORDER BY company_id, people DESC, country
  )
  SELECT company_id AS company, country, titles FROM best
  WHERE titles IS NOT NULL ORDER BY hashtext(company_id), company_id`;

/** Companies with this number of people; empty if the dataset has none. */
const companiesOfSize = (pool: Pool, [least, largest]: readonly [number, number]): Promise<SampleCompany[]> =>
  transaction(pool, async (client: Client) => {
    await client.query(
      `CREATE TEMP TABLE chosen ON COMMIT DROP AS SELECT company_id FROM employment WHERE NOT removed
       GROUP BY 1 HAVING count(*) BETWEEN ${least} AND ${largest} ORDER BY hashtext(company_id), company_id LIMIT 200000`,
    );
    return (await client.query<SampleCompany>(ofSize)).rows;
  });

const document = (index: string, id: string): BenchRequest => ({
  method: 'GET',
  path: `/${index}/_doc/${encodeURIComponent(id)}?preference=_local&realtime=false`,
});

/** The last word of a title, which usually names the role. There are few titles, so each is computed once. */
const positions = new Map<string, string>();
function positionOf(title: string): string {
  const position = positions.get(title) ?? searchWords(title).at(-1) ?? 'manager';
  positions.set(title, position);
  return position;
}

/** A search for people at one company. OpenSearch alone gets the query that the service would send. */
function searchPeople(
  indices: GenerationIndices,
  { company, country, titles = [] }: SampleCompany,
  turn: number,
): CaseRequests {
  const question: PeopleQuestion = {
    companyId: company,
    ...(country && { selectedCountry: country }),
    position: positionOf(titles[turn % titles.length] ?? ''),
  };
  const { filter, from, size } = parseSearch(question);
  const path = `/${indices.person}/_search?routing=${company}&preference=_local`;
  return {
    service: { method: 'POST', path: '/people/search', body: JSON.stringify(question) },
    opensearchOnly: [
      { method: 'POST', path, body: JSON.stringify(peopleQuery(filter, { from, size, suppressed: [] })) },
    ],
  };
}

const peopleCase = (
  name: string,
  size: string,
  bounds: readonly [number, number],
  own: readonly Traffic[] = ['unique'],
): BenchCase => ({
  name: `people-position-${name}`,
  title: `people by position, ${size} people`,
  traffics: own,
  readSamples: (pool) => companiesOfSize(pool, bounds),
  toRequests: searchPeople,
});

export const cases: readonly BenchCase[] = [
  {
    name: 'lookup-id',
    title: 'lookup by id',
    traffics,
    readSamples: companiesOf,
    toRequests: (indices, { company }) => ({
      service: { method: 'GET', path: `/company?id=${company}` },
      opensearchOnly: [document(indices.company, company)],
    }),
  },
  {
    name: 'lookup-fqdn',
    title: 'lookup by fqdn',
    traffics,
    readSamples: companiesWithDomain,
    // OpenSearch alone needs two requests: identifier to company id, then the company.
    toRequests: (indices, { company, identifier = '' }) => ({
      service: { method: 'GET', path: `/company?${identifier.replace(':', '=')}` },
      opensearchOnly: [document(indices.identifier, identifier), document(indices.company, company)],
    }),
  },
  peopleCase('1-10', '1–10', [1, 10], traffics),
  peopleCase('1-200', '1–200', [1, 200], traffics),
  peopleCase('150-200', '150–200', [150, 200]),
  peopleCase('2000', '2,000', [1500, 2500]),
  peopleCase('50000', '50,000', [40_000, 60_000]),
];
