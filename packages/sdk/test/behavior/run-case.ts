// Runs in Node and in a browser: it uses only the SDK and what both have.
import { Orgdex, OrgdexError, type Paged, type RequestOptions } from '../../src/index.ts';
import type { BehaviorCall, BehaviorCase, Outcome, Report } from './behavior-case.ts';

/** The key of every request, unless a case has another. */
const key = 'orgdex_test_key';

/** The rows that came before an error. */
class RowsBefore extends Error {
  readonly rows: number;
  constructor(rows: number, cause: unknown) {
    super('partial', { cause });
    this.rows = rows;
  }
}

type Search = Paged<unknown, unknown>;

async function collect(rows: AsyncIterable<unknown>, limit = Number.POSITIVE_INFINITY): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    for await (const row of rows) {
      all.push(row);
      if (all.length === limit) break;
    }
  } catch (error) {
    throw new RowsBefore(all.length, error);
  }
  return all;
}

async function withResponse(search: Search): Promise<unknown> {
  const { data, response } = await search.withResponse();
  const { status, requestId, attempts, headers } = response;
  return { data, status, requestId, attempts, credits: headers.get('x-credits-remaining') };
}

const readers: Readonly<Record<string, (search: Search, limit?: number) => unknown>> = {
  all: collect,
  pages: (search) => collect(search.pages()),
  page: (search) => search.page(),
  first: (search) => search.first(),
  withResponse,
  nothing: () => null,
};

function* itemsOf({ items = 0, nameLength }: BehaviorCall) {
  for (let at = 0; at < items; at++) {
    yield { ref: `r${at}`, name: nameLength === undefined ? `Company ${at}` : 'x'.repeat(nameLength) };
  }
}

async function matchMany(client: Orgdex, call: BehaviorCall, options: RequestOptions): Promise<Outcome> {
  const rows = await collect(client.companies.matchMany(itemsOf(call), call.how, options), call.limit);
  const refs = (rows as { item: { ref: string }; result: { ref: string } }[]).map(({ item, result }) => [
    item.ref,
    result.ref,
  ]);
  const isInOrder = refs.every(([item, result], at) => item === `r${at}` && result === item);
  return { value: isInOrder ? null : refs, rows: rows.length };
}

type Method = (...args: unknown[]) => unknown;

async function perform(client: Orgdex, call: BehaviorCall, options: RequestOptions): Promise<Outcome> {
  if (call.do === 'companies.matchMany') return matchMany(client, call, options);
  if (call.do === 'request') {
    return { value: (await client.request(call.with as { method: string; path: string }, options)).data };
  }
  const [resource = '', method = ''] = call.do.split('.');
  const target = client[resource as 'admin'] as unknown as Record<string, Method>;
  const fields = call.with === undefined && call.args ? [] : [call.with];
  // Without fields, only options may follow what is in the path.
  const result = await target[method]?.(...(call.args ?? []), ...fields, ...(fields.length > 0 ? [options] : []));
  const read = call.take === undefined ? undefined : readers[call.take];
  return { value: read ? await read(result as Search, call.limit) : result };
}

function errorOf(error: OrgdexError): Outcome {
  const { name, code, status, message, param, requestId, docs, retryAfter, headers } = error;
  const rateLimit = headers.get('ratelimit');
  return { error: { class: name, code, status, message, param, requestId, docs, retryAfter, rateLimit } };
}

/** Makes one call, and says how it ended. */
export async function outcomeOf(client: Orgdex, call: BehaviorCall): Promise<Outcome> {
  const controller = new AbortController();
  const { abortAfterSeconds: after } = call;
  if (after === 0) controller.abort();
  const timer = after === undefined ? undefined : setTimeout(() => controller.abort(), after * 1000);
  const signal = after === undefined ? {} : { signal: controller.signal };
  try {
    return await perform(client, call, { ...call.options, ...signal });
  } catch (thrown) {
    const rows = thrown instanceof RowsBefore ? { rows: thrown.rows } : {};
    const error = thrown instanceof RowsBefore ? thrown.cause : thrown;
    if (error instanceof OrgdexError) return { ...errorOf(error), ...rows };
    if (controller.signal.aborted) return { aborted: true, ...(call.items === undefined ? {} : rows) };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The same as Python reports: nothing is undefined. */
export const plain = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (_, inner) => (inner === undefined ? null : inner)));

/** Does what a case says, against the service at this address. */
async function runCase(url: string, one: BehaviorCase): Promise<Report> {
  const waits: number[] = [];
  const responses: object[] = [];
  const client = new Orgdex({
    url: one.url ?? (one.slash ? `${url}/` : url),
    key,
    random: () => 0,
    onRetry: (_, seconds) => void waits.push(seconds),
    onResponse: ({ status, requestId, attempts }) => void responses.push({ status, requestId, attempts }),
    ...(one.cache ? { cache: new Map() } : {}),
    ...(one.client && 'key' in one.client ? { ...one.client, key: undefined } : one.client),
  });
  const outcomes: Outcome[] = [];
  for (const call of one.calls) outcomes.push(await outcomeOf(client, call));
  return plain({ outcomes, waits, responses });
}

/** Runs all cases, so many at the same time: most of them wait. */
export async function runCases(url: string, cases: readonly BehaviorCase[], atOnce = 16): Promise<Report[]> {
  const reports: Report[] = [];
  const waiting = [...cases.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, one] = next;
      reports[at] = await runCase(`${url}/${at}`, one);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reports;
}
