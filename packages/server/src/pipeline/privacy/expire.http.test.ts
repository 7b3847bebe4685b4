import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { silent } from '../../core/output/progress.ts';
import { flagBit } from '../../knowledge/rules/contacts/channel-flags.ts';
import type { PersonDocument } from '../../stores/opensearch/documents.ts';
import { expirePeople, type MaxAges, previewExpiry } from './expire.ts';

/** A little more than this many months ago. */
const monthsAgo = (months: number): string =>
  new Date(Date.now() - months * 31 * 86_400_000).toISOString().slice(0, 10);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ages = (entries: [string, number | undefined][] = [['', 18]]): MaxAges => new Map(entries);
const expire = (maxAges = ages()) => expirePeople({ pool: database.pool, maxAges, progress: silent });
const keys = async () =>
  (await database.rows<{ key: string }>('SELECT key FROM person_record ORDER BY key')).map(({ key }) => key);

async function documents() {
  const { person: index } = await database.indices();
  await database.opensearch.indices.refresh({ index });
  const { body } = await database.opensearch.search({ index, body: { size: 10_000 } });
  return body.hits.hits.map(({ _id, _source }) => ({ id: _id ?? '', ...(_source as unknown as PersonDocument) }));
}
const indexed = async () => (await documents()).map(({ id }) => id);

/** Removes everyone, so that each test starts without people. */
beforeEach(async () => {
  await database.pool.query(`UPDATE person_record SET observed = '2000-01-01', seen = NULL, flags = 0`);
  await expire(ages([['', 1]]));
  await database.publish();
  await expire();
  expect(await database.rows('SELECT * FROM employment')).toEqual([]);
});

describe('people who were not observed for longer than the maximum age', () => {
  test('leave the database and the index; others stay', async () => {
    await database.importRecords('a', [
      company('k'),
      person('old', 'k', { observed: monthsAgo(18), network: 'old', email: 'old@pin.example' }),
      person('recent', 'k', { observed: monthsAgo(17), network: 'recent', email: 'recent@pin.example' }),
      person('undated', 'k', { observed: undefined } as object),
    ]);
    await database.publish();
    expect(await indexed()).toHaveLength(3);
    expect(await expire()).toMatchObject({ records: 1, pending_erasures: 0, deleted_receipts: 0 });
    expect(await keys()).toEqual(['recent', 'undated']);
    await database.publish();
    expect(await indexed()).toHaveLength(2);
    expect(await database.rows('SELECT slug FROM person_slug')).toEqual([{ slug: 'recent' }]);
    expect(await database.rows('SELECT hash FROM contact_hash')).toHaveLength(1);
  });

  test('leave nothing in the database after the next run, which changes nothing else', async () => {
    await database.importRecords('a', [
      company('k'),
      person('old', 'k', { observed: monthsAgo(18) }),
      person('new', 'k', { observed: monthsAgo(1) }),
    ]);
    await database.publish();
    await expire();
    expect(await database.rows('SELECT 1 FROM employment WHERE removed')).toHaveLength(1);
    await database.publish();
    expect(await expire()).toEqual({ records: 0, deleted_positions: 1, pending_erasures: 0, deleted_receipts: 0 });
    expect(await database.rows('SELECT 1 FROM employment')).toHaveLength(1);
    expect(await expire()).toEqual({ records: 0, deleted_positions: 0, pending_erasures: 0, deleted_receipts: 0 });
  });

  test('appear again when a later file contains them with a newer date', async () => {
    await database.importRecords('a', [company('k'), person('old', 'k', { observed: monthsAgo(18), position: 'CFO' })]);
    for (const position of ['COO', 'CTO'])
      await database.importRecords('a', [person('old', 'k', { observed: monthsAgo(18), position })]);
    await database.publish();
    const before = await indexed();
    await expire();
    await database.publish();
    await expire();
    expect(await database.rows('SELECT 1 FROM employment')).toEqual([]);
    await database.importRecords('a', [person('old', 'k', { observed: monthsAgo(1) })]);
    await database.publish();
    expect(await indexed()).toEqual(before);
  });
});

test('each source can have its own maximum age, or none', async () => {
  for (const source of ['a', 'crm', 'news'])
    await database.importRecords(source, [company('k'), person(`of-${source}`, 'k', { observed: monthsAgo(8) })]);
  const maxAges = ages([
    ['', 18],
    ['crm', 6],
    ['news', undefined],
  ]);
  expect(await expire(maxAges)).toMatchObject({ records: 1 });
  expect(await keys()).toEqual(['of-a', 'of-news']);
});

