import type { CompanyPeople, CompanyPeopleQuestion } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let discovery: DiscoveryService;
beforeAll(async () => {
  discovery = await openDiscoveryService();
});
afterAll(() => discovery.close());

async function people(companies: readonly object[], question: Partial<CompanyPeopleQuestion> = {}) {
  const response = await discovery.post('/companies/people', { companies, ...question });
  expect(response.statusCode, response.body).toBe(200);
  return (response.json() as CompanyPeople).results;
}

test('each identifier finds the company, with the people that a search of it returns', async () => {
  const id = discovery.idOf('heron');
  const items = [
    { id },
    { fqdn: 'heron-instruments.com.au' },
    { abn: discovery.numbered(1).abn },
    { website: 'https://www.heron-instruments.com.au/team' },
    { ln_slug: 'heron-instruments' },
    { ln_url: 'https://www.linkedin.com/company/heron-instruments' },
  ];
  const plain = await discovery.post('/people/search', { companyId: id, size: 25 });
  for (const result of await people(items, { per_company: 25 })) {
    expect(result).toMatchObject({ status: 'found', total: 3, people: plain.json() });
    expect(result.company).toEqual({ id, name: 'Heron Instruments Pty Ltd', fqdn: 'heron-instruments.com.au' });
  }
});

test('any of several positions matches, and no person is listed twice', async () => {
  const networks = async (position: string | string[]) =>
    (await people([{ id: discovery.idOf('heron') }], { position }))[0]?.people.map(({ network }) => network);
  expect(await networks('head of marketing')).toEqual(['heron-head']);
  expect((await networks(['head of marketing', 'cmo']))?.sort()).toEqual(['heron-cmo', 'heron-head']);
  expect(await networks(['head of marketing', 'marketing head'])).toEqual(['heron-head']);
});

test('each company has its own result', async () => {
  const results = await people(
    [
      { ref: 'a', id: discovery.idOf('heron') },
      { ref: 'b', id: discovery.idOf('twin-a') },
      { ref: 'c', abn: '51824753556' },
      { ref: 'd', abn: '51824753557' },
      { ref: 'e' },
      { ref: 'f', domian: 'x.com' },
    ],
    { department: ['Marketing'], per_company: 1 },
  );
  expect(results.map(({ ref, status }) => [ref, status])).toEqual([
    ['a', 'found'],
    ['b', 'none'],
    ['c', 'not_found'],
    ['d', 'invalid'],
    ['e', 'invalid'],
    ['f', 'invalid'],
  ]);
  expect(results[0]).toMatchObject({ total: 2, people: [expect.anything()] });
  expect(results[1]?.company?.name).toBe('Bramble Yard Pty Ltd');
  expect(results.slice(3).map(({ problem }) => problem?.code)).toEqual([
    'identifier_malformed',
    'identifier_missing',
    'unknown_field',
  ]);
});

test.each<[string, object, string]>([
  ['no companies', { companies: [] }, 'companies'],
  ['26 people per company', { per_company: 26 }, 'per_company'],
  ['eleven positions', { position: Array(11).fill('ceo') }, 'position'],
  ['an unknown department', { department: ['Marketng'] }, 'department'],
])('a request with %s is rejected', async (_, change, param) => {
  const body = { companies: [{ id: 'x' }], ...change };
  expectProblem(await discovery.post('/companies/people', body), 'invalid_field', param);
});

test('the field of the other operation is recognized', async () => {
  const response = await discovery.post('/companies/people', { companies: [{ id: 'x' }], selectedCountry: 'AU' });
  expectProblem(response, 'unknown_field', 'selectedCountry');
  expect(response.json().message).toContain('Did you mean `selected_country`?');
});
