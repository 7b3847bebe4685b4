import { expect, test } from 'vitest';
import { defaultFields, enrichableFields, shapeFor, valueAt } from './enrichable-fields.ts';

test('fields of fields can be chosen', () => {
  expect(enrichableFields).toEqual(
    expect.arrayContaining(['industry_codes.abn', 'identifiers.lei', 'social_media.twitter', 'nextGen']),
  );
  expect(enrichableFields).not.toContain('id');
});

test('the card is requested where it is enough', () => {
  expect(shapeFor(defaultFields)).toBe('card');
  expect(shapeFor(['identifiers.abn', 'status'])).toBe('card');
  expect(shapeFor(['name', 'website'])).toBe('profile');
  expect(shapeFor(['industry_codes.abn'])).toBe('profile');
});

test('fields that no response has together are reported with what to use instead', () => {
  expect(shapeFor(['website', 'country', 'identifiers.abn', 'matched_name'])).toEqual({
    problem: [
      '"website" is only in the whole profile, which has other names for some fields: use "hq_country" instead of',
      '"country", use "industry_codes.abn" instead of "identifiers.abn", leave out "matched_name".',
    ].join(' '),
  });
});

test('a value inside an object that is absent is null', () => {
  expect(valueAt({ a: { b: [1] } }, 'a.b')).toEqual([1]);
  expect(valueAt({ a: null }, 'a.b')).toBeNull();
  expect(valueAt(undefined, 'a')).toBeNull();
});
