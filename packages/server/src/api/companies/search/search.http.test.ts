import type { CompanySearch, FoundCompanies, ListedValues, SuggestedCompanies } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../../testing/src/data/discovery.ts';
import { expectProblem } from '../../../../../testing/src/http/problem.ts';

let discovery: DiscoveryService;
beforeAll(async () => {
  discovery = await openDiscoveryService();
});
afterAll(() => discovery.close());

async function search(body: CompanySearch): Promise<FoundCompanies> {
  const response = await discovery.post('/companies/search', body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const namesFor = async (body: CompanySearch) => (await search(body)).companies.map(({ name }) => name);

/** All pages, one after the other. */
async function walk(body: CompanySearch): Promise<FoundCompanies[]> {
  const pages = [await search(body)];
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
    pages.push(await search({ ...body, cursor }));
  }
  return pages;
}
const idsOn = (pages: readonly FoundCompanies[]) => pages.flatMap(({ companies }) => companies.map(({ id }) => id));

describe('a search by name', () => {
  test('ranks the same name, words in order, words in any order, an incomplete word', async () => {
    expect(await namesFor({ q: 'heron instruments' })).toEqual([
      'Heron Instruments Pty Ltd',
      'Instruments by Heron Pty Ltd',
    ]);
    expect(await namesFor({ q: 'heron' })).toEqual([
      'Heron Pty Ltd',
      'Instruments by Heron Pty Ltd',
      'Heron Instruments Pty Ltd',
      'Heronry Lodges Pty Ltd',
    ]);
  });

  test.each([
    ['case and legal form', 'HERON INSTRUMENTS PROPRIETARY LIMITED', 'Heron Instruments Pty Ltd'],
    ['an incomplete last word', 'wandering lark colle', 'Wandering Lark Collective'],
    ['a typing error', 'wandaring lark', 'Wandering Lark Collective'],
    ['exchanged letters', 'wadnering lark', 'Wandering Lark Collective'],
    ['a domain', 'www.heron-instruments.com.au', 'Heron Instruments Pty Ltd'],
    ['a page URL', 'https://www.linkedin.com/company/heron-instruments/', 'Heron Instruments Pty Ltd'],
    ['a Japanese name without its legal form', '白鷺精機', '白鷺精機株式会社'],
    ['the beginning of a Japanese name', '白鷺', '白鷺精機株式会社'],
    ['a Thai name without its legal form', 'ดาวเหนือการเกษตร', 'บริษัท ดาวเหนือการเกษตร จำกัด'],
  ])('finds a company by %s', async (_, q, name) => {
    expect((await namesFor({ q }))[0]).toBe(name);
  });

  test('finds a company by its register number, with spaces', async () => {
    const { abn } = discovery.numbered(1);
    const q = `${abn.slice(0, 2)} ${abn.slice(2, 5)} ${abn.slice(5, 8)} ${abn.slice(8)}`;
    expect((await namesFor({ q }))[0]).toBe('Heron Instruments Pty Ltd');
  });

  test('says which other name matched', async () => {
    const matched = async (q: string) => (await search({ q })).companies.map((card) => [card.name, card.matched_name]);
    expect(await matched('blue gauge')).toEqual([['Heron Instruments Pty Ltd', 'Blue Gauge']]);
    expect(await matched('harbour dials')).toEqual([['Heron Instruments Pty Ltd', 'Harbour Dials Pty Ltd']]);
    expect(await matched('heron instruments')).toContainEqual(['Heron Instruments Pty Ltd', null]);
  });

  test('needs all words of one name', async () => {
    expect(await namesFor({ q: 'heron zebra' })).toEqual([]);
    expect(await namesFor({ q: 'heron gauge' })).toEqual([]);
  });

  test('does not correct two typing errors in a word, nor short words', async () => {
    expect(await namesFor({ q: 'wandaring colective' })).toEqual(['Wandering Lark Collective']);
    expect(await namesFor({ q: 'wandaryng lark' })).toEqual([]);
    expect(await namesFor({ q: 'wandering lurk' })).toEqual([]);
  });

  test('finds a name without spaces in spite of a missing letter', async () => {
    const { companies } = await search({ q: 'ดาวเหนือการกษตร' });
    expect(companies.map(({ name }) => name)).toEqual(['บริษัท ดาวเหนือการเกษตร จำกัด']);
  });

  test('stays within the limits of OpenSearch, whatever the text', async () => {
    const long = ['白鷺精機工業所有者連合会', 'ดาวเหนือการเกษตรและอุตสาหกรรม', 'heronry'];
    for (const word of long) {
      const words = Array.from({ length: 40 }, (_, n) => `${word}${n % 2 ? '' : 'x'}`);
      expect((await search({ q: words.join(' ').slice(0, 200) })).total.value).toBe(0);
      expect((await search({ q: word.repeat(40).slice(0, 200) })).total.value).toBe(0);
    }
  });

  test('treats legal forms alone as words', async () => {
    const { total } = await search({ q: 'pty ltd' });
    expect(total.value).toBeGreaterThan(30);
  });

  test.each(['&', ' ', '—…!', ''])('rejects a text without a letter or digit: "%s"', async (q) => {
    expectProblem(await discovery.post('/companies/search', { q }), 'invalid_field', 'q');
  });
});

describe('a filter', () => {
  test.each<[string, NonNullable<CompanySearch['filter']>, number]>([
    ['country', { country: ['JP', 'th'] }, 2],
    ['region', { region: ['AU-TAS'] }, 11],
    ['city', { city: ['Hobart'] }, 11],
    ['industry', { industry: ['Road Freight'] }, 15],
    ['industry code', { industry_code: { anzsic: ['24'] } }, 1],
    ['keyword and technology', { keyword: ['gauges'], technology: ['TideCRM'] }, 1],
    ['status', { status: ['inactive'] }, 3],
    ['a range', { employee_count: { gt: 100, lte: 900 } }, 2],
    ['a range with several bounds', { employee_count: { gt: 100, gte: 5, lt: 5000, lte: 900 } }, 2],
    ['what is known', { has: ['people', 'network'] }, 1],
    ['an exclusion', { industry: ['Warehousing'], not: { status: ['inactive'], region: ['AU-TAS'] } }, 18],
    ['the day of the last change', { updated_since: '2000-01-01' }, 41],
    ['a day to come', { updated_since: '2199-01-01' }, 0],
  ])('by %s', async (_, filter, total) => {
    expect((await search({ filter, size: 1 })).total).toEqual({ value: total, relation: 'eq' });
  });

  test.each<[string, object, string, string]>([
    ['an unknown field', { contry: ['AU'] }, 'filter.contry', 'Did you mean `country`?'],
    ['an unknown field of an exclusion', { not: { idustry: ['x'] } }, 'filter.not.idustry', 'Did you mean `industry`?'],
    ['an unknown bound', { employee_count: { gtee: 5 } }, 'filter.employee_count.gtee', 'Did you mean `gte`?'],
    ['a value outside of a closed list', { company_size: ['51-201'] }, 'filter.company_size', 'Did you mean "51-200"?'],
    ['a country that does not exist', { country: ['ZZ'] }, 'filter.country', 'got "ZZ"'],
    ['a day that does not exist', { updated_since: '2026-02-30' }, 'filter.updated_since', 'a day that exists'],
    ['an empty list', { keyword: [] }, 'filter.keyword', 'an array of 1 to 100'],
  ])('with %s is rejected, and the message helps', async (_, filter, param, message) => {
    const response = await discovery.post('/companies/search', { filter });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json()).toMatchObject({ param, message: expect.stringContaining(message) });
  });
});

