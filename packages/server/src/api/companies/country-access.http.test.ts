import type { FoundCompanies, Scope } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { issueKey } from '../access/key-changes.ts';

const scopes: Scope[] = ['company:read', 'company:search', 'people:search'];
let discovery: DiscoveryService;
/** Keys by the only country that they have access to. */
const keys: Record<string, string> = {};

beforeAll(async () => {
  discovery = await openDiscoveryService();
  const { pool } = discovery.service;
  for (const country of ['AU', 'JP', 'NZ'] as const) {
    const terms = { account: 'acme', scopes, countries: [country] };
    keys[country] = (await issueKey({ pool, ...testAudit }, { terms, makeAccount: true })).key;
  }
});
afterAll(() => discovery.close());

const ask = (country: string, url: string, payload?: object) =>
  discovery.service.app.inject({
    url,
    headers: { authorization: `Bearer ${keys[country]}` },
    ...(payload ? { method: 'POST', payload } : {}),
  });

/** Every operation that shows companies, about Heron Instruments, which is in Australia. */
const operations: Record<string, (country: string) => ReturnType<typeof ask>> = {
  'lookup by id': (country) => ask(country, `/company?id=${discovery.idOf('heron')}&country=${country}`),
  'lookup by domain': (country) => ask(country, `/company?fqdn=heron-instruments.com.au&country=${country}`),
  sources: (country) => ask(country, `/companies/${discovery.idOf('heron')}/sources?country=${country}`),
  'people search': (country) =>
    ask(country, '/people/search', { companyId: discovery.idOf('heron'), selectedCountry: country }),
  'count of people': (country) =>
    ask(country, `/companies/${discovery.idOf('heron')}/people-counts?country=${country}`),
  search: (country) => ask(country, '/companies/search', { q: 'heron' }),
  suggestions: (country) => ask(country, '/companies/suggest?q=heron'),
  match: (country) =>
    ask(country, '/companies/match', {
      companies: [{ fqdn: 'heron-instruments.com.au', name: 'Heron Instruments' }],
      country,
    }),
  'people in companies': (country) =>
    ask(country, '/companies/people', { companies: [{ fqdn: 'heron-instruments.com.au' }], selected_country: country }),
};

describe.each(Object.entries(operations))('%s', (_, request) => {
  test('shows the company to a key of its country', async () => {
    const response = await request('AU');
    expect(response.statusCode, response.body).toBe(200);
    expect(response.body).toMatch(/heron|counts|Head of Marketing|total/i);
  });

  test.each(['JP', 'NZ'])('shows nothing of it to a key of %s', async (country) => {
    const response = await request(country);
    expect([200, 404]).toContain(response.statusCode);
    if (response.statusCode === 404) expect(response.json().message).toContain(`sees only companies in ${country}.`);
    expect(response.body).not.toMatch(/Heron Instruments Pty|Head of Marketing/);
  });
});

test('a search counts and finds only what the key can see, and its advice too', async () => {
  const search = async (country: string, body: object = {}) =>
    (await ask(country, '/companies/search', { facets: ['country'], ...body })).json<FoundCompanies>();
  const japanese = await search('JP');
  expect(japanese.companies.map(({ id }) => id)).toEqual([discovery.idOf('sagi')]);
  expect(japanese.total.value).toBe(1);
  expect(japanese.facets.country).toEqual({
    values: [{ value: 'JP', label: expect.any(String), count: 1 }],
    other: 0,
    missing: 0,
  });
  expect(await search('NZ')).toMatchObject({ total: { value: 0 }, companies: [] });
  expect(await search('JP', { q: 'heron', filter: { country: ['AU'] } })).toMatchObject({
    total: { value: 0 },
    diagnosis: [],
  });
  const values = await ask('JP', '/companies/values/industry');
  expect(values.json()).toEqual({ values: [] });
});

test('a company of an unknown country is shown only to keys with access to all countries', async () => {
  const url = `/company?id=${discovery.idOf('unknown')}`;
  expect((await discovery.get(url)).statusCode).toBe(200);
  expectProblem(await ask('AU', url), 'company_not_found', 'id');
});
