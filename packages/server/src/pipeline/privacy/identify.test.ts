import { maxReasonLength } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseReason } from './identify.ts';

test.each([
  ['a request of 3 May', 'a request of 3 May'],
  ['  wrong person ', 'wrong person'],
  ['𝒳'.repeat(maxReasonLength / 2), '𝒳'.repeat(maxReasonLength / 2)],
  // PostgreSQL cannot store half of a surrogate pair.
  ['a\ud83d', 'a\ufffd'],
])('accepts %j', (given, reason) => {
  expect(parseReason(given)).toBe(reason);
});

test.each(['', ' ', 'x'.repeat(maxReasonLength + 1), 'ann@hay.example', 'call 0412 555 773'])('rejects %j', (given) => {
  expect(() => parseReason(given)).toThrow('`reason` must');
});
