import { expect, test } from 'vitest';
import { checkSame } from './peer-rounds.ts';

const ours = [{ about: 'c1', whole: { id: 'c1', name: 'Harbour Tools' }, bytes: 40 }];

test('a complete response must be equal in every field', () => {
  expect(() => checkSame(ours, [{ about: 'c1', whole: { id: 'c1', name: 'Harbour' }, bytes: 40 }])).toThrow(
    'different response',
  );
  expect(() => checkSame(ours, [{ about: 'c1', whole: { id: 'c1', name: 'Harbour Tools' }, bytes: 9 }])).not.toThrow();
});

test('a response in another format must be about the same company', () => {
  expect(() => checkSame(ours, [{ about: 'c1', bytes: 300 }])).not.toThrow();
  expect(() => checkSame(ours, [{ about: 'c2', bytes: 300 }])).toThrow('different response');
});

test('of a batch, most items must have the same company', () => {
  const batch = (...items: string[]) => [{ items, bytes: 300 }];
  const expected = batch('c1', 'c2', 'c3', 'c4', 'c5');
  expect(() => checkSame(expected, batch('c1', 'c2', 'c3', 'c4', 'c9'))).not.toThrow();
  expect(() => checkSame(expected, batch('c1', 'c2', 'c3', 'c8', 'c9'))).toThrow('different response');
  expect(() => checkSame(expected, batch('c1', 'c2', 'c3', 'c4'))).toThrow('different response');
});
