import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, company, person } from '../../../../testing/src/data/records.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/src/data/test-database.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { startPublisher } from '../publish/background-publisher.ts';
import { rebuild, rollBack } from '../publish/rebuild.ts';
import type { OptOut } from './identify.ts';
import { replaySuppressions } from './replay.ts';
import { suppress } from './suppress.ts';
import { appendSuppressions, readSuppressions, suppressionFile } from './suppression-file.ts';
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

/** Everyone in each retained generation, as `company:person`. */
async function held({ opensearch, pool }: TestDatabase): Promise<string[][]> {
  const generations = await listGenerations(pool);
  return Promise.all(
    generations.map(async ({ indices }) => {
      await opensearch.indices.refresh({ index: indices.person });
      const { body } = await opensearch.search({ index: indices.person, body: { size: 10_000 } });
      return body.hits.hits.map(({ _id }) => _id ?? '');
    }),
  );
}

async function employmentOf({ rows }: TestDatabase, key: string): Promise<{ company: string; person: string }> {
  const [row] = await rows<{ company: string; person: string }>(
    'SELECT company_id AS company, person_id AS person FROM person_record WHERE key = $1',
    [key],
  );
  if (!row) throw new Error(`${key} is not loaded.`);
  return row;
}

const jo = (name: string): AnyRecord =>
  person(name, 'k', {
    network: `slug-${name}`,
    email: `Jo.${name}@Kestrel.example`,
    mobile: name === 'by-phone' ? '0412 555 017' : '',
    position: 'CEO',
  });

type Way = [string, string, (id: string) => OptOut];
const ways: Way[] = [
  ['person id', 'by-id', (id) => ({ person_id: id })],
  ['slug', 'by-slug', () => ({ network: 'https://www.linkedin.com/in/SLUG-by-slug/' })],
  ['email in another case', 'by-email', () => ({ email: ' jo.BY-EMAIL@kestrel.EXAMPLE ' })],
  ['phone in another form', 'by-phone', () => ({ phone: '+61 (412) 555-017' })],
];

describe.each(ways)('an opt-out by %s', (_, name, optOut) => {
  test('of a loaded person takes effect at once in responses, then in every retained generation, then at import', async () => {
    await database.importRecords('a', [company('k'), jo(name), jo(`${name}-other`)]);
    await database.publish();
    if ((await listGenerations(database.pool)).length < 2) await rebuild(database.rebuildDeps);
    const them = await employmentOf(database, name);
    const id = `${them.company}:${them.person}`;
    for (const generation of await held(database)) expect(generation).toContain(id);
    const suppressed = openSuppressionFilter(database.pool);
    await suppressed.refresh();
    expect(suppressed.at(them.company)).not.toContain(them.person);

    await suppress(database.deps, optOut(them.person));
    await suppressed.refresh();
    expect(suppressed.at(them.company)).toContain(them.person);
    await database.publish();
    const generations = await held(database);
    expect(generations).toHaveLength(2);
    for (const generation of generations) expect(generation).not.toContain(id);

    expect((await database.importRecords('a', [jo(name)])).counts).toMatchObject({ read: 1, suppressed: 1 });
    await database.publish();
    for (const generation of await held(database)) expect(generation).not.toContain(id);
    const other = await employmentOf(database, `${name}-other`);
    for (const generation of await held(database)) expect(generation).toContain(`${other.company}:${other.person}`);
  });

  test('applies to the same slug or email address from another source', async () => {
    const { counts } = await database.importRecords('b', [
      company('k'),
      person('slug', 'k', { network: `slug-${name}` }),
      person('email', 'k', { personal_email: `jo.${name}@kestrel.example` }),
    ]);
    expect(counts).toMatchObject({ read: 3, suppressed: 2 });
  });

  test('still applies after a rollback', async () => {
    await rollBack(database.rebuildDeps);
    const ids = (await held(database)).flat();
    const [row] = await database.rows<{ n: number }>('SELECT count(*) AS n FROM employment WHERE NOT removed');
    expect(new Set(ids).size).toBe(row?.n);
  });
});

describe('an opt-out of a person who is not loaded', () => {
  test.each<[string, OptOut, Partial<Extract<AnyRecord, { type: 'person' }>>]>([
    ['slug', { network: 'early' }, { network: 'Early' }],
    ['email', { email: 'early@kestrel.example' }, { email: 'EARLY@kestrel.example' }],
    ['phone', { phone: '02 5550 0123', country: 'AU' }, { dnd_phone: '+61 2 5550 0123' }],
  ])('by %s rejects the person when an import contains them', async (way, optOut, facts) => {
    await suppress(database.deps, optOut);
    const { counts } = await database.importRecords('c', [company('k'), person(`early-${way}`, 'k', facts)]);
    expect(counts.suppressed).toBe(1);
    await expect(employmentOf(database, `early-${way}`)).rejects.toThrow('not loaded');
  });
});

