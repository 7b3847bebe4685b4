import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { findContacts, findWords, type Place } from '../../../../testing/src/data/sweep.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/src/data/test-database.ts';
import { listLastAudit } from '../../api/access/audit.ts';
import { silent } from '../../core/output/progress.ts';
import { stageOf } from '../../stores/postgres/imports/stage.ts';
import { publishAll, publishOnce } from '../publish/publisher.ts';
import { rebuild } from '../publish/rebuild.ts';
import { awaitErasures, completeErasures, erase } from './erase.ts';
import type { OptOut } from './identify.ts';
import { liftOptOut } from './lift.ts';
import { replaySuppressions } from './replay.ts';
import { suppress } from './suppress.ts';
import { openSuppressionFilter } from './suppression-filter.ts';

const reason = 'request of 3 May';
const contacts = { email: 'rosalind.quill@hay.example', mobile: '0412 555 773', phone: '+61 2 5550 0771' };
const values = Object.values(contacts);
/** Everything that names the person, except for the contact values, which are never stored. */
const words = ['rosalind-quill', 'needle-key', 'Keeper of Needles'];
const them = person('needle-key', 'k', { network: 'rosalind-quill', position: 'Keeper of Needles', ...contacts });
const other = person('other-key', 'k', { network: 'other-slug', position: 'Keeper of Pins' });
/** Every partition has rows: PostgreSQL keeps the samples of a table that became empty. */
const crowd = Array.from({ length: 200 }, (_, n) =>
  person(`crowd-${n}`, 'k', { network: `slug-${n}`, email: `crowd.${n}@pin.example` }),
);

