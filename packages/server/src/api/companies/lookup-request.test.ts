import { expect, test } from 'vitest';
import type { Failure } from '../../core/errors/failure.ts';
import { parseLookup } from './lookup-request.ts';

const pointersOf = (query: object) => parseLookup(query).pointers.map(({ param }) => param);

test('the order of the contract decides, not that of the query', () => {
  const all = {
    website: 'a.com',
    abn: '62 612 345 016',
    fqdn: 'a.com',
    ln_url: 'https://au.linkedin.com/company/a/',
    ln_slug: 'A',
    id: 'c1',
  };
  expect(pointersOf(all)).toEqual(['id', 'ln_slug', 'ln_url', 'fqdn', 'abn', 'website']);
});

test('a host is tried with its parents, nearest first', () => {
  expect(parseLookup({ website: 'https://a.b.northlight.co.nz/x?y' }).pointers[0].identifiers).toEqual([
    'fqdn:a.b.northlight.co.nz',
    'fqdn:b.northlight.co.nz',
    'fqdn:northlight.co.nz',
  ]);
});

test('a shared host identifies no company, not even the owner of its domain', () => {
  expect(parseLookup({ fqdn: 'www.facebook.com' }).pointers[0].identifiers).toEqual([]);
  expect(parseLookup({ website: 'https://sites.google.com/view/kestrel' }).pointers[0].identifiers).toEqual([]);
});

test.each([
  ['abn', '62612345017', 'the check digits do not match'],
  ['fqdn', 'no such name', 'is not a domain name'],
  ['website', 'http://', 'is not a URL'],
  ['ln_url', 'https://example.com/company/a', 'is not the URL of a company page'],
  ['ln_slug', 'a/b', 'is not the slug'],
])('%s %s is rejected with the reason, even beside an identifier that decides', (param, text, reason) => {
  const refusal = () => parseLookup({ id: 'c1', [param]: text });
  expect(refusal).toThrow('identifier_malformed');
  expect(refusal).toThrow(reason);
  try {
    refusal();
  } catch (error) {
    expect((error as Failure).details.param).toBe(param);
  }
});

test('a query without an identifier is rejected with the list of the six', () => {
  expect(() => parseLookup({ country: 'AU' })).toThrow('`id`, `ln_slug`, `ln_url`, `fqdn`, `abn`, `website`');
});