test('an unchanged row without a date counts as observed on the day of its last import, at most 30 days late', async () => {
  const rows = [company('k'), person('undated', 'k', { observed: undefined } as object)];
  await database.importRecords('a', rows);
  await database.pool.query(`UPDATE person_record SET observed = current_date - 20`);
  await database.importRecords('a', rows);
  expect(await database.rows('SELECT seen FROM person_record')).toEqual([{ seen: null }]);
  await database.pool.query(`UPDATE person_record SET observed = current_date - 900`);
  await database.importRecords('a', rows);
  expect(await database.rows('SELECT seen = current_date AS today FROM person_record')).toEqual([{ today: true }]);
  expect(await expire()).toMatchObject({ records: 0 });
  await database.importRecords('a', [company('k'), person('undated', 'k', { observed: monthsAgo(20) })]);
  expect(await expire()).toMatchObject({ records: 1 });
});

test('a dry run counts the records of each source and changes nothing', async () => {
  await database.importRecords('a', [
    company('k'),
    person('old', 'k', { observed: monthsAgo(18) }),
    person('new', 'k', { observed: monthsAgo(1) }),
  ]);
  expect(await previewExpiry({ pool: database.pool, maxAges: ages() })).toEqual([
    { source: 'a', months: 18, before: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), records: 2, expired: 1 },
  ]);
  expect(await keys()).toEqual(['new', 'old']);
});

test('a sample estimates the counts, and sources without a maximum age are listed', async () => {
  await database.importRecords('a', [
    company('k'),
    ...Array.from({ length: 4000 }, (_, n) => person(`s-${n}`, 'k', { observed: monthsAgo(n % 4 === 0 ? 18 : 1) })),
  ]);
  await database.importRecords('news', [person('n', '', { company: { cik: '5' } })]);
  const deps = {
    pool: database.pool,
    maxAges: ages([
      ['', 18],
      ['news', undefined],
    ]),
  };
  const exact = await previewExpiry(deps);
  expect(exact).toMatchObject([
    { source: 'a', records: 4000, expired: 1000 },
    { source: 'news', months: null, before: null, records: 1, expired: 0 },
  ]);
  const estimates = [];
  for (let n = 0; n < 8; n += 1) estimates.push((await previewExpiry(deps, 0.5))[0]);
  for (const estimate of estimates) {
    expect(Math.abs((estimate?.records ?? 0) - 4000)).toBeLessThan(2000);
    expect(Math.abs((estimate?.expired ?? 0) - 1000)).toBeLessThan(500);
  }
  expect(new Set(estimates.map((estimate) => estimate?.records)).size).toBeGreaterThan(1);
});

describe('has_dnd_phone', () => {
  const flags = async () =>
    (await database.rows<{ flags: number }>('SELECT flags FROM employment WHERE NOT removed')).map(
      ({ flags: all }) => all,
    );
  const named = { network: 'jo', company: { cik: '77' } };
  const dndRow = person('says', '', { ...named, observed: monthsAgo(18), dnd_phone: '+61 2 5550 0771' });
  const silentRow = person('silent', '', { ...named, phone: '+61 2 5550 0771', observed: monthsAgo(1) });
  const dnd = flagBit('has_dnd_phone');

  test.each([
    ['the source that says so comes first', [dndRow, silentRow]],
    ['it comes last', [silentRow, dndRow]],
  ])('stays true if any source says so: %s', async (_, [first, second]) => {
    await database.importRecords('reg', [company('r', { identifiers: { cik: '77' } })]);
    await database.importRecords('x', [first as typeof dndRow]);
    await database.importRecords('y', [second as typeof dndRow]);
    expect(await flags()).toHaveLength(1);
    expect(((await flags())[0] as number) & dnd).toBe(dnd);
  });

  test.each([
    ['the source that says so', 'x', dndRow],
    ['the other source', 'y', silentRow],
    ['the other source, changed', 'y', { ...silentRow, position: 'CTO' }],
    ['a third source', 'z', { ...silentRow, key: 'third' }],
  ])('stays true after %s is imported again, also in the index', async (_, source, row) => {
    await database.importRecords('reg', [company('r', { identifiers: { cik: '77' } })]);
    await database.importRecords('x', [dndRow]);
    await database.importRecords('y', [silentRow]);
    await database.importRecords(source, [row]);
    expect((await flags()).map((all) => all & dnd)).toEqual([dnd]);
    await database.publish();
    expect((await documents()).map(({ match }) => match.has_dnd_phone)).toEqual([true]);
  });

  test('stays true when the source that says so is too old, as long as another shows the position', async () => {
    await database.importRecords('reg', [company('r', { identifiers: { cik: '77' } })]);
    await database.importRecords('x', [dndRow]);
    await database.importRecords('y', [silentRow]);
    const expired = async () =>
      (await previewExpiry({ pool: database.pool, maxAges: ages() })).map((source) => source.expired);
    expect(await expired()).toEqual([0, 0]);
    expect(await expire()).toMatchObject({ records: 0 });
    expect(((await flags())[0] as number) & dnd).toBe(dnd);
    await database.pool.query(`UPDATE person_record SET observed = '2020-01-01'`);
    expect(await expired()).toEqual([1, 1]);
    expect(await expire()).toMatchObject({ records: 2 });
    expect(await flags()).toEqual([]);
  });
});
