import { RequestBatcher } from '../../core/async/request-batcher.ts';
import { type StoreWatch, unwatched } from '../../core/async/store-calls.ts';
import { Failure } from '../../core/errors/failure.ts';
import { batchTimeouts, searchTimeouts, timeouts, whenAllAbort } from './deadlines.ts';
import { type CachedKind, cacheKey, type DocumentCache } from './document-cache.ts';
import type { GenerationIndices } from './documents.ts';
import { refusalOf, unavailable } from './errors.ts';
import { fetchRequest, toSources, type Wanted } from './fetch-documents.ts';
import { type Limits, NodeCalls } from './node-calls.ts';
import type { OpenSearchAnswer, OpenSearchRequest } from './nodes.ts';
import {
  companySearchRequest,
  inCountries,
  itemSearchRequest,
  type Search,
  searchInCountries,
  searchRequest,
  snapshotRequest,
  toSearchResults,
} from './search-batch.ts';
import { SlowStart } from './slow-start.ts';

/** The generation that this process serves. */
export interface ServedGeneration {
  readonly id: number;
  readonly indices: GenerationIndices;
  /** Recently read documents; absent: every read goes to OpenSearch. */
  readonly cache?: DocumentCache | undefined;
  /** The countries whose companies the caller sees; absent: all companies. */
  readonly countries?: readonly string[] | undefined;
  /** Fires when the caller has gone: its searches are canceled. */
  readonly signal?: AbortSignal | undefined;
}

/** What a request reads. */
type View = Pick<ServedGeneration, 'indices' | 'cache' | 'countries' | 'signal'>;

/** The reads of one request: the same indices throughout, and one deadline for all. */
export interface Reading {
  readonly indices: GenerationIndices;
  /** What one search found, together with what others search for at the same time. */
  search(search: Search): Promise<unknown>;
  /** The same over all companies, with more time. */
  searchCompanies(search: Search): Promise<unknown>;
  /** Keeps an index as it is now, for searches that follow; undefined if OpenSearch has too many of these open. */
  openSnapshot(index: string): Promise<string | undefined>;
  /** The source of one document, undefined where there is none; together with what others want at the same time. */
  fetch(wanted: Wanted): Promise<unknown>;
  /** The same for a company or an identifier, at most two seconds old: at once, or a promise. */
  recall(kind: CachedKind, id: string): unknown;
}

/** Queries that are sent to OpenSearch in batches. */
interface Batching<Query> {
  toRequest(queries: readonly Query[]): OpenSearchRequest;
  /** In the order of the queries; an Error for one that failed alone. */
  toAnswers(body: unknown, queries: readonly Query[]): unknown[];
  /** OpenSearch responds when it has all of them. */
  readonly most: number;
  readonly attemptMs: number;
}

// OpenSearch reads the documents of one request one after the other: more would wait while a core is idle.
const fetching: Batching<Wanted> = {
  toRequest: fetchRequest,
  toAnswers: toSources,
  most: 32,
  attemptMs: timeouts.attemptMs,
};
const searching: Batching<Search> = {
  toRequest: searchRequest,
  toAnswers: toSearchResults,
  most: 8,
  attemptMs: timeouts.attemptMs,
};
const searchingCompanies: Batching<Search> = {
  toRequest: companySearchRequest,
  toAnswers: toSearchResults,
  most: 16,
  attemptMs: searchTimeouts.attemptMs,
};
const searchingItems: Batching<Search> = {
  ...searchingCompanies,
  toRequest: itemSearchRequest,
  attemptMs: batchTimeouts.attemptMs,
};

/** One query of a batch. */
interface Queried<Query> {
  readonly query: Query;
  readonly until: number;
  readonly signal: AbortSignal | undefined;
}

type SendQuery<Query> = (queried: Queried<Query>) => Promise<unknown>;

/** A response within this time shows that OpenSearch responds. */
const latelyMs = 2000;

/** Reads from OpenSearch's nodes: a read either comes back whole and in time or fails. */
export class IndexReader {
  readonly #calls: NodeCalls;
  readonly #watch: StoreWatch;
  readonly #slowStart = new SlowStart({ isDown: () => this.#calls.isDown });
  readonly #fetch = this.#gather(fetching);
  readonly #search = this.#gather(searching);
  readonly #searchCompanies = this.#gather(searchingCompanies);
  readonly #searchItems = this.#gather(searchingItems);

  constructor(urls: readonly string[], watch: StoreWatch = unwatched) {
    this.#watch = watch;
    this.#calls = new NodeCalls(urls, watch);
  }

  /** For an operation that searches over all companies. */
  startSearching(generation: View): Reading {
    return this.#start(generation, searchTimeouts.totalMs);
  }

  /** For an operation that searches over all companies once per item. */
  startBatch(generation: View): Reading {
    return this.#start(generation, batchTimeouts.totalMs, this.#searchItems);
  }

  startReading(generation: View): Reading {
    return this.#start(generation, timeouts.totalMs);
  }

