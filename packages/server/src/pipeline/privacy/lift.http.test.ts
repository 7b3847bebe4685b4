import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/src/data/test-database.ts';
import { readOptOuts } from '../../stores/postgres/opt-outs.ts';
import { liftOptOut } from './lift.ts';
import { replaySuppressions } from './replay.ts';
import { suppress } from './suppress.ts';
import { suppressionFile } from './suppression-file.ts';
import { openSuppressionFilter } from './suppression-filter.ts';

let home: Home;
let database: TestDatabase;
beforeAll(async () => {
  home = makeHome();
  database = await openTestDatabase(home);
});
afterAll(async () => {
  await database.close();
  home.drop();
});

const reason = 'The request named another person';
const lift = (id: string, { deps }: TestDatabase = database) => liftOptOut(deps, { id, reason });

async function keysIn({ rows }: TestDatabase, source: string): Promise<string[]> {
  const found = await rows<{ key: string }>(
    'SELECT key FROM person_record JOIN source s ON s.id = source_id WHERE s.name = $1 ORDER BY key',
    [source],
  );
  return found.map(({ key }) => key);
}

test('a lifted opt-out leaves nothing on the list, and the response filter shows the person again', async () => {
  const rows = [company('k'), person('jo', 'k', { network: 'jo-a', email: 'jo.a@kestrel.example' })];
  await database.importRecords('a', rows);
  const [them] = await database.rows<{ company: string; person: string }>(
    `SELECT company_id AS company, person_id AS person FROM person_record WHERE key = 'jo'`,
  );
  const filter = openSuppressionFilter(database.pool);
  const { id } = await suppress(database.deps, { network: 'jo-a' });
  await filter.refresh();
  expect(filter.at(them?.company ?? '')).toEqual([them?.person]);

  await lift(id);
  await filter.refresh();
  expect(filter.at(them?.company ?? '')).toEqual([]);
  for (const table of ['suppression', 'opt_out_value', 'removed_handle'])
    expect(await database.rows(`SELECT * FROM ${table}`)).toEqual([]);
  await database.importRecords('a', rows);
  expect(await keysIn(database, 'a')).toEqual(['jo']);

  await suppress(database.deps, { network: 'jo-a' });
  await filter.refresh();
  expect(filter.at(them?.company ?? '')).toEqual([them?.person]);
});

test('what an import added to an opt-out is lifted with it', async () => {
  const { id } = await suppress(database.deps, { email: 'early.b@kestrel.example' });
  const rows = [company('k'), person('early', 'k', { network: 'early-b', email: 'early.b@kestrel.example' })];
  await database.importRecords('b', rows);
  await database.importRecords('b', [person('early', 'k', { network: 'early-b' })]);
  expect(await keysIn(database, 'b')).toEqual([]);
  await lift(id);
  expect((await database.importRecords('b', rows)).counts).toMatchObject({ suppressed: 0 });
  expect(await keysIn(database, 'b')).toEqual(['early']);
});

describe('lifting one of two opt-outs', () => {
  test('of the same email address leaves the other in effect', async () => {
    const rows = [company('k'), person('jo', 'k', { email: 'jo.c@kestrel.example' })];
    await database.importRecords('c', rows);
    const [first, second] = [
      await suppress(database.deps, { email: 'jo.c@kestrel.example' }),
      await suppress(database.deps, { email: 'JO.C@kestrel.example' }),
    ];
    expect(second.id).not.toBe(first.id);
    expect((await lift(first.id)).kept).toBeGreaterThan(0);
    await database.importRecords('c', rows);
    expect(await keysIn(database, 'c')).toEqual([]);
    await lift(second.id);
    await database.importRecords('c', rows);
    expect(await keysIn(database, 'c')).toEqual(['jo']);
  });

  test('of one person by email and by profile keeps every record of the person away, also those that the first one removed', async () => {
    const email = 'jo.d@kestrel.example';
    const rows = [company('k'), person('slug', 'k', { network: 'jo-d', email })];
    const others = [company('k'), person('email', 'k', { email })];
    await database.importRecords('d', rows);
    await database.importRecords('d2', others);
    const first = await suppress(database.deps, { email });
    // The person is not loaded any more. Still, this opt-out must cover what it would have covered alone.
    await suppress(database.deps, { network: 'jo-d' });
    await lift(first.id);
    await database.importRecords('d2', others);
    await database.importRecords('d', rows);
    expect([await keysIn(database, 'd'), await keysIn(database, 'd2')]).toEqual([[], []]);
  });

  test('of an office frees the colleagues of a person who opted out too', async () => {
    const office = { phone: '+61 2 5550 9900' };
    const rows = [
      company('k'),
      person('asked', 'k', { ...office, email: 'asked.e@kestrel.example' }),
      person('one', 'k', { ...office, network: 'one-e' }),
      person('two', 'k', { ...office, email: 'two.e@kestrel.example' }),
    ];
    await database.importRecords('e', rows);
    const mistake = await suppress(database.deps, office);
    expect(mistake).toMatchObject({ by: 'phone', people: 3, positions: 3 });
    expect(await suppress(database.deps, { email: 'asked.e@kestrel.example' })).toMatchObject({
      people: 1,
      positions: 0,
    });
    await lift(mistake.id);
    await database.importRecords('e', rows);
    expect(await keysIn(database, 'e')).toEqual(['one', 'two']);
  });

  test('that rejected the same row leaves what the import added to the other', async () => {
    const first = await suppress(database.deps, { email: 'both.f@kestrel.example' });
    await suppress(database.deps, { phone: '+61 412 555 660' });
    const row = person('both', 'k', { network: 'both-f', email: 'both.f@kestrel.example', mobile: '+61 412 555 660' });
    await database.importRecords('f', [company('k'), row]);
    await lift(first.id);
    await database.importRecords('f', [person('both', 'k', { network: 'both-f' })]);
    expect(await keysIn(database, 'f')).toEqual([]);
  });

  test('does not free a value that a version without receipts stored', async () => {
    const optOut = { network: 'old-g' };
    const first = await suppress(database.deps, optOut);
    const [{ value } = { value: '' }] = await database.rows<{ value: string }>(
      'SELECT value FROM opt_out_value WHERE opt_out_id = $1',
      [first.id],
    );
    await database.rows('DELETE FROM opt_out_value WHERE value = $1', [value]);
    const second = await suppress(database.deps, optOut);
    await lift(second.id);
    await database.importRecords('g', [company('k'), person('old', 'k', optOut)]);
    expect(await keysIn(database, 'g')).toEqual([]);
  });
});

