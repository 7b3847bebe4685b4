import { setTimeout as sleep } from 'node:timers/promises';
import {
  apiScopes,
  CountPeople,
  consoleEndpoints,
  type Endpoint,
  endpoints,
  GetCompany,
  GetSession,
  Mcp,
  type PeopleCounts,
  type ProblemCode,
  problems,
  reconcileEndpoints,
  type Scope,
} from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromConsole, openSession } from '../../../../testing/src/access/console.ts';
import {
  type Asking,
  askingsOf,
  type Holder,
  refusalOf,
  seesCompanies,
  stranger,
} from '../../../../testing/src/access/matrix.ts';
import { issueMatrix, type Keyed } from '../../../../testing/src/access/matrix-keys.ts';
import { marks, openAsker, openMatrixService, servedRoutes } from '../../../../testing/src/access/matrix-service.ts';
import { type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let service: TestService;
let ask: Awaited<ReturnType<typeof openAsker>>;
let keys: Keyed[];
beforeAll(async () => {
  service = await openMatrixService();
  ask = await openAsker(service);
  keys = await issueMatrix({ pool: service.pool, ...testAudit });
});
afterAll(() => service?.close());

type Answered = Awaited<ReturnType<typeof ask>>;

const problemFields = new Set(['error', 'message', 'code', 'param', 'request_id', 'trace_id', 'docs']);
const anyData = /matrix|kestrel|orgdex_(live|test|recon)_\w/i;

/** What is wrong with an error response; HEAD has no body to check. */
function faultsOfRefusal({ body }: Answered, { method }: Asking, code: string): string[] {
  if (method === 'HEAD') return body === '' ? [] : ['HEAD has a body'];
  const problem = JSON.parse(body);
  return [
    ...(problem.code === code ? [] : [`says ${problem.code}`]),
    ...(Object.keys(problem).every((field) => problemFields.has(field)) ? [] : ['holds more than a problem']),
    ...(anyData.test(body) ? ['shows data'] : []),
  ];
}

/** The dataset that a response is from. Counts contain no mark, but only live data has one person in each country. */
function datasetsOf(body: string, { id }: Endpoint): Record<'live' | 'test', boolean> {
  if (id !== CountPeople.id)
    return { live: body.includes(marks.live), test: body.includes(marks.test) || body.includes(marks.testCompany) };
  const isLive = (JSON.parse(body) as PeopleCounts).total === 1;
  return { live: isLive, test: !isLive };
}

/** Data of the other dataset, none where there should be some, or some where there should be none. */
function faultsOfAnswer({ body }: Answered, { endpoint, method }: Asking, holder: Holder): string[] {
  if (method === 'HEAD' || !endpoint.metered) return [];
  const isOf = datasetsOf(body, endpoint);
  const { mode } = holder;
  const other = mode === 'live' ? 'test' : 'live';
  const isWrong = isOf[mode] !== seesCompanies(holder);
  return [
    ...(isWrong ? [isOf[mode] ? 'shows companies of other countries' : 'lacks its data'] : []),
    ...(isOf[other] ? [`shows data of ${other} keys`] : []),
  ];
}

/** Access was granted: the operator named a match, run or company that does not exist. */
const isUnknownSubject = ({ statusCode, body }: Answered, { endpoint, method }: Asking): boolean =>
  endpoint.scope === 'admin' &&
  (statusCode === 404 || statusCode === 409) &&
  (method === 'HEAD' || endpoint.problems.some((known) => known === JSON.parse(body).code));

/** Requests again, for a while, what a store did not answer in time: a busy machine pauses one now and then. */
async function askUntilServed(asking: Asking, headers: Record<string, string>): Promise<Answered> {
  const until = performance.now() + 30_000;
  for (;;) {
    const answer = await ask(asking, headers);
    if (answer.statusCode !== 503 || performance.now() > until) return answer;
    await sleep(500);
  }
}

async function faultsOf({ holder, authorization }: Keyed, asking: Asking): Promise<string[]> {
  const code = refusalOf(holder, asking);
  // A rejected request does not reach OpenSearch.
  const send = code ? ask : askUntilServed;
  const answer = await send(asking, authorization === undefined ? {} : { authorization });
  const wanted = code ? problems[code].status : 200;
  const isPast = !code && isUnknownSubject(answer, asking);
  const faults = [
    ...(answer.statusCode === wanted || isPast ? [] : [`${answer.statusCode} instead of ${wanted} ${code ?? ''}`]),
    ...(answer.statusCode === 200 ? faultsOfAnswer(answer, asking, holder) : []),
    ...(answer.statusCode === 200 || !code ? [] : faultsOfRefusal(answer, asking, code)),
  ];
  const { endpoint, ...rest } = asking;
  return faults.map((fault) => `${endpoint.id} ${JSON.stringify({ ...rest, ...holder })}: ${fault}`);
}

interface Outcome {
  cells: number;
  answered: number;
  faults: string[];
}

/** Requests every cell, a few keys at a time. */
async function fill(routes: readonly Endpoint[], keyed: readonly Keyed[]): Promise<Outcome> {
  const outcome: Outcome = { cells: 0, answered: 0, faults: [] };
  const waiting = [...keyed];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      for (const asking of askingsOf(routes, next.holder)) {
        outcome.cells += 1;
        if (!refusalOf(next.holder, asking)) outcome.answered += 1;
        outcome.faults.push(...(await faultsOf(next, asking)));
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return outcome;
}

/** Every operation of the contract, in a session of a key with these scopes; without scopes, in none. */
async function trySession(...scopes: Scope[]): Promise<Map<Asking, Answered>> {
  const headers: Record<string, string> = { ...fromConsole };
  if (scopes.length > 0) headers.cookie = await openSession(service.app, await service.issue(...scopes));
  const answers = new Map<Asking, Answered>();
  for (const asking of askingsOf([...endpoints, GetSession], stranger('valid'))) {
    answers.set(asking, await ask(asking, headers));
  }
  return answers;
}

/** The operations whose response is not the expected one. */
const unexpected = (answers: Map<Asking, Answered>, codeOf: (endpoint: Endpoint) => ProblemCode | undefined) =>
  [...answers].flatMap(([asking, answer]) => {
    const code = codeOf(asking.endpoint);
    const wanted = code ? problems[code].status : 200;
    const isExpected = answer.statusCode === wanted || (!code && isUnknownSubject(answer, asking));
    const name = `${asking.method} ${asking.endpoint.url}`;
    return [
      ...(isExpected ? [] : [`${name}: ${answer.statusCode} instead of ${wanted}`]),
      ...(code && isExpected ? faultsOfRefusal(answer, asking, code) : []),
    ];
  });

describe('a session of the console', () => {
  test('without one, every operation is rejected', async () => {
    const answers = await trySession();
    expect(unexpected(answers, () => 'key_missing')).toEqual([]);
    expect(answers.size).toBeGreaterThan(endpoints.length);
  });

  test('of a customer reaches every operation of customers and none of the operator', async () => {
    const answers = await trySession(...apiScopes);
    expect(unexpected(answers, ({ scope }) => (scope === 'admin' ? 'scope_missing' : undefined))).toEqual([]);
    const accounts = [...answers.values()].map(({ body }) => /"account":"([^"]*)"/.exec(body)?.[1]);
    expect(new Set(accounts)).toEqual(new Set([undefined, 'acme']));
  });

  test('of an admin reaches every operation, whatever other scopes the key has', async () => {
    expect(unexpected(await trySession('admin'), () => undefined)).toEqual([]);
  });
});

describe('the access matrix', () => {
  test('every combination of key state, role, scope, country, address, plan and route is decided by the rules', async () => {
    const { cells, answered, faults } = await fill(endpoints, keys);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(cells).toBeGreaterThan(20_000);
    expect(answered).toBeGreaterThan(3000);
    // The matrix grows with each operation of the contract: a busy machine needs minutes.
  }, 400_000);

  test('a new endpoint of the contract is covered automatically', async () => {
    const added = { ...GetCompany, id: 'new', url: '/new' };
    const { faults } = await fill([...endpoints, added], keys.slice(0, 1));
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^new .*404 instead of 401/)]));
  });

  test('a route outside the contract needs no key and returns no data', async () => {
    const listed = new Set(
      askingsOf([...endpoints, ...consoleEndpoints, Mcp, ...reconcileEndpoints], stranger('none')).map(
        ({ method, endpoint }) => `${method} ${endpoint.url}`,
      ),
    );
    const served = servedRoutes(service);
    expect(served).toEqual(expect.arrayContaining([...listed]));
    const others = served.filter((route) => !listed.has(route));
    expect(others).toContain('GET /docs/problems');
    for (const route of others) {
      const [method, url = ''] = route.split(' ');
      const { statusCode, body } = await service.app.inject({ method: method as 'GET', url });
      expect({ route, statusCode }).not.toMatchObject({ statusCode: 401 });
      expect(body).not.toContain(marks.live);
    }
  });

  test('no test key can be created for the operator’s routes', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/admin/keys',
      payload: { account: 'matrix few', mode: 'test', scopes: ['admin'] },
      headers: { authorization: `Bearer ${await service.issue('admin')}` },
    });
    expectProblem(answer, 'invalid_field', 'scopes');
  });
});