describe('facets', () => {
  test('count all results, and ignore the filter on their own field', async () => {
    const body = { q: 'fernhill', filter: { region: ['AU-TAS'] }, size: 1 } as const;
    const { facets, total } = await search({
      ...body,
      filter: { region: ['AU-TAS'] },
      facets: ['region', 'industry', 'company_size'],
    });
    expect(total.value).toBe(10);
    expect(facets.region).toEqual({
      values: [
        { value: 'AU-WA', label: 'Western Australia', count: 20 },
        { value: 'AU-TAS', label: 'Tasmania', count: 10 },
      ],
      other: 0,
      missing: 0,
    });
    expect(facets.industry?.values).toEqual([
      { value: 'Warehousing', label: 'Warehousing', count: 10 },
      { value: 'Road Freight', label: 'Road Freight', count: 5 },
    ]);
    expect(facets.company_size?.missing).toBe(2);
  });
});

describe('pages', () => {
  test.each(['relevance', 'name', '-employee_count', 'employee_count', '-updated'] as const)(
    'sorted by %s contain each company once, in one order',
    async (sort) => {
      const whole = await walk({ q: 'fernhill', sort, size: 100 });
      const small = await walk({ q: 'fernhill', sort, size: 7 });
      expect(idsOn(small)).toEqual(idsOn(whole));
      expect(new Set(idsOn(small)).size).toBe(30);
      expect(small.map(({ companies }) => companies.length)).toEqual([7, 7, 7, 7, 2]);
      expect(new Set(small.map(({ total }) => total.value))).toEqual(new Set([30]));
    },
  );

  test('put unknown values last, whatever the direction', async () => {
    for (const sort of ['employee_count', '-employee_count'] as const) {
      const [page] = await walk({ q: 'fernhill', sort, size: 100 });
      const counts = page?.companies.map(({ employee_count }) => employee_count) ?? [];
      expect(counts.slice(-6)).toEqual(Array(6).fill(null));
      expect(counts.slice(0, -6)).not.toContain(null);
    }
  });

  test('continue with a cursor for the same request only', async () => {
    const { next_cursor: cursor } = await search({ q: 'fernhill', size: 7 });
    for (const other of [
      { q: 'fernhill depot' },
      { q: 'fernhill', sort: 'name' },
      { q: 'fernhill', filter: { has: ['abn'] } },
    ]) {
      expectProblem(await discovery.post('/companies/search', { ...other, cursor }), 'invalid_cursor', 'cursor');
    }
    expectProblem(
      await discovery.post('/companies/search', { q: 'fernhill', cursor: 'bm8' }),
      'invalid_cursor',
      'cursor',
    );
  });
});