describe('a restored database that is older than an opt-out', () => {
  test.each<[string, (id: string) => OptOut]>([
    ['person id', (id) => ({ person_id: id })],
    ['slug', () => ({ network: 'restored' })],
    ['email', () => ({ email: 'restored@kestrel.example' })],
    ['phone', () => ({ phone: '+61 412 555 099' })],
  ])('by %s gets it from the file', async (_, optOut) => {
    const own = makeHome();
    const [old, current] = [await openTestDatabase(own), await openTestDatabase(own)];
    const records = [
      company('k'),
      person('p', 'k', { network: 'restored', email: 'restored@kestrel.example', mobile: '0412 555 099' }),
      person('q', 'k'),
    ];
    try {
      await old.importRecords('a', records);
      const them = await employmentOf(old, 'p');
      // The current database no longer has a person with this id, slug, email or phone.
      await suppress(current.deps, optOut(them.person));
      await old.publish();
      expect((await held(old))[0]).toHaveLength(2);

      expect(await replaySuppressions(old.deps)).toBe(1);
      const suppressed = openSuppressionFilter(old.pool);
      await suppressed.refresh();
      expect(suppressed.at(them.company)).toEqual([them.person]);
      await old.publish();
      expect((await held(old))[0]).toHaveLength(1);
      expect((await old.importRecords('a', records)).counts).toMatchObject({ suppressed: 1, unchanged: 2 });
      expect(await replaySuppressions(old.deps)).toBe(0);
    } finally {
      await old.close();
      await current.close();
      own.drop();
    }
  });
});

test('an opt-out by any id of a merged person applies to all of them', async () => {
  await database.importRecords('d', [company('k', { identifiers: { cik: '3' } }), person('p', 'k')]);
  await database.importRecords('e', [person('q', '', { company: { cik: '3' }, network: 'joined' })]);
  const [older, younger] = [await employmentOf(database, 'p'), await employmentOf(database, 'q')];
  await database.importRecords('d', [person('p', 'k', { network: 'joined' })]);
  await suppress(database.deps, { person_id: younger.person });
  await expect(employmentOf(database, 'p')).rejects.toThrow('not loaded');
  await expect(employmentOf(database, 'q')).rejects.toThrow('not loaded');
  const suppressed = openSuppressionFilter(database.pool);
  await suppressed.refresh();
  expect(suppressed.at(older.company)).toContain(older.person);
});

test('an opt-out without a valid id, slug, email address or phone number is rejected', async () => {
  await expect(suppress(database.deps, { person_id: 'somebody' })).rejects.toThrow('person_id');
  await expect(suppress(database.deps, { email: 'nobody' })).rejects.toThrow('email');
  await expect(suppress(database.deps, { phone: 'none' })).rejects.toThrow('phone');
  await expect(suppress(database.deps, { email_sha256: 'ab' })).rejects.toThrow('SHA-256');
  await expect(suppress(database.deps, {})).rejects.toThrow('is required');
});

