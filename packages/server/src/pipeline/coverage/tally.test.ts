import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import type { Content, Statement } from '../../knowledge/profiles/statements.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { Coverage } from './coverage.ts';
import { Ages, ageInDays, CoverageTally } from './tally.ts';

const today = '2026-07-01';

/** A statement of a source that is named after its class; `AU:register` covers Australia only. */
function statement(who: string, content: Content, observed = today): Statement {
  const [country, source] = who.includes(':') ? (who.split(':') as [string, string]) : [null, who];
  const standing = sourceClasses[source as keyof typeof sourceClasses];
  return { source, ...standing, key: `${who}-${observed}`, country, observed, content };
}

function count(
  companies: readonly Statement[][],
  countries: readonly SupportedCountry[] = supportedCountries,
): Omit<Coverage, 'every'> {
  const tally = new CoverageTally({ countries, day: today, rates: builtInRates });
  for (const [at, records] of companies.entries()) tally.add(`c${at}`, records);
  return tally.toCoverage();
}

const countryOf = (companies: readonly Statement[][], code: string) =>
  count(companies).countries.find(({ country }) => country === code);
const fieldOf = (companies: readonly Statement[][], code: string, name: string) =>
  countryOf(companies, code)?.fields.find(({ field }) => field === name);

describe('a company counts', () => {
  const home = statement('gleif', { name: 'Acme', hq_country: 'JP' });
  const branch = statement('AU:register', { phones: ['+61 8 5550 0100'] });

  test('once in each country in which it has records, and in that of its headquarters', () => {
    const { companies, elsewhere, countries } = count([[home, branch, statement('AU:web', {})]]);
    expect([companies, elsewhere]).toEqual([1, 0]);
    expect(countries.filter((one) => one.companies > 0).map((one) => [one.country, one.companies])).toEqual([
      ['AU', 1],
      ['JP', 1],
    ]);
  });

  test('as elsewhere if it has neither in a counted country', () => {
    const abroad = [statement('own', { name: 'Loire SA', hq_country: 'FR' })];
    const nowhere = [statement('own', { name: 'Acme' })];
    expect(count([abroad, nowhere])).toMatchObject({ companies: 2, elsewhere: 2 });
    expect(count([[home, branch]], ['SG'])).toMatchObject({ companies: 1, elsewhere: 1 });
  });

  test('nowhere without a name, because it is not served', () => {
    expect(count([[branch]])).toMatchObject({ companies: 0, elsewhere: 0, unnamed: 1 });
    expect(countryOf([[branch]], 'AU')?.companies).toBe(0);
  });

  test('with the values that are served for each country', () => {
    expect(fieldOf([[home, branch]], 'AU', 'phones')?.filled).toBe(1);
    expect(fieldOf([[home, branch]], 'JP', 'phones')?.filled).toBe(0);
  });
});

describe('a field is filled', () => {
  test('by a value, not by a record that has none', () => {
    const companies = [
      [statement('AU:own', { name: 'One', website: 'https://one.example' })],
      [statement('AU:own', { name: 'Two', keywords: [] })],
    ];
    expect(fieldOf(companies, 'AU', 'name')?.filled).toBe(2);
    expect(fieldOf(companies, 'AU', 'website')?.filled).toBe(1);
    expect(fieldOf(companies, 'AU', 'keywords')).toEqual({ field: 'keywords', filled: 0, sources: [], age: null });
  });

  test('by what is served: 0 employees have no size band', () => {
    const companies = [[statement('AU:own', { name: 'Empty', employee_count: 0 })]];
    expect(fieldOf(companies, 'AU', 'employee_count')?.filled).toBe(1);
    expect(fieldOf(companies, 'AU', 'company_size')?.filled).toBe(0);
  });

  test('together with its group, which counts once for all its parts', () => {
    const coded = statement('AU:own', { name: 'Acme', industry_codes: { sic: '3829', anzsic: '2419' } });
    expect(fieldOf([[coded]], 'AU', 'industry_codes.sic')?.filled).toBe(1);
    expect(fieldOf([[coded]], 'AU', 'industry_codes.naics')?.filled).toBe(0);
    expect(fieldOf([[coded]], 'AU', 'industry_codes')).toMatchObject({
      filled: 1,
      sources: [{ source: 'own', count: 1 }],
    });
  });
});

