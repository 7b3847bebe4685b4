import { CompanyRecord, identifierSchemes, PersonRecord, supportedCountries } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { headquartersOf } from '../../knowledge/profiles/statements.ts';
import { normalizePhone } from '../../knowledge/rules/contacts/contact-values.ts';
import { isSharedHost, parseFqdn } from '../../knowledge/rules/identifiers/domain.ts';
import { parseIdentifier, parseRegistration } from '../../knowledge/rules/identifiers/identifier.ts';
import { parseRegion } from '../../knowledge/rules/places/region.ts';
import { demoRecords } from './demo.ts';
import { abnOf, acnOf, jcnOf, leiOf, nzbnOf, uenOf } from './numbers.ts';
import { Random } from './random.ts';
import { headcounts } from './sizes.ts';
import { titleWords } from './title-words.ts';

type Options = Parameters<typeof demoRecords>[0];

function demoOf(options: Options) {
  const records = [...demoRecords(options)];
  const companies = records.filter((record): record is CompanyRecord => record.type === 'company');
  const people = records.filter((record): record is PersonRecord => record.type === 'person');
  return { records, companies, people };
}

const demo = demoOf({ companies: 5000, people: 50_000, seed: 1 });
const { records, companies, people } = demo;
const home = companies.filter((record) => record.key.split('-').length === 2);
const second = companies.filter((record) => record.key.split('-').length === 3);
const keysOf = (items: object[]) => new Set(items.flatMap((item) => Object.keys(item)));
const share = (part: unknown[], whole: unknown[]) => part.length / whole.length;

describe('the demo data', () => {
  test('is the same for the same options, and different for another seed', () => {
    const options = { companies: 200, people: 1000, seed: 42 };
    const text = JSON.stringify([...demoRecords(options)]);
    expect(JSON.stringify([...demoRecords(options)])).toBe(text);
    expect(JSON.stringify([...demoRecords({ ...options, seed: 43 })])).not.toBe(text);
  });

  test('starts with the companies of a smaller dataset', () => {
    const small = demoOf({ companies: 300, people: 10, seed: 1 }).companies;
    expect(companies.slice(0, small.length)).toEqual(small);
  });

  test('contains the requested number of companies and people, companies first', () => {
    expect(home).toHaveLength(5000);
    expect(people).toHaveLength(50_000);
    expect(records.findIndex((record) => record.type === 'person')).toBe(companies.length);
  });

  test.each([
    { companies: 0, people: 0 },
    { companies: 7, people: 0 },
    { companies: 1, people: 13 },
    { companies: 3, people: 1 },
    { companies: 30, people: 1001 },
    { companies: 2000, people: 90 },
  ])('has exactly $companies companies and $people people', (size) => {
    const small = demoOf({ ...size, seed: 5 });
    expect(small.companies.filter((record) => record.key.split('-').length === 2)).toHaveLength(size.companies);
    expect(small.people).toHaveLength(size.people);
  });

  test('rejects sizes that it cannot generate', () => {
    expect(() => [...demoRecords({ companies: 0, people: 1, seed: 1 })]).toThrow(RangeError);
    expect(() => demoRecords({ companies: 10_000_001, people: 0, seed: 1 }).next()).toThrow(RangeError);
  });

  test('contains only records that the contract accepts', () => {
    const company = Compile(CompanyRecord);
    const person = Compile(PersonRecord);
    const bad = records.filter((record) => !(record.type === 'company' ? company : person).Check(record));
    expect(bad).toEqual([]);
  });

  test('never repeats a key', () => {
    expect(new Set(records.map((record) => record.key)).size).toBe(records.length);
  });
});