describe('the file', () => {
  const rows = [
    company('k'),
    person('jo', 'k', { network: 'jo-file', email: 'jo.file@kestrel.example' }),
    person('sam', 'k', { email: 'sam.file@kestrel.example' }),
  ];

  /** A home with two opt-outs of one person and one of another; the first and the last are lifted. */
  async function prepare() {
    const own = makeHome();
    const current = await openTestDatabase(own);
    await current.importRecords('a', rows);
    const first = await suppress(current.deps, { email: 'jo.file@kestrel.example' });
    const second = await suppress(current.deps, { network: 'jo-file' });
    const third = await suppress(current.deps, { email: 'sam.file@kestrel.example' });
    return { own, current, first, second, third };
  }

  test.each([
    ['as written', (lines: string[]) => lines],
    [
      'with all lines in reverse, as when files of several hosts are concatenated',
      (lines: string[]) => lines.toReversed(),
    ],
  ])('restores opt-outs, lifts and receipts into an older database: %s', async (_, order) => {
    const { own, current, first, second, third } = await prepare();
    const old = await openTestDatabase(own);
    try {
      await old.importRecords('a', rows);
      for (const { id } of [first, third]) await lift(id, current);
      const path = suppressionFile(own.home);
      writeFileSync(path, order(readFileSync(path, 'utf8').split('\n').filter(Boolean)).join('\n'));
      await replaySuppressions(old.deps);
      expect(await keysIn(old, 'a')).toEqual(['sam']);
      await old.importRecords('a', rows);
      expect(await keysIn(old, 'a')).toEqual(['sam']);
      const ids = [first, second, third].map(({ id }) => id);
      expect(await readOptOuts(old.pool, ids)).toEqual(await readOptOuts(current.pool, ids));
      expect(await replaySuppressions(old.deps)).toBe(0);
    } finally {
      await old.close();
      await current.close();
      own.drop();
    }
  });

  test('lifts in a database that was restored to between an opt-out and its lift', async () => {
    const { own, current, first, second } = await prepare();
    try {
      const before = readFileSync(suppressionFile(own.home), 'utf8');
      await lift(first.id, current);
      const lifts = readFileSync(suppressionFile(own.home), 'utf8').slice(before.length);
      const old = await openTestDatabase(own);
      writeFileSync(suppressionFile(own.home), before);
      await replaySuppressions(old.deps);
      appendFileSync(suppressionFile(own.home), lifts);
      expect(await replaySuppressions(old.deps)).toBe(1);
      expect((await readOptOuts(old.pool, [first.id])).get(first.id)?.lift_reason).toBe(reason);
      await old.importRecords('a', rows);
      expect(await keysIn(old, 'a')).toEqual([]);
      expect((await lift(second.id, old)).kept).toBe(0);
      await old.importRecords('a', rows);
      expect(await keysIn(old, 'a')).toEqual(['jo']);
      await old.close();
    } finally {
      await current.close();
      own.drop();
    }
  });

  test('gets a lift that a dead process did not write when the command is repeated', async () => {
    const { own, current, first } = await prepare();
    try {
      const before = readFileSync(suppressionFile(own.home), 'utf8');
      await lift(first.id, current);
      writeFileSync(suppressionFile(own.home), before);
      await lift(first.id, current);
      expect(readFileSync(suppressionFile(own.home), 'utf8')).toContain(`"lifts":"${first.id}"`);
    } finally {
      await current.close();
      own.drop();
    }
  });
});