describe('a search without results', () => {
  test('says what to leave out, the most results first', async () => {
    const body = { q: 'fernhill', filter: { country: ['JP'], status: ['active' as const] } };
    expect(await search(body)).toMatchObject({ total: { value: 0 }, companies: [], next_cursor: null });
    expect((await search({ q: 'fernhill', filter: { country: ['JP'] } })).diagnosis).toEqual([
      { remove: 'filter.country', total: 30 },
      { remove: 'q', total: 1 },
    ]);
    expect((await search(body)).diagnosis).toEqual([{ remove: 'filter.country', total: 27 }]);
  });

  test('is free of charge', async () => {
    expect((await search({ q: 'zebra xylograph' })).diagnosis).toEqual([{ remove: 'q', total: 41 }]);
  });
});

describe('suggestions', () => {
  const suggest = async (query: string) => {
    const response = await discovery.get(`/companies/suggest?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return (response.json() as SuggestedCompanies).companies.map(({ name }) => name);
  };

  test.each([
    ['the beginning of a name', 'q=heron%20in', ['Heron Instruments Pty Ltd']],
    ['the beginning of a word', 'q=lodg', ['Heronry Lodges Pty Ltd']],
    ['the beginning of a trading name', 'q=blue%20ga', ['Heron Instruments Pty Ltd']],
    ['the beginning of a domain', 'q=wanderinglark.o', ['Wandering Lark Collective']],
    ['one Han character', 'q=%E7%99%BD', ['白鷺精機株式会社']],
    ['a name with a legal form', 'q=heron%20instruments%20pty', ['Heron Instruments Pty Ltd']],
  ])('for %s', async (_, query, names) => {
    expect(await suggest(query)).toEqual(names);
  });

  test('come best known first, as many as requested', async () => {
    expect(await suggest('q=heron&size=2')).toEqual(['Heronry Lodges Pty Ltd', 'Instruments by Heron Pty Ltd']);
    expect(await suggest('q=fernhill')).toHaveLength(8);
    expect(await suggest('q=fernhill&country=NZ')).toEqual([]);
  });

  test.each(['', 'a', '%26', 'x'.repeat(101)])('are empty for an unusable text: "%s"', async (q) => {
    expect(await suggest(`q=${q}`)).toEqual([]);
  });

  test('reject a size that is out of range', async () => {
    expectProblem(await discovery.get('/companies/suggest?q=heron&size=21'), 'invalid_field', 'size');
  });
});

describe('the values of a field', () => {
  const list = async (path: string) =>
    ((await discovery.get(`/companies/values/${path}`)).json() as ListedValues).values;

  test('are counted, the most frequent first', async () => {
    expect(await list('industry')).toEqual([
      { value: 'Warehousing', label: 'Warehousing', count: 30 },
      { value: 'Road Freight', label: 'Road Freight', count: 15 },
      { value: 'Manufacturing', label: 'Manufacturing', count: 1 },
    ]);
    expect(await list('source')).toEqual([{ value: 'crm', label: 'crm', count: 41 }]);
  });

  test('can be limited to a beginning in any case, a country and a number', async () => {
    expect((await list('industry?q=WARE')).map(({ value }) => value)).toEqual(['Warehousing']);
    expect(await list('industry?q=.*')).toEqual([]);
    expect(await list('city?country=JP')).toEqual([{ value: '姫路市', label: '姫路市', count: 1 }]);
    expect(await list('city?size=1')).toHaveLength(1);
  });

  test('of another field are rejected with the known ones', async () => {
    const response = await discovery.get('/companies/values/salary');
    expectProblem(response, 'invalid_field', 'field');
    expect(response.json().message).toContain('industry');
  });
});

test('search needs the scope company:search', async () => {
  const authorization = `Bearer ${await discovery.issue('company:read')}`;
  const response = await discovery.service.app.inject({
    url: '/companies/suggest?q=heron',
    headers: { authorization },
  });
  expectProblem(response, 'scope_missing');
});
