import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../../../../testing/src/data/test-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { deriveId } from '../../core/settings/secret.ts';
import { readContents } from './status.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());

const names = ['companies', 'redirects', 'companyRecords', 'people', 'employments', 'waiting', 'suppressed'] as const;

test('a small database is counted', async () => {
  const counts = await readContents(database.pool, names);
  expect(Object.values(counts)).toEqual(names.map(() => ({ value: 0, estimated: false })));
});

describe('a large database', () => {
  const people = 100_000;

  beforeAll(async () => {
    const { secret, drop } = makeHome();
    const ids = Array.from({ length: people }, (_, nth) =>
      deriveId('p', secret.personIdKey, { source: 'crm', key: String(nth) }),
    );
    drop();
    // Each person has three positions, one of them removed. One company in ten redirects.
    await database.pool.query(
      `INSERT INTO employment (company_id, person_id, removed)
       SELECT 'c' || nth, id, nth = 3 FROM unnest($1::text[]) id, generate_series(1, 3) nth`,
      [ids],
    );
    await database.pool.query(
      `INSERT INTO company (id, founder_source, founder_key, founded_seq, redirect_to)
       SELECT 'c' || md5(n::text), 1, n::text, n, CASE WHEN n % 10 = 0 THEN 'c1' END FROM generate_series(1, 250000) n`,
    );
    await database.pool.query('ANALYZE employment, company');
  });

  test('is estimated, without merged ids and removed positions', async () => {
    const counts = await readContents(database.pool, names);
    expect(Object.keys(counts).filter((name) => counts[name as keyof typeof counts].estimated)).toEqual([
      'companies',
      'redirects',
      'people',
      'employments',
    ]);
    const expected = { companies: 225_000, redirects: 25_000, people, employments: 2 * people };
    for (const [name, value] of Object.entries(expected)) {
      const { value: found } = counts[name as keyof typeof expected];
      expect(Math.abs(found - value) / value, `${name}: ${found}`).toBeLessThan(0.1);
    }
  });

  test('is counted on request', async () => {
    const counts = await readContents(database.pool, names, { exact: true });
    expect(counts).toMatchObject({
      companies: { value: 225_000, estimated: false },
      redirects: { value: 25_000, estimated: false },
      people: { value: people, estimated: false },
      employments: { value: 2 * people, estimated: false },
    });
  });
});
