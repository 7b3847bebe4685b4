import { expect, test } from 'vitest';
import { type InvalidRows, noCounts, noteInvalid, summaryOf, waitText } from './counts.ts';

const counts = {
  ...noCounts,
  matched: 1500,
  ambiguous: 12,
  none: 30,
  invalid: 7,
  people: 1,
  peopleRows: 1,
  credits: 2500,
};

test('the summary has every figure, and says where the file is', () => {
  let invalid: InvalidRows = noteInvalid([], 'has 5 columns; the header has 7', 9);
  for (const line of [3, 14, 15, 92, 65, 35])
    invalid = noteInvalid(invalid, 'name is longer than 500 characters', line);
  expect(summaryOf({ counts, invalid }, 'enriched.csv')).toBe(
    [
      'Enriched 1,549 rows: 1,500 matched, 12 ambiguous, 30 not found, 7 invalid.',
      'Found 1 person for 1 row.',
      'Spent 2,500 credits. Written to enriched.csv.',
      'Invalid rows:',
      '  1  has 5 columns; the header has 7 (line 9)',
      '  6  name is longer than 500 characters (lines 3, 14, 15, 92, 65, …)',
    ].join('\n'),
  );
});

test('what did not happen is not in the summary', () => {
  expect(summaryOf({ counts: { ...noCounts, matched: 1, credits: 1 }, invalid: [] }, 'x.csv')).toBe(
    'Enriched 1 row: 1 matched, 0 ambiguous, 0 not found, 0 invalid.\nSpent 1 credit. Written to x.csv.',
  );
});

test('short waits are not worth a line, except the first after a lost connection', () => {
  expect(waitText(1, 'The service responded with 429: Rate limit exceeded.')).toBeUndefined();
  expect(waitText(60, 'The service responded with 503: Busy.')).toBe(
    'The service responded with 503: Busy. Waiting 60 seconds.',
  );
  expect(waitText(4, 'No response from http://x.')).toBeUndefined();
  expect(waitText(0.5, 'No response from http://x.')).toBe('No response from http://x. Waiting 1 second.');
});
