import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PeopleFilter } from '../../stores/opensearch/people/people.query.ts';
import { parseCursor, toCursor } from './search.ts';

const deps = { cursorKey: Buffer.alloc(32, 1), rulesHash: 'r1' };
const filter: PeopleFilter = { company: 'c1', country: 'AU', positions: [['sales']], levels: [3, 5] };
const place = fc.tuple(fc.nat(99), fc.nat(7), fc.string({ minLength: 1 }));

test('a cursor gives its position back to the request that it was issued for', () => {
  fc.assert(
    fc.property(place, (after) => {
      expect(parseCursor(deps, filter, toCursor(deps, filter, after))).toEqual(after);
    }),
  );
});

test.each<[string, typeof deps, PeopleFilter]>([
  ['company', deps, { ...filter, company: 'c2' }],
  ['country', deps, { ...filter, country: 'NZ' }],
  ['position', deps, { ...filter, positions: [['sales', 'vice']] }],
  ['no position', deps, { ...filter, positions: undefined }],
  ['level', deps, { ...filter, levels: [3] }],
  ['department', deps, { ...filter, departments: [3] }],
  ['word rules', { ...deps, rulesHash: 'r2' }, filter],
  ['signing key', { ...deps, cursorKey: Buffer.alloc(32, 2) }, filter],
])('another %s rejects it', (_, otherDeps, otherFilter) => {
  const cursor = toCursor(deps, filter, [1, 2, 'p']);
  expect(() => parseCursor(otherDeps, otherFilter, cursor)).toThrow('invalid_cursor');
});

test('nothing but the exact text is a cursor', () => {
  const cursor = toCursor(deps, filter, [1, 2, 'p']);
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.constant(`${cursor}=`), fc.constant(` ${cursor}`)),
      (text) => {
        fc.pre(text !== cursor);
        expect(() => parseCursor(deps, filter, text)).toThrow('invalid_cursor');
      },
    ),
  );
});
