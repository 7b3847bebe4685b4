import { expect, test } from 'vitest';
import { parseStatus } from '../profiles/card-facts.ts';

test.each([
  ['Active', 'active'],
  ['Cancelled', 'inactive'],
  ['Registered since 1998-02-03', 'active'],
  ['Live Company since 2001-01-01', 'active'],
  ['Struck Off 2021-03-04', 'inactive'],
  ['Deregistered, registered 1990-01-01', 'inactive'],
  ['Registered since 2012-06-06; entity inactive', 'inactive'],
  ['Lapsed, registered 2012-06-06', undefined],
  ['Large accelerated filer', undefined],
])('%s is %s', (text, status) => {
  expect(parseStatus(text)).toBe(status);
});
