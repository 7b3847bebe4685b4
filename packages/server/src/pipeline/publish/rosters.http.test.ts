import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person, removed } from '../../../../testing/src/data/records.ts';
import { heldRosters, wantedRosters } from '../../../../testing/src/data/rosters.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { silent } from '../../core/output/progress.ts';
import { abnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { joinCompanies, splitCompany } from '../identity/manual-decisions.ts';
import { suppress } from '../privacy/suppress.ts';
import { publishAll, publishOnce } from './publisher.ts';
import { rebuild, rollBack } from './rebuild.ts';

const limit = 3;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(undefined, limit);
  await database.importRecords('a', [
    company('one', { identifiers: { abn: abnOf(1) } }),
    company('other', { identifiers: { nzbn: nzbnOf(1) } }),
    company('empty'),
    person('p1', 'one', { network: 'jo' }),
    person('p2', 'one'),
    person('q1', 'other'),
  ]);
  await database.publish();
  await rebuild(database.rebuildDeps);
});
afterAll(() => database.close());

const held = async () => (await heldRosters(database)).map(({ rosters }) => rosters);
const wanted = async () => (await wantedRosters(database, limit)).rosters;

async function expectRosters(): Promise<void> {
  await publishAll(database.rebuildDeps, silent);
  const right = await wantedRosters(database, limit);
  expect(await heldRosters(database)).toEqual([right, right]);
}

