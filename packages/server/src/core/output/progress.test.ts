import { expect, test } from 'vitest';
import { progressText } from './progress.ts';

test.each([
  [progressText('reading', 5000, undefined, 41_000.4), 'reading: 5,000, 41,000/s'],
  [progressText('enriching', 500, 2000, 12.5), 'enriching: 500 of 2,000 (25 %), 13/s, about 2 minutes left'],
  [progressText('enriching', 0, 2000, 0), 'enriching: 0 of 2,000 (0 %), 0/s'],
  [progressText('enriching', 2000, 2000, 10), 'enriching: 2,000 of 2,000 (100 %), 10/s'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});
