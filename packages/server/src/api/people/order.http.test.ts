import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fill, openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { companyDocument, personDocument } from '../../../../testing/src/stores/documents.ts';
import { searchWords } from '../../knowledge/rules/titles/words.ts';
import type { PersonDocument } from '../../stores/opensearch/documents.ts';

let service: TestService;
let authorization: string;
let companies = 0;

beforeAll(async () => {
  service = await openTestService({});
  authorization = `Bearer ${await service.issue('people:search')}`;
});
afterAll(() => service.close());

async function page(question: object) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/people/search',
    payload: question,
    headers: { authorization },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return {
    ids: (answer.json() as { person_id: string }[]).map(({ person_id }) => person_id),
    total: Number(answer.headers['x-total-count']),
    cursor: answer.headers['x-next-cursor'],
  };
}

/** Pages by offset until one is empty. */
async function byOffset(question: object, sizes: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; ; i++) {
    const size = sizes[i % sizes.length] as number;
    const { ids: some, total } = await page({ ...question, from: String(ids.length), size: String(size) });
    ids.push(...some);
    if (some.length === 0) return ids;
    expect(total).toBeGreaterThanOrEqual(ids.length);
  }
}

/** Pages by cursor until there is none. */
async function byCursor(question: object, sizes: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: unknown;
  for (let i = 0; ; i++) {
    const next = await page({ ...question, size: sizes[i % sizes.length], ...(cursor ? { cursor } : {}) });
    ids.push(...next.ids);
    if (!next.cursor) return ids;
    expect(next.ids.length).toBeGreaterThan(0);
    cursor = next.cursor;
  }
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The order as the contract states it, worked out here. */
function expectedOrder(people: PersonDocument[], position?: string): string[] {
  const words = position ? searchWords(position) : [];
  return people
    .filter((person) => words.every((word) => person.words.includes(word)))
    .sort((a, b) => (position ? a.word_count - b.word_count : 0) || a.rank - b.rank || bytes(a.person, b.person))
    .map(({ person }) => person);
}

const title = fc
  .array(fc.constantFrom('Sales', 'Manager', 'VP', 'Head of', 'Engineer', 'CEO', 'Marketing', '部長'), { maxLength: 4 })
  .map((words) => words.join(' '));
const personId = fc.string({ unit: fc.constantFrom(...'abAB01_-é漢'), minLength: 1, maxLength: 6 });
const roster = fc.uniqueArray(fc.record({ person: personId, title }), {
  selector: ({ person }) => person,
  maxLength: 60,
});
const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 });

test.each([
  ['from a roster', 200],
  ['by a search', 0],
])(
  '%s: pages neither repeat nor skip anyone, by offset and by cursor, and keep the stated order',
  async (_, rosterPeople) => {
    await fc.assert(
      fc.asyncProperty(
        roster,
        sizes,
        fc.constantFrom(undefined, 'sales', 'manager'),
        async (facts, pages, position) => {
          const companyId = `order-${companies++}`;
          const people = facts.map((person) => personDocument(companyId, person));
          await fill(service.opensearch, service.indices, {
            companies: [companyDocument(companyId)],
            people,
            rosterPeople,
          });
          const question = { companyId, ...(position ? { position } : {}) };
          const expected = expectedOrder(people, position);
          expect(await byOffset(question, pages)).toEqual(expected);
          expect(await byCursor(question, pages)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  },
);

test('a cursor continues past 10,000', async () => {
  const companyId = 'large';
  const people = Array.from({ length: 10_150 }, (_, i) =>
    personDocument(companyId, { person: `p${String(i).padStart(5, '0')}`, title: 'Engineer' }),
  );
  await fill(service.opensearch, service.indices, { companies: [companyDocument(companyId)], people });
  const last = await page({ companyId, from: '9900', size: '100' });
  expect([last.total, last.ids.at(-1)]).toEqual([10_150, 'p09999']);
  const beyond = await page({ companyId, size: 100, cursor: last.cursor });
  const end = await page({ companyId, size: 100, cursor: beyond.cursor });
  expect([beyond.ids[0], end.ids.at(-1), end.cursor]).toEqual(['p10000', 'p10149', undefined]);
});
