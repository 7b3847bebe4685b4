import { expect, test } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

const options = { rounds: { type: 'string', default: '5' }, quick: { type: 'boolean', default: false } } as const;

test('options have their defaults, and words are those that were given', () => {
  expect(readArguments(['two', '--quick'], options, ['one', 'two'])).toEqual({
    values: expect.objectContaining({ rounds: '5', quick: true }),
    words: ['two'],
  });
});

test.each([
  [['--rounds', 'many'], '--rounds must be a number, not "many"'],
  [['three'], '"three" is not allowed here. Choose from: one, two'],
  [['--unknown'], 'unknown'],
])('%j is rejected with the reason', (args, reason) => {
  const read = () => readArguments(args, options, ['one', 'two']);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(reason);
});

test('all problems are reported at once', () => {
  expect(() => readArguments(['three', '--rounds', 'x'], options)).toThrow(/--rounds.*\n"three"/);
});
