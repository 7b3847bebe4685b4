import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packRows, unpackRows } from './packed-rows.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const table = fc
  .uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .chain((columns) =>
    fc.array(
      fc
        .tuple(...columns.map(() => text))
        .map((cells) => Object.fromEntries(cells.map((cell, at) => [columns[at], cell]))),
    ),
  );
const anything = fc.array(
  fc.oneof(text, fc.constant(undefined), fc.integer(), fc.dictionary(text, fc.oneof(text, fc.integer()))),
);

test('rows of any kind are the same after they are packed, copied and unpacked', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(text), table, anything), (rows) => {
      expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test('texts and tables of texts are packed', () => {
  expect(packRows(['a', '', 'bc'])).toMatchObject({ kind: 'texts', text: 'abc' });
  expect(
    packRows([
      { a: '1', b: '2' },
      { a: '3', b: '' },
    ]),
  ).toMatchObject({ kind: 'table', columns: ['a', 'b'], text: '123' });
});

test.each([
  [
    'another order',
    [
      { a: '1', b: '2' },
      { b: '3', a: '4' },
    ],
  ],
  ['a missing column', [{ a: '1', b: '2' }, { a: '3' }]],
  ['a cell that is no text', [{ a: '1' }, { a: 2 }]],
  ['a row that could not be read', ['a', undefined]],
])('rows with %s stay as they are', (_, rows) => {
  expect(packRows(rows)).toEqual({ kind: 'values', rows });
});
