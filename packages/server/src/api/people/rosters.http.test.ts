import { departments, seniorities, supportedCountries } from '@orgdex/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { rosterDocumentId } from '../../knowledge/rules/identifiers/document-ids.ts';
import { rebuild } from '../../pipeline/publish/rebuild.ts';
import { cikOf, leiOf } from '../../sample-data/demo/numbers.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';

const limit = 40;
const seed = Math.floor(Math.random() * 2 ** 31);

const words = ['Sales', 'Manager', 'VP', 'Head of', 'CEO', 'Marketing', 'C.F.O.', '営業部長', '部長', '영업 부장'];
const phrase = fc
  .array(fc.constantFrom(...words, 'ผู้จัดการฝ่ายขาย', 'ฝ่ายขาย', 'Ingénieur', '&', 'zzz'), { maxLength: 4 })
  .map((some) => some.join(' '));
const idsOf = (vocabulary: object) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...Object.keys(vocabulary)), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
    freq: 2,
  });
const mostly = <T>(usual: T, others: readonly T[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
const facts = fc.record({
  position: fc.option(phrase, { nil: undefined }),
  country: mostly('AU', [...supportedCountries, 'GB']),
  seniority: idsOf(seniorities),
  department: idsOf(departments),
  has_email: fc.boolean(),
});
/** Some just below, at and above the limit. */
const sizes = [0, 1, 2, 3, 4, 7, 12, 25, 39, 40, 41, 60];
const rosters = sizes.map((size, at) => fc.sample(facts, { numRuns: size + 1, seed: seed + at }).slice(1));

let database: TestDatabase;
let services: { app: TestService['app']; authorization: string; service: TestService }[];
let asked: string[];
let hidden: Map<string, string[]>;

/** The whole service over one generation. */
async function openOver(generation: number, repeats = true) {
  const { id, indices } = (await listGenerations(database.pool))[generation] as Awaited<
    ReturnType<typeof listGenerations>
  >[number];
  const service = await openTestService(
    {},
    { generation: () => ({ id, indices }), suppressedAt: (of) => hidden.get(of) ?? [], repeats },
  );
  return { app: service.app, service, authorization: `Bearer ${await service.issue('people:search')}` };
}

/** Numbers of two registers: equal ones join, and there are never two of one. */
const numberOf = (at: number) => (at % 2 === 0 ? { cik: cikOf(at) } : { lei: leiOf(at) });

async function load(): Promise<void> {
  const records = rosters.flatMap((people, at) => [
    company(`c${at}`, { identifiers: numberOf(at) }),
    ...people.map(({ position, seniority, department, ...rest }, nth) =>
      person(`c${at}p${nth}`, `c${at}`, {
        ...rest,
        ...(position === undefined ? {} : { position }),
        ...(seniority && { seniority }),
        ...(department && { department }),
      }),
    ),
  ]);
  await database.importRecords('a', records);
  // Two of them turn out to be one.
  await database.importRecords('b', [company('bridge', { identifiers: { ...numberOf(5), ...numberOf(6) } })]);
}

beforeAll(async () => {
  database = await openTestDatabase();
  await load();
  asked = (await database.rows<{ id: string }>('SELECT id FROM company ORDER BY id')).map(({ id }) => id);
  const some = await database.rows<{ company_id: string; person_id: string }>(
    `SELECT company_id, person_id FROM employment WHERE hashtext(person_id) % 9 = 0`,
  );
  hidden = new Map(
    [...Map.groupBy(some, ({ company_id }) => company_id)].map(([of, all]) => [of, all.map((row) => row.person_id)]),
  );
  await rebuild({ ...database.rebuildDeps, rosterPeople: 0 });
  await rebuild({ ...database.rebuildDeps, rosterPeople: limit });
  services = await Promise.all([openOver(0), openOver(1)]);
});
afterAll(async () => {
  await Promise.all(services.map(({ service }) => service.close()));
  await database.close();
});

async function ask({ app, authorization }: (typeof services)[number], payload: object) {
  const answer = await app.inject({ method: 'POST', url: '/people/search', payload, headers: { authorization } });
  const { date: _, 'x-request-id': __, ...headers } = answer.headers;
  const limits = /^ratelimit|^x-ratelimit|^x-quota/i;
  const kept = Object.entries(headers).filter(([name]) => !limits.test(name));
  return { status: answer.statusCode, body: answer.body, headers: Object.fromEntries(kept) };
}

/** Two of three requests leave a filter out, so that many people are found as well as few. */
const perhaps = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, { arbitrary: some, weight: 1 });
const question = fc.record({
  companyId: fc.integer({ min: 0, max: sizes.length - 1 }).map((at) => asked[at] as string),
  position: perhaps(
    fc.oneof(
      fc.constantFrom(...words),
      phrase.filter((text) => /[^&\s]/.test(text)),
    ),
  ),
  seniority: perhaps(idsOf(seniorities)),
  department: perhaps(idsOf(departments)),
  selectedCountry: mostly('AU', supportedCountries),
  size: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 70 })),
});

