import { expect, test } from 'vitest';
import { canMatch, guessMapping, itemOf } from './fields.ts';

test('columns are recognized by their headers', () => {
  expect(guessMapping(['Company Name', 'Site', 'ABN', 'State', 'PC', 'Ref', 'LinkedIn URL', '国'])).toEqual([
    'name',
    'website',
    'abn',
    'region',
    'postcode',
    undefined,
    'ln_url',
    'country',
  ]);
});

test('a field is given to one column', () => {
  expect(guessMapping(['Company', 'Account Name'])).toEqual(['name', undefined]);
});

test.each([
  [['name', undefined] as const, true],
  [['country', 'city'] as const, false],
  [[undefined] as const, false],
])('columns %j can match: %s', (mapping, expected) => {
  expect(canMatch(mapping)).toBe(expected);
});

test('a row becomes an item; what cannot be read is left out', () => {
  const mapping = ['name', 'country', 'employee_count', 'year_founded', 'ln_url', 'city', undefined] as const;
  expect(itemOf(['Tern Co', 'Australia', '1,200', 'est. 1987', 'tern-co', '  ', 'x'], mapping)).toEqual({
    name: 'Tern Co',
    country: 'AU',
    employee_count: 1200,
    year_founded: 1987,
    ln_slug: 'tern-co',
  });
  expect(itemOf(['', 'Atlantis', 'many', ''], mapping)).toEqual({});
  expect(itemOf(['T', 'nz'], mapping)).toEqual({ name: 'T', country: 'NZ' });
});
