import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, company, person } from '../../../../testing/src/data/records.ts';
import { type Home, makeHome, openTestLedger, type TestLedger } from '../../../../testing/src/data/test-database.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { startPublisher } from '../publish/background-publisher.ts';
import { rebuild, rollBack } from '../publish/rebuild.ts';
import type { OptOut } from './identify.ts';
import { replaySuppressions } from './replay.ts';
import { suppress } from './suppress.ts';
import { appendSuppressions, readSuppressions, suppressionFile } from './suppression-file.ts';
import { openSuppressionFilter } from './suppression-filter.ts';

let home: Home;
let ledger: TestLedger;
beforeAll(async () => {
  home = makeHome();
  ledger = await openTestLedger(home);
});
afterAll(async () => {
  await ledger.close();
  home.drop();
});

/** Everyone in each retained generation, as `company:person`. */
async function held({ engine, pool }: TestLedger): Promise<string[][]> {
  const generations = await listGenerations(pool);
  return Promise.all(
    generations.map(async ({ indices }) => {
      await engine.indices.refresh({ index: indices.person });
      const { body } = await engine.search({ index: indices.person, body: { size: 10_000 } });
      return body.hits.hits.map(({ _id }) => _id ?? '');
    }),
  );
}

async function employmentOf({ rows }: TestLedger, key: string): Promise<{ company: string; person: string }> {
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
    await ledger.importRecords('a', [company('k'), jo(name), jo(`${name}-other`)]);
    await ledger.publish();
    if ((await listGenerations(ledger.pool)).length < 2) await rebuild(ledger.rebuildDeps);
    const them = await employmentOf(ledger, name);
    const id = `${them.company}:${them.person}`;
    for (const generation of await held(ledger)) expect(generation).toContain(id);
    const suppressed = openSuppressionFilter(ledger.pool);
    await suppressed.refresh();
    expect(suppressed.at(them.company)).not.toContain(them.person);

    await suppress(ledger.deps, optOut(them.person));
    await suppressed.refresh();
    expect(suppressed.at(them.company)).toContain(them.person);
    await ledger.publish();
    const generations = await held(ledger);
    expect(generations).toHaveLength(2);
    for (const generation of generations) expect(generation).not.toContain(id);

    expect((await ledger.importRecords('a', [jo(name)])).counts).toMatchObject({ read: 1, suppressed: 1 });
    await ledger.publish();
    for (const generation of await held(ledger)) expect(generation).not.toContain(id);
    const other = await employmentOf(ledger, `${name}-other`);
    for (const generation of await held(ledger)) expect(generation).toContain(`${other.company}:${other.person}`);
  });

  test('applies to the same slug or email address from another source', async () => {
    const { counts } = await ledger.importRecords('b', [
      company('k'),
      person('slug', 'k', { network: `slug-${name}` }),
      person('email', 'k', { personal_email: `jo.${name}@kestrel.example` }),
    ]);
    expect(counts).toMatchObject({ read: 3, suppressed: 2 });
  });

  test('still applies after a rollback', async () => {
    await rollBack(ledger.rebuildDeps);
    const ids = (await held(ledger)).flat();
    const [row] = await ledger.rows<{ n: number }>('SELECT count(*) AS n FROM employment WHERE NOT removed');
    expect(new Set(ids).size).toBe(row?.n);
  });
});

describe('an opt-out of a person who is not loaded', () => {
  test.each<[string, OptOut, Partial<Extract<AnyRecord, { type: 'person' }>>]>([
    ['slug', { network: 'early' }, { network: 'Early' }],
    ['email', { email: 'early@kestrel.example' }, { email: 'EARLY@kestrel.example' }],
    ['phone', { phone: '02 5550 0123', country: 'AU' }, { dnd_phone: '+61 2 5550 0123' }],
  ])('by %s rejects the person when an import contains them', async (way, optOut, facts) => {
    await suppress(ledger.deps, optOut);
    const { counts } = await ledger.importRecords('c', [company('k'), person(`early-${way}`, 'k', facts)]);
    expect(counts.suppressed).toBe(1);
    await expect(employmentOf(ledger, `early-${way}`)).rejects.toThrow('not loaded');
  });
});