test('a roster and the search give the same responses, byte for byte, by offset and by cursor', async () => {
  const seen = { people: 0, steps: 0, canonical: 0 };
  const same = async (payload: object) => {
    const [roster, search] = await Promise.all(services.map((service) => ask(service, payload)));
    expect(roster, `seed ${seed}`).toEqual(search);
    expect(roster?.status).toBe(200);
    seen.people += JSON.parse(roster?.body ?? '[]').length;
    if (roster?.headers['x-canonical-id']) seen.canonical += 1;
    return roster?.headers['x-next-cursor'];
  };
  await fc.assert(
    fc.asyncProperty(question, fc.nat(45), async (asking, from) => {
      await same({ ...asking, from });
      let cursor = await same(asking);
      for (let step = 0; cursor !== undefined && step < 3; step += 1) {
        cursor = await same({ ...asking, cursor });
        seen.steps += 1;
      }
    }),
    { numRuns: 200, seed },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(5);
}, 300_000);

test('one dataset is served from rosters, the other by searches', async () => {
  const generations = await listGenerations(database.pool);
  const largeIn = async (at: number) => {
    const index = generations[at]?.indices.company as string;
    const { body } = await database.opensearch.search({ index, body: { size: 1000 } });
    return body.hits.hits.filter(({ _source }) => (_source as { roster?: { large?: true } }).roster?.large).length;
  };
  expect(await largeIn(0)).toBe(2);
  expect(await largeIn(1)).toBe(sizes.length - 2);
});

test('a missing roster of a company that has people is a 503, of one without it is an empty list', async () => {
  const [{ indices }] = (await listGenerations(database.pool)) as [Awaited<ReturnType<typeof listGenerations>>[number]];
  const idOf = async (key: string) =>
    (await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
      ?.company_id as string;
  const [none, few] = [await idOf('c0'), await idOf('c4')];
  const target = { index: indices.company, id: rosterDocumentId(few), routing: few };
  const { body: kept } = await database.opensearch.get(target);
  await database.opensearch.delete({ ...target, refresh: true });
  const { app, authorization, service } = await openOver(0, false);
  const send = (companyId: string) =>
    app.inject({ method: 'POST', url: '/people/search', payload: { companyId }, headers: { authorization } });
  const answer = await send(few);
  expectProblem(answer, 'engine_unavailable');
  expect(answer.headers['retry-after']).toBe('1');
  const empty = await send(none);
  expect([empty.statusCode, empty.body, empty.headers['x-total-count']]).toEqual([200, '[]', '0']);
  await database.opensearch.index({ ...target, body: kept._source as object, refresh: true });
  expect((await send(few)).statusCode).toBe(200);
  await service.close();
});
