import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { MatchItem } from '@orgdex/contract';

interface Request {
  readonly path: string;
  readonly body: Record<string, unknown> & { companies: MatchItem[]; selected_country?: string };
}

/** How a request fails: a response, or a connection that closes before it. */
export type Fault =
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly retryAfter?: string }
  | 'cut';

const company = (name: string) => ({
  id: `c-${name.toLowerCase()}`,
  name,
  country: 'AU',
  region: 'AU-WA',
  fqdn: null,
  employee_count: 12,
  industries: ['Fishing', 'Nets; ropes'],
  identifiers: { abn: '53004085616', acn: null },
});

/** Names that end with "?" are ambiguous, those that end with "!" are not known. */
function matchOf({ name = 'Domain' }: MatchItem) {
  const status = name?.endsWith('?') ? 'ambiguous' : name?.endsWith('!') ? 'none' : 'matched';
  const candidates =
    status === 'none' ? [] : [{ score: 0.97, company: company(name ?? ''), reasons: [], conflicts: [] }];
  return { ref: null, status, candidates, problem: null };
}

const peopleOf = (id: string, country = 'AU') => ({
  ref: null,
  status: 'found',
  company: { id, name: id, fqdn: null },
  total: 3,
  people: ['Head of Nets', 'Deputy Head of Nets'].map((position, at) => ({
    person_id: `${id}-${country}-${at}`,
    position,
    network: at === 0 ? 'slug' : null,
    has_email: at === 0,
    has_phone: false,
    has_mobile: false,
  })),
  problem: null,
});

function answer(path: string, { companies, selected_country: country }: Request['body']): object {
  if (path.endsWith('/companies/people')) {
    return { results: companies.map(({ id }) => peopleOf(id ?? '', country)) };
  }
  const results = companies.map(matchOf);
  return { results, matched: results.filter(({ status }) => status === 'matched').length };
}

function fail(response: ServerResponse, fault: Fault): void {
  if (fault === 'cut') return void response.destroy();
  const { status, code, message = 'It failed.', retryAfter } = fault;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  response.statusCode = status;
  response.end(code === undefined ? '<html>' : JSON.stringify({ error: 1, code, message }));
}

/** Speaks like the service, for tests of the client. Which requests fail is up to the test. */
export async function openFakeApi() {
  const requests: Request[] = [];
  let faultOf: (request: Request, at: number) => Fault | undefined = () => undefined;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = { path: request.url ?? '', body: JSON.parse(await text(request)) } as Request;
    requests.push(asked);
    const fault = faultOf(asked, requests.length);
    if (fault) return fail(response, fault);
    response.end(JSON.stringify(answer(asked.path, asked.body)));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** All requests so far, the failed ones included. */
    requests,
    /** @param decide what is wrong with a request, which is the nth */
    failIf(decide: (request: Request, n: number) => Fault | undefined): void {
      faultOf = decide;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FakeApi = Awaited<ReturnType<typeof openFakeApi>>;
