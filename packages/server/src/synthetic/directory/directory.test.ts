import { supportedCountries } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseItem } from '../../api/companies/match/item-facts.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { directoryCompany, maxDirectory } from './company.ts';
import { knownItem } from './item.ts';
import { typedName } from './noise.ts';

const directory = { seed: 3, companies: 20_000 };
const all = Array.from({ length: directory.companies }, (_, index) => directoryCompany(directory, index));

test('it has room for two million companies, in all countries', () => {
  expect(maxDirectory).toBeGreaterThanOrEqual(2_000_000);
  expect(new Set(all.map(({ country }) => country.code)).size).toBe(supportedCountries.length);
});

test('only planned namesakes share a name', () => {
  const bearers = Map.groupBy(all, ({ own, tongue }) => `${tongue} ${own.text}`);
  const shared = [...bearers.values()].filter(({ length }) => length > 1);
  expect(shared.length).toBeGreaterThan(100);
  for (const companies of shared)
    expect(companies.map(({ relation }) => relation?.trap.startsWith('namesake'))).toEqual([true, true]);
});

test('a company is the same in a larger directory', () => {
  expect(directoryCompany({ seed: 3, companies: 2_000_000 }, 777)).toEqual(all[777]);
  expect(directoryCompany({ seed: 4, companies: 20_000 }, 777).name).not.toBe(all[777]?.name);
});

test('the companies of a pair are in one country, and in one place only if they are to be confused', () => {
  for (const first of all.filter(({ relation }) => relation?.nth === 0)) {
    const second = all[first.index + 100];
    expect(second?.country).toBe(first.country);
    expect(second?.relation).toEqual({ ...first.relation, nth: 1 });
    const isSamePlace = JSON.stringify(second?.place) === JSON.stringify(first.place);
    expect(isSamePlace, JSON.stringify(first)).toBe(first.relation?.trap === 'namesake');
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