describe('its companies', () => {
  test('have valid identifiers', () => {
    for (const { identifiers = {} } of companies) {
      for (const scheme of identifierSchemes) {
        const text = identifiers[scheme];
        if (text !== undefined) expect(parseIdentifier(scheme, text), `${scheme} ${text}`).toBeDefined();
      }
      for (const [code, number] of Object.entries(identifiers.registrations ?? {})) {
        expect(parseRegistration(code, number)).toBeDefined();
      }
    }
  });

  test.each(identifierSchemes)('each have a unique %s', (scheme) => {
    const values = home.flatMap((record) => record.identifiers?.[scheme] ?? []);
    expect(values.length).toBeGreaterThan(20);
    expect(new Set(values).size).toBe(values.length);
  });

  test('have numbers with valid check digits up to the last index', () => {
    for (const index of [0, 9, 10, 99_999, 1_234_567, 9_999_999]) {
      expect(parseIdentifier('abn', abnOf(index))?.slice(2)).toBe(parseIdentifier('acn', acnOf(index)));
      expect(parseIdentifier('nzbn', nzbnOf(index))).toBeDefined();
      expect(parseIdentifier('uen', uenOf(index))).toBeDefined();
      expect(parseIdentifier('jcn', jcnOf(index))).toBeDefined();
      expect(parseIdentifier('lei', leiOf(index))).toBeDefined();
    }
  });

  test('have domains that are not shared hosts', () => {
    const hosts = home.flatMap((record) => parseFqdn(record.identifiers?.fqdn ?? '') ?? []);
    expect(hosts.filter(isSharedHost)).toEqual([]);
  });

  test('come from all countries, a third of them from Australia', () => {
    expect(new Set(home.map((record) => record.country ?? record.hq_country))).toEqual(new Set(supportedCountries));
    const australian = home.filter((record) => (record.country ?? record.hq_country) === 'AU');
    expect(share(australian, home)).toBeCloseTo(0.35, 1);
  });

  // A new dataset has nothing to remove, so only `removed` never occurs.
  test('fill every field of a record', () => {
    const fields = Object.keys(CompanyRecord.properties).filter((field) => field !== 'removed');
    expect([...keysOf(companies)].sort()).toEqual(fields.sort());
    expect(keysOf(companies.map((record) => record.identifiers ?? {}))).toEqual(
      new Set([...identifierSchemes, 'registrations']),
    );
    expect(new Set(companies.map((record) => typeof record.revenue))).toEqual(
      new Set(['undefined', 'string', 'object']),
    );
    const extended = companies.flatMap((record) => record.nextGen ?? []);
    expect(keysOf(extended)).toEqual(
      new Set(['technographics', 'website', 'social_media', 'reviews_rating', 'web_traffic']),
    );
  });

  test('have a second record in another country in one of twelve cases, linked by the slug', () => {
    expect(share(second, home)).toBeCloseTo(0.08, 1);
    const byKey = new Map(home.map((record) => [record.key, record]));
    for (const record of second) {
      const own = byKey.get(record.key.slice(0, record.key.lastIndexOf('-')));
      expect(record.identifiers?.network).toBe(own?.identifiers?.network);
      expect(record.country).not.toBe(own?.country ?? own?.hq_country);
    }
  });

  test('use ISO 3166-2 regions where the country has regions', () => {
    const states = companies.flatMap((record) => record.states ?? []);
    expect(states.filter((state) => parseRegion(state.slice(0, 2), state) !== state)).toEqual([]);
    expect(new Set(states.map((state) => state.slice(0, 2))).size).toBe(supportedCountries.length - 2);
  });

  test('in Australia state the country of the headquarters wherever they state its place and region', () => {
    const seated = home.filter(({ country, hq_location, states }) => country === 'AU' && hq_location && states);
    expect(seated.filter(({ hq_country }) => hq_country === undefined).length).toBeGreaterThan(0);
    expect(seated.map(headquartersOf)).toEqual(seated.map(() => 'AU'));
  });

  test('mostly have unique names', () => {
    expect(new Set(home.map((record) => record.name)).size).toBeGreaterThan(home.length * 0.97);
  });

  test('have phone numbers in a valid format', () => {
    const phones = companies.flatMap((record) => record.phones ?? []);
    expect(phones.filter((phone) => !normalizePhone(phone, undefined)?.startsWith('+'))).toEqual([]);
  });
});

describe('its people', () => {
  test('name a company that exists', () => {
    const known = new Set(companies.map((record) => `key ${record.key}`));
    for (const { identifiers = {} } of companies) {
      for (const scheme of identifierSchemes) known.add(`${scheme} ${identifiers[scheme]}`);
    }
    const named = people.map((record) =>
      Object.entries(record.company ?? {})
        .flat()
        .join(' '),
    );
    expect(named.filter((reference) => !known.has(reference))).toEqual([]);
    expect(
      share(
        named.filter((reference) => reference.startsWith('key ')),
        people,
      ),
    ).toBeCloseTo(0.9, 1);
  });

  test('fill every field of a record, except those that describe a company without a key or an identifier', () => {
    const unused = ['removed', 'company_name', 'company_country'];
    const fields = Object.keys(PersonRecord.properties).filter((field) => !unused.includes(field));
    expect([...keysOf(people)].sort()).toEqual(fields.sort());
  });

  test('have thousands of different titles, and a few have none', () => {
    const bases = Object.values(titleWords).flatMap(({ leaders, staff }) => [...leaders, ...staff]);
    expect(new Set(bases).size).toBeGreaterThan(250);
    expect(new Set(people.map((record) => record.position)).size).toBeGreaterThan(3000);
    expect(
      share(
        people.filter((record) => record.position === ''),
        people,
      ),
    ).toBeCloseTo(0.02, 2);
  });

  test('sometimes share a slug, across two companies or within one', () => {
    const places = new Map<string, string[]>();
    for (const { key, network } of people) {
      if (network) places.set(network, [...(places.get(network) ?? []), key.slice(0, key.lastIndexOf('-'))]);
    }
    const known = [...places.values()];
    expect(
      share(
        known.filter((keys) => new Set(keys).size > 1),
        known,
      ),
    ).toBeCloseTo(0.01, 2);
    expect(
      share(
        known.filter((keys) => new Set(keys).size < keys.length),
        known,
      ),
    ).toBeCloseTo(0.005, 2);
  });
});

describe('the sizes of its companies', () => {
  const sizesOf = (size: Options) => [...headcounts(new Random(), size)];
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

  test('are skewed: most have a handful of people, a few have most of them', () => {
    const sizes = sizesOf({ companies: 5000, people: 50_000, seed: 1 }).sort((a, b) => b - a);
    expect(sizes.filter((size) => size <= 3).length).toBeGreaterThan(2500);
    expect(sum(sizes.slice(0, 50))).toBeGreaterThan(15_000);
  });

  test.each([1, 2, 3, 4, 5])('never exceed a twentieth of the people (seed %i)', (seed) => {
    expect(Math.max(...sizesOf({ companies: 1000, people: 20_000, seed }))).toBeLessThanOrEqual(1000);
  });

  test('never exceed 50,000', () => {
    const sizes = sizesOf({ companies: 20_000, people: 4_000_000, seed: 9 });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000);
    expect(Math.max(...sizes)).toBeGreaterThan(40_000);
    expect(sum(sizes)).toBe(4_000_000);
  });
});
