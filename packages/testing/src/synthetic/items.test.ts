import { supportedCountries } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseItem } from '../../../server/src/api/companies/match/item-facts.ts';
import { Random } from '../../../server/src/sample-data/demo/random.ts';
import { knownItem } from './items.ts';
import { typedName } from './typed-name.ts';
import { companyAt, indexOf, nthOf, partnerOf } from './universe/company.ts';

const directory = { seed: 3, companies: 20_000 };
const all = Array.from({ length: directory.companies }, (_, index) => companyAt(directory.seed, index));
const byKey = new Map(all.map((company) => [company.key, company]));

test('the universe has companies in all countries, each of which is found by its number in the country', () => {
  expect(new Set(all.map(({ country }) => country.code)).size).toBe(supportedCountries.length);
  for (const { index, country, nth } of all.slice(0, 500)) {
    expect(nthOf(index)).toBe(nth);
    expect(indexOf(country.code, nth)).toBe(index);
  }
});

test('only planned namesakes share a name', () => {
  const alike = Map.groupBy(all, ({ own, tongue }) => `${tongue} ${own.text}`);
  const shared = [...alike.values()].filter(({ length }) => length > 1);
  expect(shared.length).toBeGreaterThan(100);
  for (const companies of shared)
    expect(companies.map(({ relation }) => relation?.trap.startsWith('namesake'))).toEqual([true, true]);
});

test('the companies of a pair are in one country, and in one place only if they are to be confused', () => {
  const firsts = all.filter(({ relation }) => relation?.nth === 0 && relation.trap !== 'shared domain');
  expect(firsts.length).toBeGreaterThan(500);
  for (const first of firsts) {
    const second = byKey.get(partnerOf(first.relation as NonNullable<typeof first.relation>));
    expect(second?.country.code).toBe(first.country.code);
    expect(second?.relation).toEqual({ ...first.relation, nth: 1 });
    const isSamePlace = JSON.stringify(second?.place) === JSON.stringify(first.place);
    expect(isSamePlace, JSON.stringify(first)).toBe(first.relation?.trap !== 'namesake elsewhere');
  }
});

test('typed names differ as they say', () => {
  const random = new Random();
  for (const company of all.slice(0, 2000)) {
    const { text, noise } = typedName(random.restart(1, company.index, 1), company);
    expect(text).not.toBe('');
    if (noise === 'none') expect(text).toBe(company.name);
    if (noise === 'case') expect(text.toLowerCase()).toContain(company.own.text.toLowerCase());
    if (noise === 'typing error') expect(Math.abs([...text].length - [...company.own.text].length)).toBeLessThan(2);
  }
});

test('every item is valid, and says of what company it is', () => {
  for (let nth = 0; nth < 3000; nth++) {
    const { item, truth, traps } = knownItem({ directory, sequence: 1, nth, given: nth % 2 ? 'number' : 'domain' });
    expect(() => parseItem(item)).not.toThrow();
    expect(truth.length === 0).toBe(traps.some((trap) => trap.startsWith('unlisted')));
  }
});
