import type { PeopleCounts } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invented } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let service: TestService;
let key: string;
let suppressed: string[] = [];

async function open(rosterPeople: number): Promise<void> {
  const suppressedAt = (company: string) => (company === 'kestrel' ? suppressed : []);
  service = await openTestService({ ...invented, rosterPeople }, { suppressedAt });
  key = await service.issue('people:search');
}

const ask = (id = 'kestrel', query = '') =>
  service.app.inject({ url: `/companies/${id}/people-counts${query}`, headers: { authorization: `Bearer ${key}` } });

/** The number of people that a search finds. */
async function found(filter: object): Promise<number> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/people/search',
    payload: { companyId: 'kestrel', ...filter },
    headers: { authorization: `Bearer ${key}` },
  });
  return Number(answer.headers['x-total-count']);
}

describe.each([
  ['of a roster', 200],
  ['by a search', 0],
])('200, %s', (_, rosterPeople) => {
  beforeAll(() => open(rosterPeople));
  afterAll(() => service.close());

  test('every count is what a search with the same filter finds', async () => {
    const counts: PeopleCounts = (await ask()).json();
    expect(counts.total).toBe(7);
    expect(counts.seniorities).toHaveLength(7);
    expect(counts.departments).toHaveLength(17);
    for (const { seniority, count } of counts.seniorities) expect(await found({ seniority })).toBe(count);
    for (const { department, count } of counts.departments) expect(await found({ department })).toBe(count);
    for (const { count, ...filter } of counts.cells) expect(await found(filter)).toBe(count);
    expect(counts.cells.every(({ count }) => count > 0)).toBe(true);
  });

  test('only people of the country count', async () => {
    expect((await ask('kestrel', '?country=nz')).json()).toMatchObject({ total: 1 });
    expect((await ask('kestrel', '?country=US')).json()).toMatchObject({ total: 0, cells: [] });
  });

  test('a person who opted out does not count', async () => {
    suppressed = ['ceo'];
    expect((await ask()).json()).toMatchObject({ total: 6 });
    suppressed = [];
  });

  test('contains no person', async () => {
    expect((await ask()).body).not.toMatch(/ceo|CEO|n-ceo/);
  });
});

describe('access', () => {
  beforeAll(() => open(200));
  afterAll(() => service.close());

  test('an unknown company is 404, an unsupported country 400', async () => {
    expectProblem(await ask('nobody'), 'company_not_found', 'id');
    expectProblem(await ask('kestrel', '?country=FR'), 'unsupported_country', 'country');
  });

  test('a key without the scope is rejected', async () => {
    const other = await service.issue('company:read');
    const answer = await service.app.inject({
      url: '/companies/kestrel/people-counts',
      headers: { authorization: `Bearer ${other}` },
    });
    expectProblem(answer, 'scope_missing');
  });
});
