import { expect, test } from 'vitest';
import { editDistance, nearestName } from './nearest-name.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['senority', 'seniority', 1],
  ['contry', 'country', 1],
  ['kitten', 'sitting', 3],
])('%s to %s takes %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test('the nearest name, whatever its case; none among none', () => {
  expect(nearestName('CompanyID', ['position', 'companyId', 'cursor'])).toBe('companyId');
  expect(nearestName('x', [])).toBeUndefined();
});