test('no email address and no phone number of a person is stored, indexed or logged, and no hash reaches OpenSearch', async () => {
  const own = makeHome();
  const database = await openTestDatabase(own);
  const logged: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }),
  );
  const contacts = { email: 'needle1@hay.example', personal_email: 'Needle2@Hay.Example' };
  const phones = { phone: '+61 2 5550 0771', dnd_phone: '02 5550 0772', mobile: '0412 555 773' };
  const needle = /needle|@hay|5550\s?0771|5550\s?0772|412\s?555\s?773/i;
  try {
    await database.importRecords('a', [company('k'), person('p', 'k', { network: 'jo', ...contacts, ...phones })]);
    const broken = JSON.stringify({ ...person('bad', 'k', { ...contacts, ...phones }), seniority: 'needle' });
    await database.importFile(database.writeLines([broken, broken.slice(0, -9)]), 'a', { allow: ['rejected'] });
    await database.publish();
    await suppress(database.deps, { email: 'needle9@hay.example' });
    await database.importRecords('a', [person('p', 'k', { network: 'jo', ...contacts, ...phones, position: 'CEO' })]);
    const publisher = startPublisher(database.rebuildDeps, log);
    await expect.poll(() => database.pending()).toBe(0);
    await publisher.stop();

    const tables = await database.rows<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      for (const { row } of await database.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`))
        expect(row).not.toMatch(needle);
    }
    const { body } = await database.opensearch.search({ index: `${database.prefix}-*`, body: { size: 10_000 } });
    const documents = JSON.stringify(body.hits.hits);
    expect(body.hits.hits.length).toBeGreaterThan(1);
    expect(documents).not.toMatch(needle);
    const hashes = await database.rows<{ hash: string }>('SELECT hash FROM contact_hash');
    expect(hashes).toHaveLength(5);
    for (const { hash } of hashes) expect(documents).not.toContain(hash.split(':').at(-1));
    expect(logged.join('')).toContain('published');
    expect(logged.join('')).not.toMatch(needle);
    const written = [
      suppressionFile(own.home),
      ...readdirSync(join(own.home, 'rejected')).map((name) => join(own.home, 'rejected', name)),
    ];
    expect(written).toHaveLength(2);
    for (const path of written) expect(readFileSync(path, 'utf8')).not.toMatch(needle);
  } finally {
    await database.close();
    own.drop();
  }
});

test('a row rejected by email also removes the loaded person with its slug, and rejects the other rows of the file with it', async () => {
  await database.importRecords('f', [company('k'), person('known', 'k', { network: 'told-later' })]);
  const them = await employmentOf(database, 'known');
  await suppress(database.deps, { email: 'told.later@kestrel.example' });
  const { counts } = await database.importRecords('g', [
    company('k'),
    person('first', 'k', { network: 'told-later' }),
    person('telling', 'k', { network: 'told-later', email: 'told.later@kestrel.example' }),
  ]);
  expect(counts).toMatchObject({ read: 3, accepted: 1, suppressed: 2 });
  const suppressed = openSuppressionFilter(database.pool);
  await suppressed.refresh();
  expect(suppressed.at(them.company)).toContain(them.person);
  await expect(employmentOf(database, 'known')).rejects.toThrow('not loaded');
});

test('a row rejected by email stays rejected, even without the email address', async () => {
  await suppress(database.deps, { email: 'once.told@kestrel.example' });
  const row = person('once', 'k', { email: 'once.told@kestrel.example' });
  await database.importRecords('h', [company('k'), row]);
  const { counts } = await database.importRecords('h', [person('once', 'k')]);
  expect(counts).toMatchObject({ accepted: 0, suppressed: 1 });
});

test('an opt-out also removes everyone who shares the email address, at once', async () => {
  const email = 'shared@kestrel.example';
  await database.importRecords('i', [company('k'), person('one', 'k', { network: 'shared-one', email })]);
  await database.importRecords('j', [company('k'), person('two', 'k', { email })]);
  await suppress(database.deps, { network: 'shared-one' });
  await expect(employmentOf(database, 'two')).rejects.toThrow('not loaded');
});

test('an opt-out does not apply to an id that now belongs to someone else', async () => {
  await database.importRecords('l', [company('k'), person('founder', 'k', { network: 'first-slug' })]);
  await database.importRecords('m', [company('k'), person('stays', 'k', { network: 'first-slug' })]);
  await database.importRecords('l', [person('founder', 'k', { network: 'second-slug' })]);
  await suppress(database.deps, { network: 'second-slug' });
  const { counts } = await database.importRecords('m', [
    person('stays', 'k', { network: 'first-slug', position: 'CFO' }),
  ]);
  expect(counts).toMatchObject({ accepted: 1, suppressed: 0 });
});

test('the case of the country code does not matter for a phone number', async () => {
  await database.importRecords('n', [company('k'), person('lower', 'k', { country: 'au', phone: '(02) 9374 4000' })]);
  await suppress(database.deps, { phone: '02 9374 4000', country: 'au' });
  await expect(employmentOf(database, 'lower')).rejects.toThrow('not loaded');
  await expect(suppress(database.deps, { phone: '02 9374 4000', country: 'Austria' })).rejects.toThrow(
    'not an ISO country code',
  );
});

test('a line that a crash truncated does not affect the next opt-out', () => {
  const own = makeHome();
  writeFileSync(suppressionFile(own.home), '{"at":"2026-01-01","val');
  appendSuppressions(own.home, [{ at: '2026-01-02', values: ['p1'], people: [] }]);
  expect(readSuppressions(own.home).entries).toEqual([{ at: '2026-01-02', values: ['p1'], people: [] }]);
  own.drop();
});
