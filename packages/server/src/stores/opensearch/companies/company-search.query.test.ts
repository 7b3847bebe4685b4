import { expect, test } from 'vitest';
import { parseNameQuery } from '../../../knowledge/rules/names/search-words.ts';
import committed from './company-search.query.json' with { type: 'json' };
import {
  type CompanyPage,
  type CompanyQuery,
  countQuery,
  facetQuery,
  missingQuery,
  searchQuery,
  suggestQuery,
  valuesQuery,
} from './company-search.query.ts';
import { identifiedQuery, namesakeQueries } from './match-candidates.query.ts';

const page: CompanyPage = { size: 25, sort: 'relevance', spelling: 'exact' };
const plain: CompanyQuery = { codes: [], filter: {}, not: {} };
const named = (q: string): CompanyQuery => ({ ...plain, name: parseNameQuery(q) });

/** Every kind of query. */
const queries = {
  everything: searchQuery(plain, { ...page, sort: '-employee_count' }),
  'one word': searchQuery(named('heron'), page),
  'two words': searchQuery(named('heron va'), page),
  'one page, without some': searchQuery(named('heron'), { ...page, without: ['c1', 'c2'] }),
  'only some': searchQuery(plain, { ...page, within: ['c1', 'c2'], after: [3, 'c1'] }),
  'with a legal form': searchQuery(named('heron vane pty ltd'), page),
  'legal forms only': searchQuery(named('pty ltd'), page),
  japanese: searchQuery(named('白鷺精機'), page),
  mistyped: searchQuery(named('heron wa'), { ...page, spelling: 'mistyped' }),
  'mistyped without spaces': searchQuery(named('白鷺精機工業'), { ...page, spelling: 'mistyped' }),
  'a domain': searchQuery({ ...named('heron.com.au'), codes: ['heron.com.au'] }, page),
  filters: searchQuery(
    {
      ...plain,
      filter: {
        country: ['AU', 'NZ'],
        employee_count: { gte: 50, lt: 500 },
        industry_code: { anzsic: ['23'] },
        has: ['fqdn', 'people'],
        updated_since: '2026-01-01',
      },
      not: { status: ['inactive'], has: ['lei', 'abn'] },
    },
    { ...page, sort: 'name', after: ['heron', 'c1'] },
  ),
  count: countQuery(named('heron'), 'exact'),
  facet: facetQuery({ ...plain, filter: { region: ['AU-WA'], country: ['AU'] } }, 'exact', 'region'),
  missing: missingQuery({ ...plain, filter: { region: ['AU-WA'] } }, 'exact', 'industry'),
  suggest: suggestQuery({ name: parseNameQuery('heron va') as never, code: 'heron', country: 'AU' }, 8),
  values: valuesQuery({ field: 'industry', prefix: 'Ware.', country: 'AU' }, 20),
  'candidates with an identifier': identifiedQuery({ codes: ['heron.com.au'], ids: ['c1'] }),
  'candidates with the name': namesakeQueries({
    name: { key: 'heron vane', words: ['heron', 'vane'], forms: [] },
    country: 'AU',
    region: 'AU-WA',
  }),
};

test('each search gives exactly the query that is committed', () => {
  expect(JSON.parse(JSON.stringify(queries))).toEqual(committed);
});
