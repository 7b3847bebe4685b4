import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { publishCommand } from '../../cli/commands/publish.ts';
import type { Context } from '../../cli/context.ts';
import { silent } from '../../core/output/progress.ts';
import { readConfig } from '../../core/settings/config.ts';
import { abnOf, acnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';
import { deleteIndices } from '../../stores/opensearch/indices.ts';
import { type DocumentKind, enqueue } from '../../stores/postgres/outbox/enqueue.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { transaction } from '../../stores/postgres/pool.ts';
import { startPublisher } from './background-publisher.ts';
import { readWrites } from './publish-batch.ts';
import { publishAll, publishOnce } from './publisher.ts';
import { rebuild, rollBack } from './rebuild.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Documents = Record<string, unknown>;
const indexOf = { company: 'company', identifier: 'identifier', employment: 'person', roster: 'company' } as const;
const kinds = Object.keys(indexOf) as DocumentKind[];
const everything = { after: '', limit: 10_000 };

const isRoster = (id = '') => id.endsWith(':roster');

async function held(kind: DocumentKind, generation = 0): Promise<Documents> {
  const index = (await listGenerations(database.pool))[generation]?.indices[indexOf[kind]] ?? '';
  await database.opensearch.indices.refresh({ index });
  const { body } = await database.opensearch.search({ index, body: { size: 10_000 } });
  const hits = body.hits.hits.filter(({ _id }) => indexOf[kind] !== 'company' || isRoster(_id) === (kind === 'roster'));
  return Object.fromEntries(hits.map(({ _id, _source }) => [_id, _source]));
}

async function wanted(kind: DocumentKind, at = 0): Promise<Documents> {
  const generation = (await listGenerations(database.pool))[at];
  if (!generation) throw new Error('Nothing is published yet.');
  const writes = await readWrites(database.rebuildDeps, generation, kind, everything);
  return Object.fromEntries(
    writes.flatMap(({ id, source }) => (source === undefined ? [] : [[id, JSON.parse(source)]])),
  );
}

async function expectEqual(generation = 0): Promise<void> {
  for (const kind of kinds) expect(await held(kind, generation)).toEqual(await wanted(kind, generation));
}

const abn = abnOf(1);
const idOf = async (key: string) =>
  (await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
    ?.company_id ?? '';

describe('OpenSearch', () => {
  test('contains the same as the database', async () => {
    await database.importRecords('a', [
      company('k', { identifiers: { abn, fqdn: 'kestrelvane.com.au', network: 'kestrel-vane' }, employee_count: 7 }),
      company('k-nz', { identifiers: { abn, nzbn: nzbnOf(1) }, country: 'NZ', employee_count: 3 }),
      company('l', { identifiers: { acn: acnOf(2) } }),
      person('p', 'k', { position: 'CEO', network: 'jo' }),
      person('q', 'l', { position: 'Nurse' }),
      person('r', 'not-loaded'),
    ]);
    await database.publish();
    await expectEqual();
    expect(Object.keys(await held('company'))).toHaveLength(2);
    expect(Object.keys(await held('employment'))).toHaveLength(2);
    expect(Object.keys(await held('identifier')).sort()).toEqual([
      `abn:${abn}`,
      'fqdn:kestrelvane.com.au',
      'network:kestrel-vane',
    ]);
  });

  test('follows changes: one changed person means one document and the roster', async () => {
    await database.importRecords('a', [person('p', 'k', { position: 'Chair', network: 'jo' })]);
    expect(await database.pending()).toBe(2);
    expect(await database.publish()).toEqual({ written: 2, deleted: 0, equal: 0, refused: 0 });
    await expectEqual();
  });

  test('gets no write if changes leave everything equal', async () => {
    await transaction(database.pool, async (client) => {
      await client.query('UPDATE company SET version = version + 1, changed_at = now()');
      await enqueue(client, 'company', 'SELECT id, version, false AS late FROM company');
    });
    const counts = await database.publish();
    expect(counts).toMatchObject({ written: 0, deleted: 0 });
    expect(counts.equal).toBeGreaterThan(0);
    expect(await database.pending()).toBe(0);
  });

  test('deletes what was removed', async () => {
    await database.importRecords('a', [
      removed('person', 'q'),
      company('k', { identifiers: { abn, network: 'kestrel-vane' } }),
    ]);
    expect(await database.publish()).toMatchObject({ deleted: 2 });
    await expectEqual();
    expect(Object.keys(await held('identifier'))).not.toContain('fqdn:kestrelvane.com.au');
  });

  test('redirects from a merged company, whose people have moved', async () => {
    await database.importRecords('b', [company('m', { identifiers: { cik: '5' } }), person('s', 'm')]);
    await database.publish();
    const merged = await idOf('m');
    await database.importRecords('b', [company('bridge', { identifiers: { abn, cik: '5' } })]);
    await database.publish();
    await expectEqual();
    const survivor = await idOf('k');
    expect((await held('company'))[merged]).toMatchObject({ redirect: survivor });
    const people = Object.keys(await held('employment'));
    expect(people.some((id) => id.startsWith(`${survivor}:`))).toBe(true);
    expect(people.some((id) => id.startsWith(`${merged}:`))).toBe(false);
  });

  test('contains the same in every retained generation, after a rebuild, a change and a rollback', async () => {
    await rebuild(database.rebuildDeps);
    await database.importRecords('a', [
      company('late', { identifiers: { abn: abnOf(9) } }),
      removed('person', 'p'),
      person('t', 'late'),
    ]);
    await publishAll(database.rebuildDeps, silent);
    await expectEqual(0);
    await expectEqual(1);
    await rollBack(database.rebuildDeps);
    await expectEqual(0);
  });

  test('contains the same after a rebuild although it had lost all indices, and changes are pending', async () => {
    await database.importRecords('a', [company('lost', { name: 'Lost and Found' })]);
    for (const { indices } of await listGenerations(database.pool)) await deleteIndices(database.opensearch, indices);
    await rebuild(database.rebuildDeps);
    await expectEqual();
    expect(await listGenerations(database.pool)).toHaveLength(1);
    expect(await database.pending()).toBe(0);

    await rebuild(database.rebuildDeps);
    await expectEqual(0);
    await expectEqual(1);
  });
});

/** Changes an employment as a writer of the database does. */
const writeEmployment = (id: string, set: string) =>
  transaction(database.pool, async (client) => {
    const [companyId, personId] = id.split(':');
    const at = 'company_id = $1 AND person_id = $2';
    await client.query(`UPDATE employment SET ${set}, version = version + 1 WHERE ${at}`, [companyId, personId]);
    await enqueue(
      client,
      'employment',
      `SELECT company_id || ':' || person_id AS id, version, removed AS late FROM employment WHERE ${at}`,
      [companyId, personId],
    );
  });

describe('a document that OpenSearch rejects', () => {
  const context = (): Context => ({
    config: () => ({ ...readConfig(), ORGDEX_HOME: database.home, ORGDEX_INDEX_PREFIX: database.prefix }),
    print: () => {},
    note: () => {},
    withDatabase: (run) => run(database.pool),
  });
  const publishing = () => publishCommand(context()).parseAsync([], { from: 'user' });

  test('becomes a failed document with its reason after three tries, does not block the rest, and ends the command with an error', async () => {
    await database.importRecords('c', [company('n'), person('bad', 'n'), person('good', 'n')]);
    await database.publish();
    const [bad, good] = (
      await database.rows<{ id: string }>(
        `SELECT company_id || ':' || person_id AS id FROM person_record WHERE key IN ('bad', 'good') ORDER BY key`,
      )
    ).map(({ id }) => id) as [string, string];
    // Outside the range of the mapping's type.
    await writeEmployment(bad, `levels = '{300}'`);
    await writeEmployment(good, `position = 'Chair'`);
    await expect(publishing()).rejects.toThrow(/OpenSearch rejected/);
    expect(await database.pending()).toBe(0);
    expect(await database.rows('SELECT id, reason FROM failed_document ORDER BY slot')).toEqual([
      { id: bad, reason: expect.stringContaining('out of range for a byte') },
      { id: bad, reason: expect.stringContaining('out of range for a byte') },
    ]);
    expect((await held('employment'))[good]).toMatchObject({ match: { position: 'Chair' } });

    await writeEmployment(bad, `levels = '{3}'`);
    await expect(publishing()).resolves.toBeDefined();
    expect(await database.rows('SELECT id FROM failed_document')).toEqual([]);
    expect((await held('employment'))[bad]).toMatchObject({ levels: [3] });
  });

  test('for lack of capacity does not fail, and is retried later', async () => {
    const [live] = await listGenerations(database.pool);
    const index = live?.indices.person as string;
    const block = (on: boolean | null) =>
      database.opensearch.indices.putSettings({ index, body: { 'index.blocks.read_only_allow_delete': on } as never });
    await database.importRecords('c', [person('good', 'n', { position: 'Treasurer' })]);
    await block(true);
    try {
      await expect(publishAll(database.rebuildDeps, silent)).rejects.toThrow(/busy/);
      expect(await database.rows('SELECT * FROM failed_document')).toEqual([]);
      expect(await database.pending()).toBeGreaterThan(0);
    } finally {
      await block(null);
    }
    await publishAll(database.rebuildDeps, silent);
    await expectEqual();
  });

  test('does not result from a lone surrogate in a name', async () => {
    const line = JSON.stringify(company('half', { name: 'Half \ud83d name' }));
    await database.importFile(database.writeLines([line]), 'c');
    await expect(publishing()).resolves.toBeDefined();
    expect(Object.keys(await held('company'))).toContain(await idOf('half'));
  });
});

test('a publisher that loses its connection does not end the process, and nothing is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    await database.importRecords(
      'd',
      Array.from({ length: 50 }, (_, n) => company(`d${n}`, { tagline: `Round ${round}` })),
    );
    const running = publishOnce(database.rebuildDeps).catch(() => undefined);
    await sleep(round * 10);
    await database.cut();
    await running;
    await database.publish();
    await expectEqual();
  }
});

test('a serving process publishes the first generation of an installation by itself', async () => {
  const fresh = await openTestDatabase();
  try {
    await fresh.importRecords('a', [company('k')]);
    const publisher = startPublisher(fresh.rebuildDeps, pino({ level: 'silent' }));
    await expect.poll(async () => (await listGenerations(fresh.pool))[0]?.live_since, { timeout: 20_000 }).toBeTruthy();
    await publisher.stop();
  } finally {
    await fresh.close();
  }
});
