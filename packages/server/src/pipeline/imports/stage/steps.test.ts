import { expect, test } from 'vitest';
import { EncodedLines } from './steps.ts';

test('lines of any length and script are the same as encoded at once, and taken once', () => {
  const lines = ['a\tb\n', '株式会社\n', '\u{1f600}\n', `half a pair: \ud83d\n`, `${'ü'.repeat(100_000)}\n`, 'after\n'];
  const encoded = new EncodedLines();
  for (const line of lines) encoded.add(line);
  const taken = encoded.take();
  encoded.add('next\n');
  expect(Buffer.from(taken).equals(new TextEncoder().encode(lines.join('')))).toBe(true);
  expect(new TextDecoder().decode(encoded.take())).toBe('next\n');
  expect(encoded.take()).toHaveLength(0);
});