/** Every row of every table, the statistics of the planner, every document, and every file except for inputs and the secret. */
async function places(database: TestDatabase): Promise<Place[]> {
  const tables = await database.rows<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname !~ '^pg_|^information_schema$'`,
  );
  const found: Place[] = [];
  for (const { name } of tables) {
    const rows = await database.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    found.push({ name, text: rows.map(({ row }) => row).join('\n') });
  }
  const statistics = await database.rows<{ line: string }>(
    `SELECT s::text AS line FROM pg_stats s WHERE schemaname !~ '^pg_|^information_schema$'`,
  );
  found.push({ name: 'statistics', text: statistics.map(({ line }) => line).join('\n') });
  await database.opensearch.indices.refresh({ index: `${database.prefix}-*` });
  const { body } = await database.opensearch.search({ index: `${database.prefix}-*`, body: { size: 10_000 } });
  found.push({ name: 'the indices', text: JSON.stringify(body.hits.hits) });
  const files = globSync(join(database.home, '**/*')).filter(
    (path) => statSync(path).isFile() && !path.endsWith('secret') && !/t[0-9a-f]{12}-\d+\.ndjson$/.test(path),
  );
  return [
    ...found,
    ...files.map((path) => ({ name: relative(database.home, path), text: readFileSync(path, 'utf8') })),
  ];
}

async function sweep(database: TestDatabase, ids: readonly string[]): Promise<string[]> {
  const all = await places(database);
  return [...findContacts(all, values, 'AU'), ...findWords(all, [...words, ...ids])];
}

async function idOf(database: TestDatabase, key: string): Promise<string> {
  const [row] = await database.rows<{ id: string }>('SELECT person_id AS id FROM person_record WHERE key = $1', [key]);
  if (!row) throw new Error(`${key} is not loaded.`);
  return row.id;
}

/** Loads both people, publishes them, by default to two generations, and fills the statistics of the planner. */
async function openLoaded({ home, generations = 2 }: { home?: Home; generations?: number } = {}) {
  const database = await openTestDatabase(home);
  await database.importRecords('a', [company('k'), them, other, ...crowd]);
  await database.publish();
  if (generations === 2) await rebuild(database.rebuildDeps);
  await database.pool.query('ANALYZE');
  return { database, id: await idOf(database, 'needle-key') };
}

const finish = (database: TestDatabase) =>
  awaitErasures(database.pool, () => publishOnce(database.rebuildDeps), 30_000);

type Way = [string, (id: string) => OptOut];
const ways: Way[] = [
  ['id', (id) => ({ person_id: id })],
  ['slug', () => ({ network: 'rosalind-quill' })],
  ['email address', () => ({ email: contacts.email })],
  ['phone number', () => ({ phone: contacts.mobile, country: 'AU' })],
];

describe.each(ways)('an erasure by %s', (_, request) => {
  let database: TestDatabase;
  let id: string;
  beforeAll(async () => {
    ({ database, id } = await openLoaded());
  });
  afterAll(() => database.close());

  test('leaves nothing but keyed hashes in tables, statistics, indices and files', async () => {
    expect((await sweep(database, [id])).length).toBeGreaterThan(5);
    expect(await erase(database.deps, request(id), reason)).toMatchObject({
      people: 1,
      positions: 1,
      unfinished_runs: [],
    });
    expect(await finish(database)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    const kept = await database.rows<{ value: string }>('SELECT value FROM suppression');
    for (const { value } of kept) expect(value).toMatch(/^(?:email|phone|network|person):1s?:[\w-]{43}$/);
    expect(await idOf(database, 'other-key')).toMatch(/^p/);
  });

  test('is audited with how and why, but not with the value', async () => {
    const [entry] = await listLastAudit(database, 1);
    expect(entry).toMatchObject({ action: 'person.erase', detail: { reason, people: 1, positions: 1 } });
  });

  test('stops the import of the same row, which is counted as suppressed, and stores nothing new', async () => {
    const before = await database.rows('SELECT value FROM suppression ORDER BY value');
    const { counts } = await database.importRecords('a', [company('k'), them, other]);
    expect(counts).toMatchObject({ read: 3, suppressed: 1, unchanged: 2 });
    expect(await database.rows('SELECT value FROM suppression ORDER BY value')).toEqual(before);
    await database.publish();
    await database.pool.query('SELECT analyze_people()');
    expect(await sweep(database, [id])).toEqual([]);
  });

  test('stops the same key without slug and contact values', async () => {
    const { counts } = await database.importRecords('a', [
      person('needle-key', 'k', { position: 'Keeper of Needles' }),
    ]);
    expect(counts).toMatchObject({ read: 1, suppressed: 1 });
  });

  test('can be repeated', async () => {
    await erase(database.deps, request(id), reason);
    expect(await finish(database)).toBe(0);
    await database.pool.query('SELECT analyze_people()');
    expect(await sweep(database, [id])).toEqual([]);
  });
});

describe('an erasure', () => {
  test('hides the person at once, before anything is published', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    const [at] = await database.rows<{ company_id: string }>('SELECT company_id FROM employment WHERE person_id = $1', [
      id,
    ]);
    await erase(database.deps, { person_id: id }, reason);
    const filter = openSuppressionFilter(database.pool);
    await filter.refresh();
    expect(filter.at(at?.company_id ?? '')).toEqual([id]);
    expect(await completeErasures(database.pool)).toBe(1);
    await database.close();
  });

  test('of a person who opted out earlier removes the ids that the opt-out stored', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    await suppress(database.deps, { email: contacts.email });
    await publishAll(database.rebuildDeps, silent);
    expect(findWords(await places(database), [id]).join()).toContain('suppression.ndjson');
    await erase(database.deps, { email: contacts.email }, reason);
    expect(await finish(database)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    expect((await database.importRecords('b', [company('k'), them])).counts.suppressed).toBe(1);
    await database.close();
  });

  test('stays when the earlier opt-out is lifted', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    const receipt = await suppress(database.deps, { email: contacts.email });
    await erase(database.deps, { email: contacts.email }, reason);
    await liftOptOut(database.deps, { id: receipt.id, reason: 'the wrong person' });
    expect((await database.importRecords('b', [company('k'), them])).counts.suppressed).toBe(1);
    expect(await finish(database)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    await database.close();
  });

  test('after a kill between its transaction and the next publish is completed by the next expiry', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    await erase(database.deps, { person_id: id }, reason);
    await database.publish();
    expect(findWords(await places(database), [id])).not.toEqual([]);
    expect(await completeErasures(database.pool)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    await database.close();
  });

  test('whose transaction fails after the file was written is applied by the replay of the file', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    const failing = { ...database.deps, recordAudit: () => Promise.reject(new Error('killed')) };
    await expect(erase(failing, { email: contacts.email }, reason)).rejects.toThrow('killed');
    expect(await idOf(database, 'needle-key')).toBe(id);
    expect(await replaySuppressions(database.deps)).toBe(1);
    expect(await finish(database)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    await database.close();
  });

  test.each(ways)('by %s holds in a database that was restored from an older backup', async (_, request) => {
    const home = makeHome();
    const { database: current, id } = await openLoaded({ home, generations: 1 });
    const { database: restored } = await openLoaded({ home, generations: 1 });
    await erase(current.deps, request(id), reason);
    expect(await replaySuppressions(restored.deps)).toBe(1);
    expect(await finish(restored)).toBe(0);
    expect(findWords(await places(restored), [...words, id])).toEqual([]);
    expect(await replaySuppressions(restored.deps)).toBe(0);
    await current.close();
    await restored.close();
    home.drop();
  });

  test('clears the staged rows of an interrupted import, which then continues and counts them as suppressed', async () => {
    const { database, id } = await openLoaded({ generations: 1 });
    const file = database.writeRecords([company('k2'), { ...them, key: 'needle-key-2' }, person('third-key', 'k2')]);
    await database.pool.query(`ALTER TABLE person_record ADD CONSTRAINT refusing CHECK (key <> 'third-key') NOT VALID`);
    await expect(database.importFile(file, 'b')).rejects.toThrow('refusing');
    const [run] = await database.rows<{ id: number }>(`SELECT id FROM run WHERE state = 'applying'`);
    const { person: staged } = stageOf(run?.id ?? 0);
    expect(findWords(await places(database), ['needle-key-2']).join()).toContain(staged);

    await erase(database.deps, { person_id: id }, reason);
    expect(await finish(database)).toBe(0);
    expect(await sweep(database, [id])).toEqual([]);
    await database.pool.query('ALTER TABLE person_record DROP CONSTRAINT refusing');
    expect((await database.importFile(file, 'b')).counts).toMatchObject({ read: 3, accepted: 2, suppressed: 1 });
    await database.close();
  });

  test('keeps the description of a company that another person has, and deletes one that only this person has', async () => {
    const database = await openTestDatabase();
    const described = (key: string, email: string) => ({ ...person(key, ''), company: undefined, email }) as never;
    await database.importRecords('a', [described('p', 'p@shared-firm.com.au'), described('q', 'q@shared-firm.com.au')]);
    await database.importRecords('a', [described('r', 'r@alone-firm.com.au')]);
    await erase(database.deps, { email: 'p@shared-firm.com.au' }, reason);
    await erase(database.deps, { email: 'r@alone-firm.com.au' }, reason);
    const refs = await database.rows<{ text: string }>(
      'SELECT company_ref AS text FROM person_reference UNION ALL SELECT value FROM described_key',
    );
    expect(refs.filter(({ text }) => text.includes('shared-firm.com.au')).length).toBeGreaterThan(1);
    expect(refs.filter(({ text }) => text.includes('alone-firm.com.au'))).toEqual([]);
    await database.close();
  });

  test.each([
    ['without a reason', '  '],
    ['with a reason that is too long', 'x'.repeat(501)],
    ['with a reason that contains a contact value', `${contacts.email} asked`],
  ])('%s is rejected', async (_, given) => {
    const { database, id } = await openLoaded({ generations: 1 });
    await expect(erase(database.deps, { person_id: id }, given)).rejects.toThrow('`reason` must');
    expect(await idOf(database, 'needle-key')).toBe(id);
    await database.close();
  });
});
