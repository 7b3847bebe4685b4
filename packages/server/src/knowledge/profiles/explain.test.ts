import { expect, test } from 'vitest';
import { builtInRates } from '../rules/money/exchange-rates.ts';
import { explainProfile, explainRegions, unservedNames } from './explain.ts';
import { type SourceClass, sourceClasses } from './precedence.ts';
import type { Content, Statement } from './statements.ts';

function statement(source: SourceClass, content: Content, facts: Partial<Statement> = {}): Statement {
  return {
    source,
    ...sourceClasses[source],
    key: `${source}-1`,
    country: null,
    observed: '2026-01-01',
    content,
    ...facts,
  };
}
const field = (name: string, records: Statement[], country?: string) =>
  explainProfile(records, builtInRates, country).find((explained) => explained.field === name);

test('a conflict shows the winner, and the loser with its value', () => {
  const records = [
    statement('own', { name: 'Acme' }, { observed: '2026-03-03' }),
    statement('register', { name: 'ACME PTY LTD' }, { observed: '2026-02-02' }),
  ];
  expect(field('name', records)).toEqual({
    field: 'name',
    value: 'ACME PTY LTD',
    from: [{ source: 'register', observed: '2026-02-02' }],
    others: [{ source: 'own', key: 'own-1', country: null, observed: '2026-03-03', value: 'Acme' }],
  });
});

test('a record with the same value, or none, is not listed as different', () => {
  const records = [
    statement('own', { name: 'Acme', year_founded: 1990 }),
    statement('register', { name: 'Acme' }),
    statement('web', { trading_names: ['Nameless'] }),
  ];
  expect(explainProfile(records, builtInRates).map(({ field, others }) => [field, others])).toEqual([
    ['name', []],
    ['year_founded', []],
  ]);
});

test('a record without a name does not affect the name, and its other names are listed separately', () => {
  const records = [
    statement('register', { trading_names: ['Acme Tools', 'Acme Toys'], former_names: ['Old Acme'] }),
    statement('web', { name: 'Acme' }),
  ];
  expect(field('name', records)).toMatchObject({ value: 'Acme', from: [{ source: 'web' }], others: [] });
  expect(unservedNames(records)).toMatchObject([
    { field: 'trading_names', source: 'register', names: ['Acme Tools', 'Acme Toys'] },
    { field: 'former_names', source: 'register', names: ['Old Acme'] },
  ]);
  expect(explainProfile(records, builtInRates).map(({ field }) => field)).toEqual(['name']);
});

test('a merged list has all its sources, and none of them is listed as different', () => {
  const records = [statement('own', { industries: ['Tools'] }), statement('web', { industries: ['Toys', 'Tools'] })];
  expect(field('industries', records)).toMatchObject({
    value: ['Tools', 'Toys'],
    from: [{ source: 'own' }, { source: 'web' }],
    others: [],
  });
});

test('the values of a record are compared in the form in which they would be served', () => {
  const records = [
    statement('own', {
      revenue: { amount: 2_000_000, currency: 'USD' },
      employee_count: 12,
      social_media: { twitter: 'a' },
    }),
    statement('web', {
      revenue: { amount: 2_000_001, currency: 'USD' },
      employee_count: 13,
      social_media: { twitter: 'b' },
    }),
  ];
  expect(field('revenue', records)?.others).toEqual([]);
  expect(field('company_size', records)?.others).toEqual([]);
  expect(field('employee_count', records)?.others).toMatchObject([{ source: 'web', value: 13 }]);
  expect(field('social_media.twitter', records)).toMatchObject({ value: 'a', others: [{ source: 'web', value: 'b' }] });
});

test('a converted band and a derived sector have their source, and the records with other values', () => {
  const records = [
    statement('own', {
      revenue: { amount: 9_000_000_000, currency: 'KRW', year: 2023 },
      industries: ['Weather Vanes'],
    }),
    statement('register', { revenue: { amount: 3e9, currency: 'JPY', year: 2023 }, industry_codes: { sic: '3829' } }),
    statement('gleif', { revenue: { amount: 1, currency: 'XAU' } }),
  ];
  expect(field('revenue', records)).toMatchObject({
    value: '$1M-$10M',
    from: [{ source: 'own' }],
    others: [{ source: 'register', value: '$10M-$25M' }],
  });
  expect(field('industries', records)).toMatchObject({
    value: ['Weather Vanes', 'Manufacturing'],
    from: [{ source: 'own' }, { source: 'register' }],
    others: [],
  });
});

test("a country's own value is marked, and the base value is listed as different", () => {
  const records = [
    statement('own', { phones: ['1'], name: 'Acme' }),
    statement('web', { phones: ['2'] }, { country: 'NZ' }),
  ];
  const base = field('phones', records);
  expect(base).toMatchObject({ value: ['1'], others: [{ source: 'web', country: 'NZ', value: ['2'] }] });
  expect(base).not.toHaveProperty('region');
  expect(field('phones', records, 'NZ')).toMatchObject({
    value: ['2'],
    region: 'NZ',
    from: [{ source: 'web' }],
    others: [{ source: 'own', value: ['1'] }],
  });
  expect(field('name', records, 'NZ')).not.toHaveProperty('region');
  expect(field('phones', records, 'SG')).toEqual(base);
  expect(explainRegions(records, builtInRates)).toEqual({ NZ: ['phones'] });
});