describe('the origin of a value', () => {
  test('is the source that won, not others with the same field', () => {
    const companies = [[statement('AU:register', { name: 'ACME PTY LTD' }), statement('AU:web', { name: 'Acme' })]];
    expect(fieldOf(companies, 'AU', 'name')?.sources).toEqual([{ source: 'register', count: 1 }]);
  });

  test('is every source of a list, once per company, the most frequent first', () => {
    const tools = (who: string, observed: string) => statement(who, { name: 'Acme', industries: ['Tools'] }, observed);
    const companies = [
      [tools('AU:register', '2026-06-01'), tools('AU:register', '2026-06-02'), tools('AU:web', '2026-05-01')],
      [tools('AU:web', '2026-06-01')],
    ];
    expect(fieldOf(companies, 'AU', 'industries')).toMatchObject({
      filled: 2,
      sources: [
        { source: 'web', count: 2 },
        { source: 'register', count: 1 },
      ],
    });
  });

  test('has the age of its latest statement', () => {
    const companies = [
      [
        statement('AU:own', { name: 'A', keywords: ['x'] }, '2026-06-21'),
        statement('AU:web', { keywords: ['y'] }, '2026-06-29'),
      ],
    ];
    expect(fieldOf(companies, 'AU', 'keywords')?.age).toEqual({ median: 2, p90: 2 });
    expect(fieldOf(companies, 'AU', 'name')?.age).toEqual({ median: 10, p90: 10 });
  });
});

describe('totals', () => {
  const content: fc.Arbitrary<Content> = fc.record(
    {
      name: fc.constantFrom('Acme', 'Brill'),
      website: fc.constant('https://acme.example'),
      hq_country: fc.constantFrom('AU', 'NZ', 'FR'),
      employee_count: fc.nat(20),
      phones: fc.array(fc.constantFrom('1', '2'), { maxLength: 2 }),
      industry_codes: fc.record({ sic: fc.constant('3829'), anzsic: fc.constant('2419') }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  const who = fc.constantFrom('own', 'AU:register', 'NZ:register', 'AU:web', 'FR:web', 'gleif');
  const day = fc.constantFrom('2026-06-30', '2026-05-01', '2020-02-29');
  const record = fc.tuple(who, content, day).map(([source, what, observed]) => statement(source, what, observed));
  const anyCompanies = fc.array(fc.array(record, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

  const counted = (companies: readonly Statement[][]) => count(companies, ['AU', 'NZ']);

  test('do not depend on the order of the companies', () => {
    fc.assert(
      fc.property(anyCompanies, (companies) => {
        expect(counted(companies.toReversed())).toEqual(counted(companies));
      }),
    );
  });

  test('double when the companies double, while ages stay the same', () => {
    const doubled = (coverage: ReturnType<typeof count>): ReturnType<typeof count> => ({
      ...coverage,
      companies: 2 * coverage.companies,
      elsewhere: 2 * coverage.elsewhere,
      unnamed: 2 * coverage.unnamed,
      countries: coverage.countries.map((country) => ({
        ...country,
        companies: 2 * country.companies,
        fields: country.fields.map((field) => ({
          ...field,
          filled: 2 * field.filled,
          sources: field.sources.map(({ source, count: times }) => ({ source, count: 2 * times })),
        })),
      })),
    });
    fc.assert(
      fc.property(anyCompanies, (companies) => {
        expect(counted([...companies, ...companies])).toEqual(doubled(counted(companies)));
      }),
    );
  });

  test('are consistent: every company is counted, every value has a source, and no field exceeds the number of companies', () => {
    fc.assert(
      fc.property(anyCompanies, (companies) => {
        const { companies: served, elsewhere, unnamed, countries } = counted(companies);
        expect(served + unnamed).toBe(companies.length);
        expect(elsewhere + Math.max(...countries.map((one) => one.companies))).toBeLessThanOrEqual(served);
        for (const { companies: own, fields } of countries)
          for (const { filled, sources, age } of fields) {
            expect(filled).toBeLessThanOrEqual(own);
            expect(age === null).toBe(filled === 0);
            for (const { count: times } of sources) expect(times).toBeLessThanOrEqual(filled);
            expect(sources.reduce((sum, { count: times }) => sum + times, 0)).toBeGreaterThanOrEqual(filled);
          }
      }),
    );
  });
});

function agesOf(days: readonly number[]): Ages {
  const ages = new Ages();
  for (const one of days) ages.add(one);
  return ages;
}

test('an age is counted in whole days, across months, leap days and daylight saving time', () => {
  expect(ageInDays('2026-07-01', '2026-07-01')).toBe(0);
  expect(ageInDays('2024-02-28', '2024-03-01')).toBe(2);
  expect(ageInDays('2025-07-01', '2026-07-01')).toBe(365);
});

test('a day in the future has the age 0', () => {
  expect(ageInDays('2026-07-02', '2026-07-01')).toBe(0);
});

test('at least the given share of the values is no older than the quantile, and less is younger', () => {
  const days = fc.array(fc.nat(40), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(days, fc.constantFrom(0.5, 0.9), (values, share) => {
      const found = agesOf(values).quantile(share) as number;
      const shareOf = (holds: (value: number) => boolean) => values.filter(holds).length / values.length;
      expect(values).toContain(found);
      expect(shareOf((value) => value <= found)).toBeGreaterThanOrEqual(share);
      expect(shareOf((value) => value < found)).toBeLessThan(share);
    }),
  );
});

test('without values there is no quantile', () => {
  expect(new Ages().quantile(0.5)).toBeUndefined();
});
