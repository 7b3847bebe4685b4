import { describe, expect, test } from 'vitest';
import { ConnectionError, parseRetryAfter, ServerError, toError } from './errors.ts';
import { pauseAfter } from './retry.ts';

const busy = (retryAfter?: string) =>
  toError(503, new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), { code: 'overloaded' });

describe('the wait before a retry', () => {
  test.each([
    [1, undefined, 0, 0.2],
    [1, undefined, 1, 0.3],
    [2, undefined, 0, 0.4],
    [9, undefined, 0, 8],
    [1, '3', 0, 3],
    [1, '3', 1, 4.5],
    [11, undefined, 0, undefined],
    [1, '31', 0, undefined],
  ])('after attempt %d with Retry-After %s and chance %d is %s s', (attempt, retryAfter, chance, seconds) => {
    const settings = { maxRetries: 10, random: () => chance };
    const pause = pauseAfter(busy(retryAfter), { attempt, actsOnce: false }, settings);
    if (seconds === undefined) expect(pause).toBeUndefined();
    else expect(pause).toBeCloseTo(seconds);
  });
});

test.each([
  ['7', 7],
  ['Mon, 16 Nov 2026 12:00:30 GMT', 30],
  ['Mon, 16 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After: %s is %s seconds', (text, seconds) => {
  expect(parseRetryAfter(text, Date.parse('2026-11-16T12:00:00Z'))).toBe(seconds);
});

test('an error keeps its class and name', () => {
  expect(busy()).toBeInstanceOf(ServerError);
  expect(busy().name).toBe('ServerError');
  const cause = new Error('reset');
  const failure = new ConnectionError({ code: 'connection_failed', status: 0, message: 'No response.', cause });
  expect([String(failure), failure.cause]).toEqual(['ConnectionError: No response.', cause]);
});