const idOf = async (key: string) =>
  (await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
    ?.company_id as string;
const rosterAt = async (key: string) => (await held())[0]?.[await idOf(key)];
const personOf = async (key: string) =>
  (await database.rows<{ person_id: string }>('SELECT person_id FROM person_record WHERE key = $1', [key]))[0]
    ?.person_id as string;

describe('the rosters of every retained generation follow', () => {
  test('people who join and leave; a company that never had people has no roster, one that lost them an empty one', async () => {
    await expectRosters();
    expect(await rosterAt('empty')).toBeUndefined();
    await database.importRecords('a', [removed('person', 'q1'), person('q2', 'other', { position: 'CEO' })]);
    await expectRosters();
    await database.importRecords('a', [removed('person', 'q2')]);
    await expectRosters();
    expect(await rosterAt('other')).toBe('');
  });

  test('a person who moves', async () => {
    await database.importRecords('a', [person('p2', 'other')]);
    await expectRosters();
    expect(await rosterAt('other')).toBe(await personOf('p2'));
    expect(await rosterAt('one')).toBe(await personOf('p1'));
  });

  test('a company that grows over the limit and shrinks below it', async () => {
    const more = ['r1', 'r2', 'r3'];
    await database.importRecords(
      'a',
      more.map((key) => person(key, 'one')),
    );
    await expectRosters();
    expect(await rosterAt('one')).toBe('large');
    await database.importRecords('a', [removed('person', 'r1')]);
    await expectRosters();
    expect((await rosterAt('one'))?.split(',')).toHaveLength(limit);
  });

  test('an opt-out', async () => {
    const gone = await personOf('r2');
    await suppress(database.deps, { person_id: gone });
    await expectRosters();
    expect(await rosterAt('one')).not.toContain(gone);
  });

  test('a merge, after which the survivor has all people and the other redirects; and a split', async () => {
    const [one, other] = [await idOf('one'), await idOf('other')];
    await joinCompanies(database.deps, one, other);
    await expectRosters();
    const [live] = await held();
    expect([live?.[one]?.split(',').length, live?.[other]]).toEqual([3, `to ${one}`]);
    const { leaves } = await splitCompany(database.deps, one, [{ source: 'a', key: 'other' }]);
    await expectRosters();
    expect((await held())[0]?.[leaves[0] as string]).toBe(await personOf('p2'));
  });

  test('a company without people that is merged, and its survivor too', async () => {
    await database.importRecords('a', [
      company('m1', { identifiers: { abn: abnOf(11) } }),
      company('m2', { identifiers: { nzbn: nzbnOf(12) } }),
      company('m3', { identifiers: { cik: '13' } }),
      person('m', 'm3'),
    ]);
    await database.importRecords('a', [removed('person', 'm')]);
    const ids = [await idOf('m1'), await idOf('m2'), await idOf('m3')] as const;
    await joinCompanies(database.deps, ids[1], ids[2]);
    await expectRosters();
    expect((await held())[0]?.[ids[2]]).toBe(`to ${ids[1]}`);
    await joinCompanies(database.deps, ids[0], ids[1]);
    await expectRosters();
    expect((await held())[0]?.[ids[2]]).toBe(`to ${ids[0]}`);
  });

  test('a rebuild and a rollback', async () => {
    await rebuild(database.rebuildDeps);
    await database.importRecords('a', [person('late', 'empty'), removed('person', 'p1')]);
    await expectRosters();
    await rollBack(database.rebuildDeps);
    await expectRosters();
  });

  test('another limit, from the next change on and after the next rebuild', async () => {
    await database.importRecords('a', [person('late2', 'empty')]);
    await publishAll({ ...database.rebuildDeps, rosterPeople: 1 }, silent);
    expect(await rosterAt('empty')).toBe('large');
    await rebuild(database.rebuildDeps);
    expect((await rosterAt('empty'))?.split(',')).toHaveLength(2);
    await rebuild(database.rebuildDeps);
    await expectRosters();
  });
});

/** The writes of a publish in order: one step contains the writes between two refreshes. */
async function stepsOf(publish: (opensearch: TestDatabase['opensearch']) => Promise<unknown>): Promise<string[][]> {
  const steps: string[][] = [[]];
  const refresh = (what: never) => {
    steps.push([]);
    return database.opensearch.indices.refresh(what);
  };
  const opensearch = new Proxy(database.opensearch, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === 'indices') return { refresh };
      if (name !== 'bulk') return typeof value === 'function' ? value.bind(target) : value;
      return (request: { body: Buffer }, ...rest: never[]) => {
        const actions = request.body
          .toString()
          .split('\n')
          .filter((line) => line.includes('"version_type"'));
        steps.at(-1)?.push(...actions.map((line) => (Object.values(JSON.parse(line))[0] as { _id: string })._id));
        return target.bulk(request as never, ...rest);
      };
    },
  });
  await publish(opensearch);
  return steps.filter((step) => step.length > 0);
}

describe('in OpenSearch', () => {
  const publishing = () => stepsOf((opensearch) => publishAll({ ...database.rebuildDeps, opensearch }, silent));
  /** The first step in which a document is written, in the first generation. */
  const stepIn = (steps: string[][], id: string) => steps.findIndex((step) => step.includes(id));

  test('people are visible before the roster, and the roster before the company that mentions it', async () => {
    await database.importRecords('a', [company('new', { identifiers: { abn: abnOf(21) } }), person('n1', 'new')]);
    const steps = await publishing();
    const id = await idOf('new');
    const order = [`${id}:${await personOf('n1')}`, `${id}:roster`, id, `abn:${abnOf(21)}`];
    expect(order.map((name) => stepIn(steps, name))).toEqual([0, 1, 2, 3]);
  });

  test('a person is in the new roster before the old one loses them', async () => {
    await database.importRecords('a', [person('n2', 'new')]);
    await publishing();
    await database.importRecords('a', [person('n2', 'other')]);
    const steps = await publishing();
    expect(stepIn(steps, `${await idOf('other')}:roster`)).toBeLessThan(stepIn(steps, `${await idOf('new')}:roster`));
  });

  test('the roster of a new company is not deferred, even if a person left before it was published', async () => {
    await database.importRecords('a', [company('brief'), person('b1', 'brief'), person('b2', 'brief')]);
    await database.importRecords('a', [removed('person', 'b1')]);
    const steps = await publishing();
    const id = await idOf('brief');
    expect(stepIn(steps, `${id}:roster`)).toBeLessThan(stepIn(steps, id));
  });

  test("a survivor has the people before the other redirects, and the other's people are deleted last", async () => {
    await database.importRecords('a', [company('gone', { identifiers: { nzbn: nzbnOf(22) } }), person('g1', 'gone')]);
    await publishing();
    const [survivor, gone, who] = [await idOf('new'), await idOf('gone'), await personOf('g1')];
    await joinCompanies(database.deps, survivor, gone);
    await suppress(database.deps, { person_id: await personOf('n1') });
    const steps = await publishing();
    const order = [`${survivor}:${who}`, `${survivor}:roster`, gone, `${gone}:roster`, `${gone}:${who}`];
    const found = order.map((name) => stepIn(steps, name));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(new Set(found).size).toBe(order.length);
    await expectRosters();
  });
});

