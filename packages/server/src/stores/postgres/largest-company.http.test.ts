import { afterAll, beforeAll, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { findLargestCompany, hasOtherSources } from './largest-company.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords('crm', [
    company('small', { identifiers: { fqdn: 'acme.com.au' } }),
    company('large', { identifiers: { fqdn: 'bolt.com.au' } }),
    company('nameless'),
    ...['a', 'b', 'c'].map((key) => person(key, 'nameless')),
    ...['d', 'e'].map((key) => person(key, 'large')),
    person('f', 'small'),
    ...['g', 'h', 'i'].map((key) => person(key, 'small', { country: 'NZ' })),
  ]);
});
afterAll(() => database.close());

test('the largest company is the one with a domain and the most people in the country', async () => {
  expect(await findLargestCompany(database.pool, 'AU')).toMatchObject({ identifier: 'fqdn:bolt.com.au' });
  expect(await findLargestCompany(database.pool, 'NZ')).toMatchObject({ identifier: 'fqdn:acme.com.au' });
  expect(await findLargestCompany(database.pool, 'SG')).toBeUndefined();
});

test('other sources are those with records', async () => {
  expect(await hasOtherSources(database.pool, 'crm')).toBe(false);
  expect(await hasOtherSources(database.pool, 'demo')).toBe(true);
});