  #start(
    { indices, cache, countries, signal }: View,
    totalMs: number,
    searchAll: SendQuery<Search> = this.#searchCompanies,
  ): Reading {
    const until = performance.now() + this.#slowStart.limit(totalMs);
    const { trace } = this.#watch;
    const fetch = (wanted: Wanted) =>
      trace('opensearch', 'fetch', () => this.#fetch({ query: wanted, until, signal: undefined }));
    const recall = (kind: CachedKind, id: string): unknown => {
      const read = () => fetch({ index: indices[kind], id });
      // A read whose deadline is near may fail, and must not fail others with it.
      return cache
        ? cache.read(cacheKey(kind, id), read, { isShared: hasTimeForTwo(until, timeouts.attemptMs) })
        : read();
    };
    const searchCompanies = (search: Search) =>
      trace('opensearch', 'search', () => searchAll({ query: search, until, signal }));
    return {
      indices,
      fetch,
      search: (search) => trace('opensearch', 'search', () => this.#search({ query: search, until, signal })),
      searchCompanies: countries
        ? ({ body, ...search }) => searchCompanies({ ...search, body: searchInCountries(body, countries) })
        : searchCompanies,
      openSnapshot: async (index) => {
        const limits = { until, attemptMs: searchTimeouts.attemptMs };
        const asked = await this.#calls.ask(snapshotRequest(index), limits).catch(() => undefined);
        return asked?.answer.status === 200 ? (asked.answer.body as { pit_id: string }).pit_id : undefined;
      },
      recall: countries
        ? async (kind, id) => (kind === 'company' ? inCountries(await recall(kind, id), countries) : recall(kind, id))
        : recall,
    };
  }

  /** Fails unless OpenSearch responded lately, or responds now. */
  async checkReady({ indices }: View): Promise<void> {
    if (performance.now() - this.#calls.answeredAt < latelyMs) return;
    const reading = this.startReading({ indices });
    await reading.fetch({ index: indices.identifier, id: 'none:none' }).catch((cause: unknown) => {
      throw new Failure('not_ready', { message: 'The search index is unavailable.', cause });
    });
  }

  close(): void {
    this.#calls.close();
  }

  /**
   * Sends queries in batches, and one with little time left alone: a batch has the earliest deadline of its queries. All
   * have little time while calls must be few.
   */
  #gather<Query>(together: Batching<Query>): SendQuery<Query> {
    const batcher = new RequestBatcher<Queried<Query>, unknown>({
      askAll: (all) => this.#askAll(together, all),
      maxBatchSize: together.most,
    });
    return async (queried) => {
      if (this.#slowStart.isLimited || hasTimeForTwo(queried.until, together.attemptMs)) return batcher.ask(queried);
      const [answer] = await this.#askAll(together, [queried]);
      if (answer instanceof Error) throw answer;
      return answer;
    };
  }

  async #askAll<Query>(together: Batching<Query>, all: readonly Queried<Query>[]): Promise<unknown[]> {
    const queries = all.map(({ query }) => query);
    const until = Math.min(...all.map((one) => one.until));
    const limits = { until, attemptMs: together.attemptMs, signal: whenAllAbort(all.map(({ signal }) => signal)) };
    const asked = this.#slowStart.run(
      () => this.#askAndRepeat(together, queries, limits),
      (answers) => !answers.some(isUnread),
    );
    if (!asked)
      throw unavailable(new Error('OpenSearch is down or has just returned, and gets few requests at a time'));
    return asked;
  }

  /** What one node could not read, another may: a shard copy that is still being built must not look like a miss. */
  async #askAndRepeat<Query>(
    { toRequest, toAnswers }: Batching<Query>,
    queries: readonly Query[],
    limits: Limits,
  ): Promise<unknown[]> {
    const read = ({ status, body }: OpenSearchAnswer, sent: readonly Query[]) => {
      if (status !== 200) throw refusalOf({ status, body });
      return toAnswers(body, sent);
    };
    const { node, answer } = await this.#calls.ask(toRequest(queries), limits);
    const answers = read(answer, queries);
    const failed = queries.filter((_, at) => isUnread(answers[at]));
    if (failed.length === 0) return answers;
    const again = await this.#calls
      .askAnother(node, toRequest(failed), limits)
      .then((second) => read(second.answer, failed))
      .catch(() => undefined);
    let next = 0;
    return again ? answers.map((one) => (isUnread(one) ? again[next++] : one)) : answers;
  }
}

/** What an operation reads with: the generation, which fails while there is none. */
export interface ReadDeps {
  generation(): ServedGeneration;
  readonly reader: IndexReader;
}

/** The node could not read the document, but another may; an index that is missing is missing everywhere. */
const isUnread = (source: unknown): boolean => source instanceof Failure && source.code === 'engine_unavailable';

/** Whether one attempt may time out and another still be made. */
const hasTimeForTwo = (until: number, attemptMs: number): boolean => until - performance.now() > 2 * attemptMs;