describe('a retained generation with other rules', () => {
  const setRules = (hash: string) =>
    database.pool.query('UPDATE generation SET rules_hash = $2 WHERE id = $1', [other.id, hash]);
  let other: Awaited<ReturnType<typeof listGenerations>>[number];

  test('has no person in a roster who left or opted out; it gets no other changes', async () => {
    await database.importRecords('b', [
      company('k'),
      person('k1', 'k'),
      person('k2', 'k'),
      company('l'),
      person('l1', 'l'),
    ]);
    await expectRosters();
    other = (await listGenerations(database.pool))[1] as typeof other;
    await setRules('other');
    const [k, l, k1] = [await idOf('k'), await idOf('l'), await personOf('k1')];
    await suppress(database.deps, { person_id: k1 });
    await database.importRecords('b', [person('l2', 'l'), company('news'), person('news1', 'news')]);
    await publishOnce(database.rebuildDeps);
    const [live, old] = await held();
    expect(live).toEqual(await wanted());
    expect(old?.[k]).toBe('large');
    expect(old?.[l]).toBe(await personOf('l1'));
    expect(old).not.toHaveProperty(await idOf('news'));
    expect(await database.rows('SELECT id FROM failed_document')).toEqual([]);
    expect(JSON.stringify(old)).not.toContain(k1);
  });

  test('without rosters does not get any', async () => {
    const [l, l1] = [await idOf('l'), await personOf('l1')];
    await database.opensearch.delete({ index: other.indices.company, id: `${l}:roster`, routing: l, refresh: true });
    await suppress(database.deps, { person_id: l1 });
    await publishOnce(database.rebuildDeps);
    expect((await held())[1]).not.toHaveProperty(l);
    expect(await database.rows('SELECT id FROM failed_document')).toEqual([]);
  });

  test('gets the other changes when its own rules publish again; a closed roster may stay, since the search is correct', async () => {
    const [{ rules_hash }] = (await listGenerations(database.pool)) as [typeof other];
    await setRules(rules_hash);
    await publishAll(database.rebuildDeps, silent);
    const [, old] = await held();
    const k = await idOf('k');
    expect(old).toEqual({ ...(await wanted()), [k]: 'large' });
    await database.importRecords('b', [person('k3', 'k')]);
    await expectRosters();
  });
});

test('the first person of a company changes its document, but not the ETag of its response', async () => {
  await database.importRecords('a', [company('alone')]);
  await database.publish();
  const id = await idOf('alone');
  const read = async () => {
    const { body } = await database.opensearch.get({ index: (await database.indices()).company, id });
    return body._source as { rostered?: boolean; served: { base: { tag: string } } };
  };
  const before = await read();
  await database.importRecords('a', [person('first', 'alone')]);
  await database.publish();
  const after = await read();
  expect([before.rostered, after.rostered]).toEqual([undefined, true]);
  expect(after.served).toEqual(before.served);
});
