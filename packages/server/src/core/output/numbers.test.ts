import { expect, test } from 'vitest';
import { durationText } from './numbers.ts';

test.each([
  [0.2, '1 second'],
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [5400, '90 minutes'],
  [7201, '3 hours'],
  [604_800, '7 days'],
])('%d seconds read as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