describe('a restored ledger that is older than an opt-out', () => {
  test.each<[string, (id: string) => OptOut]>([
    ['person id', (id) => ({ person_id: id })],
    ['slug', () => ({ network: 'restored' })],
    ['email', () => ({ email: 'restored@kestrel.example' })],
    ['phone', () => ({ phone: '+61 412 555 099' })],
  ])('by %s gets it from the file', async (_, optOut) => {
    const own = makeHome();
    const [old, current] = [await openTestLedger(own), await openTestLedger(own)];
    const records = [
      company('k'),
      person('p', 'k', { network: 'restored', email: 'restored@kestrel.example', mobile: '0412 555 099' }),
      person('q', 'k'),
    ];
    try {
      await old.importRecords('a', records);
      const them = await employmentOf(old, 'p');
      // The current ledger no longer has a person with this id, slug, email or phone.
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
  await ledger.importRecords('d', [company('k', { identifiers: { cik: '3' } }), person('p', 'k')]);
  await ledger.importRecords('e', [person('q', '', { company: { cik: '3' }, network: 'joined' })]);
  const [older, younger] = [await employmentOf(ledger, 'p'), await employmentOf(ledger, 'q')];
  await ledger.importRecords('d', [person('p', 'k', { network: 'joined' })]);
  await suppress(ledger.deps, { person_id: younger.person });
  await expect(employmentOf(ledger, 'p')).rejects.toThrow('not loaded');
  await expect(employmentOf(ledger, 'q')).rejects.toThrow('not loaded');
  const suppressed = openSuppressionFilter(ledger.pool);
  await suppressed.refresh();
  expect(suppressed.at(older.company)).toContain(older.person);
});

test('an opt-out without a valid id, slug, email address or phone number is rejected', async () => {
  await expect(suppress(ledger.deps, { person_id: 'somebody' })).rejects.toThrow('person_id');
  await expect(suppress(ledger.deps, { email: 'nobody' })).rejects.toThrow('email');
  await expect(suppress(ledger.deps, { phone: 'none' })).rejects.toThrow('phone');
  await expect(suppress(ledger.deps, { email_sha256: 'ab' })).rejects.toThrow('SHA-256');
  await expect(suppress(ledger.deps, {})).rejects.toThrow('is required');
});

test('no email address and no phone number of a person is stored, indexed or logged, and no hash reaches the engine', async () => {
  const own = makeHome();
  const ledger = await openTestLedger(own);
  const logged: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }),
  );
  const contacts = { email: 'needle1@hay.example', personal_email: 'Needle2@Hay.Example' };
  const phones = { phone: '+61 2 5550 0771', dnd_phone: '02 5550 0772', mobile: '0412 555 773' };
  const needle = /needle|@hay|5550\s?0771|5550\s?0772|412\s?555\s?773/i;
  try {
    await ledger.importRecords('a', [company('k'), person('p', 'k', { network: 'jo', ...contacts, ...phones })]);
    const broken = JSON.stringify({ ...person('bad', 'k', { ...contacts, ...phones }), seniority: 'needle' });
    await ledger.importFile(ledger.writeLines([broken, broken.slice(0, -9)]), 'a', { allow: ['rejected'] });
    await ledger.publish();
    await suppress(ledger.deps, { email: 'needle9@hay.example' });
    await ledger.importRecords('a', [person('p', 'k', { network: 'jo', ...contacts, ...phones, position: 'CEO' })]);
    const publisher = startPublisher(ledger.rebuildDeps, log);
    await expect.poll(() => ledger.pending()).toBe(0);
    await publisher.stop();

    const tables = await ledger.rows<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      for (const { row } of await ledger.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`))
        expect(row).not.toMatch(needle);
    }
    const { body } = await ledger.engine.search({ index: `${ledger.prefix}-*`, body: { size: 10_000 } });
    const documents = JSON.stringify(body.hits.hits);
    expect(body.hits.hits.length).toBeGreaterThan(1);
    expect(documents).not.toMatch(needle);
    const hashes = await ledger.rows<{ hash: string }>('SELECT hash FROM contact_hash');
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
    await ledger.close();
    own.drop();
  }
});

test('a row rejected by email also removes the loaded person with its slug, and rejects the other rows of the file with it', async () => {
  await ledger.importRecords('f', [company('k'), person('known', 'k', { network: 'told-later' })]);
  const them = await employmentOf(ledger, 'known');
  await suppress(ledger.deps, { email: 'told.later@kestrel.example' });
  const { counts } = await ledger.importRecords('g', [
    company('k'),
    person('first', 'k', { network: 'told-later' }),
    person('telling', 'k', { network: 'told-later', email: 'told.later@kestrel.example' }),
  ]);
  expect(counts).toMatchObject({ read: 3, accepted: 1, suppressed: 2 });
  const suppressed = openSuppressionFilter(ledger.pool);
  await suppressed.refresh();
  expect(suppressed.at(them.company)).toContain(them.person);
  await expect(employmentOf(ledger, 'known')).rejects.toThrow('not loaded');
});

test('a row rejected by email stays rejected, even without the email address', async () => {
  await suppress(ledger.deps, { email: 'once.told@kestrel.example' });
  const row = person('once', 'k', { email: 'once.told@kestrel.example' });
  await ledger.importRecords('h', [company('k'), row]);
  const { counts } = await ledger.importRecords('h', [person('once', 'k')]);
  expect(counts).toMatchObject({ accepted: 0, suppressed: 1 });
});

test('an opt-out also removes everyone who shares the email address, at once', async () => {
  const email = 'shared@kestrel.example';
  await ledger.importRecords('i', [company('k'), person('one', 'k', { network: 'shared-one', email })]);
  await ledger.importRecords('j', [company('k'), person('two', 'k', { email })]);
  await suppress(ledger.deps, { network: 'shared-one' });
  await expect(employmentOf(ledger, 'two')).rejects.toThrow('not loaded');
});

test('an opt-out does not apply to an id that now belongs to someone else', async () => {
  await ledger.importRecords('l', [company('k'), person('founder', 'k', { network: 'first-slug' })]);
  await ledger.importRecords('m', [company('k'), person('stays', 'k', { network: 'first-slug' })]);
  await ledger.importRecords('l', [person('founder', 'k', { network: 'second-slug' })]);
  await suppress(ledger.deps, { network: 'second-slug' });
  const { counts } = await ledger.importRecords('m', [
    person('stays', 'k', { network: 'first-slug', position: 'CFO' }),
  ]);
  expect(counts).toMatchObject({ accepted: 1, suppressed: 0 });
});

test('the case of the country code does not matter for a phone number', async () => {
  await ledger.importRecords('n', [company('k'), person('lower', 'k', { country: 'au', phone: '(02) 9374 4000' })]);
  await suppress(ledger.deps, { phone: '02 9374 4000', country: 'au' });
  await expect(employmentOf(ledger, 'lower')).rejects.toThrow('not loaded');
  await expect(suppress(ledger.deps, { phone: '02 9374 4000', country: 'Austria' })).rejects.toThrow(
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
