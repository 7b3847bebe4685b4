import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { silent } from '../../core/output/progress.ts';
import { enqueue } from '../../stores/postgres/outbox/enqueue.ts';
import { type Generation, listGenerations } from '../../stores/postgres/outbox/generations.ts';
import { type OutboxRow, readOutbox } from '../../stores/postgres/outbox/outbox.ts';
import { transaction } from '../../stores/postgres/pool.ts';
import { noPublishCounts, writePending } from './publish-batch.ts';
import { PublishNotifier } from './publish-notifier.ts';
import { publishAll, publishOnce } from './publisher.ts';

let database: TestDatabase;
let generation: Generation;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function makeGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    async pass(): Promise<void> {
      reached.resolve();
      await opened.promise;
    },
  };
}

/** A publisher of one document that stops twice: before it writes, and before it clears its outbox row. */
function makePublisher(id: string): (() => Promise<unknown>)[] {
  const [beforeWriting, beforeClearing] = [makeGate(), makeGate()];
  const opensearch = new Proxy(database.opensearch, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'bulk') return typeof value === 'function' ? value.bind(target) : value;
      const bulk = value.bind(target) as (...request: unknown[]) => Promise<unknown>;
      return async (...request: unknown[]) => {
        await beforeWriting.pass();
        const answer = await bulk(...request);
        await beforeClearing.pass();
        return answer;
      };
    },
  });
  const deps = { ...database.rebuildDeps, opensearch };
  async function publish(marks: readonly OutboxRow[]): Promise<void> {
    const news = new PublishNotifier(deps, generation, 'employment');
    await news.add(await writePending(deps, generation, 'employment', marks, noPublishCounts()));
    await news.notify();
  }
  let done: Promise<void>;
  return [
    async () => {
      const all = await Promise.all(
        [false, true].map((late) =>
          readOutbox(database.pool, { slot: generation.slot, kind: 'employment', late, limit: 100_000, after: '' }),
        ),
      );
      const marks = all.flat().filter((mark) => mark.id === id);
      done = marks.length > 0 ? publish(marks) : Promise.resolve();
      await Promise.race([beforeWriting.reached, done]);
    },
    () => {
      beforeWriting.open();
      return Promise.race([beforeClearing.reached, done]);
    },
    () => {
      beforeClearing.open();
      return done;
    },
  ];
}

/** A writer of the database: each step is one commit. */
const makeWriter = (id: string, changes: readonly string[]) =>
  changes.map(
    (set) => () =>
      transaction(database.pool, async (client) => {
        const at = `company_id = '${id.split(':')[0]}' AND person_id = '${id.split(':')[1]}'`;
        await client.query(`UPDATE employment SET ${set}, version = version + 1 WHERE ${at}`);
        await enqueue(
          client,
          'employment',
          `SELECT company_id || ':' || person_id AS id, version, removed AS late FROM employment WHERE ${at}`,
        );
      }),
  );

/** Every order in which actors with these numbers of steps can take turns. */
function interleavings(steps: readonly number[]): number[][] {
  if (steps.every((left) => left === 0)) return [[]];
  return steps.flatMap((left, actor) =>
    left === 0
      ? []
      : interleavings(steps.map((count, at) => (at === actor ? count - 1 : count))).map((rest) => [actor, ...rest]),
  );
}

const orders = interleavings([3, 3, 2]);
const chair = `position = 'Chair', removed = false, country = 'AU', flags = 0`;
const nurse = `position = 'Nurse', removed = false, country = 'AU', flags = 0`;
const gone = 'position = NULL, country = NULL, flags = NULL, removed = true';
// biome-ignore format: one history is one line
const histories = {
  'two changes': { first: nurse, changes: [chair, `position = 'Treasurer'`] },
  'a change and back': { first: nurse, changes: [chair, nurse] },
  'a change and the end': { first: nurse, changes: [chair, gone] },
  'the end and a new beginning': { first: nurse, changes: [gone, chair] },
};

beforeAll(async () => {
  const people = orders.map((_, n) => person(`p${n}`, 'k', { position: 'Nurse' }));
  await database.importRecords('a', [company('k'), ...people]);
  await database.publish();
  generation = (await listGenerations(database.pool))[0] as Generation;
});

async function held(): Promise<Map<string, string | null>> {
  await database.opensearch.indices.refresh({ index: generation.indices.person });
  const { body } = await database.opensearch.search({ index: generation.indices.person, body: { size: 10_000 } });
  return new Map(
    body.hits.hits.map(({ _id, _source }) => [
      _id ?? '',
      (_source as { match: { position: string | null } }).match.position,
    ]),
  );
}

describe('two publishers and a writer of one document, in every order of their steps', () => {
  test.each(Object.entries(histories))(
    '%s: OpenSearch has the last commit',
    async (_, { first, changes }) => {
      const ids = (
        await database.rows<{ id: string }>(`SELECT company_id || ':' || person_id AS id FROM employment ORDER BY 1`)
      ).map(({ id }) => id);
      for (const id of ids) await makeWriter(id, [first])[0]?.();
      await publishAll(database.rebuildDeps, silent);
      for (const [at, order] of orders.entries()) {
        const id = ids[at] as string;
        const actors = [makePublisher(id), makePublisher(id), makeWriter(id, changes)];
        for (const actor of order) await actors[actor]?.shift()?.();
      }
      await publishAll(database.rebuildDeps, silent);
      const wanted = await database.rows<{ id: string; position: string }>(
        `SELECT company_id || ':' || person_id AS id, position FROM employment WHERE NOT removed`,
      );
      const found = await held();
      const wrong = ids.flatMap((id, at) => {
        const want = wanted.find((row) => row.id === id)?.position;
        return found.get(id) === want ? [] : [{ order: orders[at]?.join(''), want, found: found.get(id) }];
      });
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

test('after parallel imports of two sources about one company, with two publishers, OpenSearch has the last commit', async () => {
  const identifiers = { cik: '77' };
  const recordsOf = (source: string, n: number) => [
    company('x', { name: `${source} ${n}`, identifiers, observed: `2026-01-${String(n + 10)}` }),
    person('x', 'x', { network: 'jo', position: `${source} ${n}`, observed: `2026-01-${String(n + 10)}` }),
  ];
  let isWriting = true;
  const publishers = [0, 1].map(async () => {
    while (isWriting) await publishOnce(database.rebuildDeps);
  });
  await Promise.all(
    ['left', 'right'].map(async (source) => {
      for (let n = 0; n < 6; n += 1) await database.importRecords(source, recordsOf(source, n));
    }),
  );
  isWriting = false;
  await Promise.all(publishers);
  await publishAll(database.rebuildDeps, silent);
  const [row] = await database.rows<{ id: string }>(`SELECT company_id AS id FROM company_record WHERE key = 'x'`);
  const { body } = await database.opensearch.get({ index: generation.indices.company, id: row?.id ?? '' });
  expect(body._source).toMatchObject({ served: { name: 'left 5' } });
  expect([...(await held()).values()].filter((position) => position === 'left 5')).toHaveLength(1);
});
