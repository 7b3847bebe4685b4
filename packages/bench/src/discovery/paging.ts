import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanySearch, FoundCompanies, SearchSort } from '@orgdex/contract';
import { absent } from '../../../server/src/stores/opensearch/documents.ts';
import { sendRequest } from '../report/send-request.ts';
import { type BenchInstallation, liveIndices } from '../speed/installation.ts';
import type { Bench } from './bench-load.ts';
import type { DiscoveryOrder } from './options.ts';
import { type Changes, startChanges } from './paging-changes.ts';
import { judgePaging, type PagingVerdict } from './paging-verdict.ts';

export interface Paging extends PagingVerdict {
  readonly sort: SearchSort;
  readonly pages: number;
  readonly seconds: number;
  /** Imports that were completed meanwhile. */
  readonly imports: number;
  /** Companies whose number of employees was changed, and how many of them are found with the new number. */
  readonly changed: { readonly all: number; readonly published: number };
}

interface OpenSearchResult {
  readonly hits: {
    readonly hits: readonly {
      readonly _id: string;
      readonly fields?: { readonly employee_count?: readonly number[] };
    }[];
  };
  readonly aggregations: {
    readonly countries: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
  };
}

async function searchEngine({ opensearch }: Bench, index: string, body: object): Promise<OpenSearchResult> {
  const request = { method: 'POST', path: `/${index}/_search`, body: JSON.stringify(body) } as const;
  return (await sendRequest(opensearch, request)).json as OpenSearchResult;
}

/** The countries to search in, with as few companies as are enough; undefined: everything. */
async function chooseCountries(bench: Bench, index: string, results: number): Promise<string[] | undefined> {
  const aggs = { countries: { terms: { field: 'country', size: 200 } } };
  const { buckets } = (await searchEngine(bench, index, { size: 0, aggs })).aggregations.countries;
  const countries = buckets.filter(({ key }) => key !== absent);
  const enough = countries.findLast(({ doc_count }) => doc_count >= results);
  if (enough) return [enough.key];
  const chosen: string[] = [];
  let sum = 0;
  for (const { key, doc_count } of countries) {
    chosen.push(key);
    sum += doc_count;
    if (sum >= results) return chosen;
  }
  return undefined;
}

/** Documents in one request of OpenSearch, which allows no more. */
const opensearchSize = 10_000;

/** All companies of the result, read by id: an order that no change affects. */
async function readIds(bench: Bench, index: string, countries: readonly string[] | undefined): Promise<Set<string>> {
  const query = countries ? { terms: { country: countries } } : { match_all: {} };
  const page = { query, sort: [{ id: 'asc' }], size: opensearchSize, _source: false };
  const found = new Set<string>();
  await bench.installation.opensearch.indices.refresh({ index });
  for (let after: string | undefined; ; ) {
    const place = after === undefined ? {} : { search_after: [after] };
    const { hits } = (await searchEngine(bench, index, { ...page, ...place })).hits;
    for (const { _id } of hits) found.add(_id);
    if (hits.length < opensearchSize) return found;
    after = hits.at(-1)?._id;
  }
}

/** Those that the database has. */
async function readExisting({ pool }: BenchInstallation, ids: ReadonlySet<string>): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM company WHERE redirect_to IS NULL AND id = ANY($1)',
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

const readResult = async (bench: Bench, index: string, countries: readonly string[] | undefined) =>
  readExisting(bench.installation, await readIds(bench, index, countries));

const mostTries = 10;

/** One page. Like any client, it repeats a request that the service could not answer in time. */
async function readPage({ service: { base, keys } }: Bench, body: CompanySearch): Promise<FoundCompanies> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${base}/companies/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 200) return JSON.parse(text) as FoundCompanies;
    if (response.status !== 503 || tries === mostTries)
      throw new Error(`POST /companies/search returned ${response.status}: ${text}`);
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

async function readAllPages(bench: Bench, question: CompanySearch, pauseMs: number) {
  const received: string[] = [];
  let pages = 0;
  for (let cursor: string | null = null; pages === 0 || cursor !== null; ) {
    const page: FoundCompanies = await readPage(bench, { ...question, cursor });
    received.push(...page.companies.map(({ id }) => id));
    cursor = page.next_cursor;
    pages += 1;
    await sleep(pauseMs);
    if (pages % 200 === 0) bench.note(`paging: ${received.length} results`);
  }
  return { received, pages };
}

const checked = 1000;

/** How many of the changed companies are found with their new number of employees; at most 1,000 are checked. */
async function countPublished(bench: Bench, index: string, { employees }: Changes): Promise<Paging['changed']> {
  const some = [...employees.keys()].slice(-checked);
  const query = { terms: { id: some } };
  const body = { query, size: checked, _source: false, docvalue_fields: ['employee_count'] };
  const { hits } = (await searchEngine(bench, index, body)).hits;
  const right = hits.filter(({ _id, fields }) => fields?.employee_count?.[0] === employees.get(_id)).length;
  return { all: employees.size, published: Math.round((right / some.length) * employees.size) };
}

/** Reads a large result page by page while imports change, add and remove companies. */
export async function measurePaging(bench: Bench, order: DiscoveryOrder): Promise<Paging> {
  const { installation } = bench;
  const { results, sort, seed, pageSize: size, pauseMs } = order;
  const { search: index } = await liveIndices(installation);
  const countries = await chooseCountries(bench, index, results);
  const before = await readResult(bench, index, countries);
  const changes = await startChanges(installation, { ids: [...before], country: countries?.[0], seed });
  try {
    const began = performance.now();
    const question = { sort, size, ...(countries && { filter: { country: countries } }) };
    const { received, pages } = await readAllPages(bench, question, pauseMs);
    const seconds = (performance.now() - began) / 1000;
    const imports = changes.imports();
    await changes.stop();
    const throughout = before.intersection(await readResult(bench, index, countries));
    const verdict = judgePaging({ received, throughout, changed: new Set(changes.employees.keys()) });
    return { ...verdict, sort, pages, seconds, imports, changed: await countPublished(bench, index, changes) };
  } finally {
    await changes.stop();
    await changes.undo();
  }
}
