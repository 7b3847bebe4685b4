import { type OrgdexError, QuotaExhaustedError, ServerError } from './errors.ts';
import type { MatchedCompanies, MatchItem, MatchQuestion, MatchResult } from './generated/types.ts';
import { type ClientOptions, mergeOptions, type RequestOptions } from './options.ts';
import { Pace } from './pace.ts';
import { sleep } from './retry.ts';

/** What to match, and how many requests to send at the same time. */
export interface MatchManyOptions extends Omit<MatchQuestion, 'companies'> {
  /** Items per request, 1 to 100. Default: 100. */
  readonly batchSize?: number | undefined;
  /** Requests at the same time. Default: 4. */
  readonly concurrency?: number | undefined;
}

/** An item of the list, and its result. */
export interface MatchedRow<Item extends MatchItem = MatchItem> {
  readonly item: Item;
  readonly result: MatchResult;
}

/** How to send one batch, and the options of the client. */
export interface Matching {
  readonly client: ClientOptions;
  readonly match: (question: MatchQuestion, options: RequestOptions) => Promise<MatchedCompanies>;
}

/** The service accepts 64 KiB; some of that is for the other fields. */
const maxBytes = 60 * 1024;

/** A long run meets more failures than a single call, and a batch that is given up ends it. */
const defaults: RequestOptions & { readonly maxWaitSeconds: number } = {
  maxRetries: 8,
  timeoutSeconds: 60,
  maxWaitSeconds: 30,
};

/** How often a single item is sent while the last credits are reserved by other requests. */
const maxTriesOfOne = 10;

const encoder = new TextEncoder();

/** Batches of at most `size` items, and of no more bytes than a request may have. */
async function* batchesOf<Item>(items: Iterable<Item> | AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    const more = encoder.encode(JSON.stringify(item)).length + 1;
    if (batch.length > 0 && (batch.length === size || bytes + more > maxBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

/** Works on `most` inputs at a time, and returns the results in the order of the inputs. */
async function* inOrder<In, Out>(
  inputs: AsyncGenerator<In>,
  most: number,
  work: (input: In) => Promise<Out>,
): AsyncGenerator<Out, void, undefined> {
  const running: Promise<Out>[] = [];
  let isMore = true;
  try {
    for (;;) {
      while (isMore && running.length < most) {
        const next = await inputs.next();
        isMore = !next.done;
        if (next.done) break;
        const result = work(next.value);
        // A failure is reported when its turn comes.
        result.catch(() => {});
        running.push(result);
      }
      const first = running.shift();
      if (!first) return;
      yield await first;
    }
  } finally {
    await inputs.return(undefined);
  }
}

interface Sending {
  readonly send: (companies: MatchItem[]) => Promise<MatchResult[]>;
  readonly pace: Pace;
  readonly maxWaitSeconds: number;
  readonly signal: AbortSignal;
}

/** A few credits are left, fewer than the batch has items, or they are reserved for a moment. */
const isShortOfCredits = (error: unknown, maxWaitSeconds: number): error is QuotaExhaustedError =>
  error instanceof QuotaExhaustedError && error.retryAfter !== undefined && error.retryAfter <= maxWaitSeconds;

/** Sends a batch. A request reserves a credit for each item, so the last credits can only be spent by smaller ones. */
async function sendBatch(sending: Sending, companies: MatchItem[], tries = 1): Promise<MatchResult[]> {
  try {
    return await sending.send(companies);
  } catch (error) {
    if (!isShortOfCredits(error, sending.maxWaitSeconds) || tries === maxTriesOfOne) throw error;
    sending.pace.slowDown();
    await sleep(error.retryAfter ?? 1, sending.signal);
    if (companies.length === 1) return sendBatch(sending, companies, tries + 1);
    const half = Math.ceil(companies.length / 2);
    const first = await sendBatch(sending, companies.slice(0, half));
    return [...first, ...(await sendBatch(sending, companies.slice(half)))];
  }
}

/** Matches a list of any length. */
export async function* matchMany<Item extends MatchItem>(
  { client, match }: Matching,
  items: Iterable<Item> | AsyncIterable<Item>,
  { how, options }: { readonly how: MatchManyOptions; readonly options: RequestOptions },
): AsyncGenerator<MatchedRow<Item>, void, undefined> {
  const { batchSize = 100, concurrency = 4, ...question } = how;
  const given = mergeOptions(mergeOptions(defaults, client), options);
  const stopped = new AbortController();
  const signal = given.signal ? AbortSignal.any([given.signal, stopped.signal]) : stopped.signal;
  const pace = new Pace(concurrency);
  const onRetry = (error: OrgdexError, seconds: number) => {
    if (error.status === 429) pace.slowDown();
    given.onRetry?.(error, seconds);
  };
  const settings = { ...given, signal, onRetry };
  const send = async (companies: MatchItem[]) => (await match({ ...question, companies }, settings)).results;
  const sending: Sending = { send, pace, maxWaitSeconds: settings.maxWaitSeconds, signal };
  const work = async (batch: Item[]) => ({ batch, results: await pace.run(() => sendBatch(sending, batch)) });
  try {
    for await (const { batch, results } of inOrder(batchesOf(items, batchSize), concurrency, work)) {
      if (results.length !== batch.length) throw unequal(batch.length, results.length);
      for (const [at, item] of batch.entries()) yield { item, result: results[at] as MatchResult };
    }
  } finally {
    stopped.abort();
  }
}

function unequal(items: number, results: number): OrgdexError {
  const message = `The response has ${results} results for ${items} items.`;
  return new ServerError({ code: 'unexpected_response', status: 200, message });
}
