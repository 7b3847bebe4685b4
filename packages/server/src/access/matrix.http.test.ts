import { type Endpoint, endpoints, GetCompany, problems } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asking, askingsOf, type Holder, refusalOf, stranger } from '../../test/support/access/matrix.ts';
import { issueMatrix, type Keyed } from '../../test/support/access/matrix-keys.ts';
import { marks, openAsker, openMatrixService, servedRoutes } from '../../test/support/access/matrix-service.ts';
import { type TestService, testAudit } from '../../test/support/data/test-service.ts';
import { expectProblem } from '../../test/support/http/problem.ts';

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

const problemFields = new Set(['error', 'message', 'code', 'param', 'request_id', 'docs']);
const anyData = /matrix|kestrel|orgdex_(live|test)_\w/i;

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

/** Data of the other dataset, or none where there should be some. */
function faultsOfAnswer({ body }: Answered, { endpoint, method }: Asking, { mode }: Holder): string[] {
  if (method === 'HEAD' || !endpoint.metered) return [];
  const isOf = { live: body.includes(marks.live), test: body.includes(marks.test) || body.includes(marks.testCompany) };
  const other = mode === 'live' ? 'test' : 'live';
  return [...(isOf[mode] ? [] : ['lacks its data']), ...(isOf[other] ? [`shows data of ${other} keys`] : [])];
}

async function faultsOf({ holder, authorization }: Keyed, asking: Asking): Promise<string[]> {
  const code = refusalOf(holder, asking);
  const answer = await ask(asking, authorization);
  const wanted = code ? problems[code].status : 200;
  const faults = [
    ...(answer.statusCode === wanted ? [] : [`${answer.statusCode} instead of ${wanted} ${code ?? ''}`]),
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

describe('the access matrix', () => {
  test('every combination of key state, role, scope, country, address, plan and route is decided by the rules', async () => {
    const { cells, answered, faults } = await fill(endpoints, keys);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(cells).toBeGreaterThan(20_000);
    expect(answered).toBeGreaterThan(3000);
  }, 180_000);

  test('a new endpoint of the contract is covered automatically', async () => {
    const added = { ...GetCompany, id: 'new', url: '/new' };
    const { faults } = await fill([...endpoints, added], keys.slice(0, 1));
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^new .*404 instead of 401/)]));
  });

  test('a route outside the contract needs no key and returns no data', async () => {
    const listed = new Set(
      askingsOf(endpoints, stranger('none')).map(({ method, endpoint }) => `${method} ${endpoint.url}`),
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
