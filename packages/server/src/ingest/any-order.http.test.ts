import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Canonical, readCanonical } from '../../test/support/canonical.ts';
import { type Home, type LedgerWorld, makeHome, openLedgerWorld } from '../../test/support/ledger-world.ts';
import {
  arrange,
  lastWords,
  type RandomWorld,
  randomWorld,
  sources,
  toRecord,
} from '../../test/support/random-world.ts';
import { groupRecords } from './identity.ts';
import type { CompanyRow } from './row.ts';
import { toRow } from './to-row.ts';

/** The same records are loaded in these ways: cut into so many runs, in batches of so many lines. */
const loadings = [
  { rounds: 1, batchSize: 20_000 },
  { rounds: 3, batchSize: 40 },
  { rounds: 2, batchSize: 150 },
] as const;
const worldsAtOnce = Number(process.env.ORGDEX_TEST_WORLDS ?? 600);

let home: Home;
let ledgers: LedgerWorld[];
let loaded = 0;

beforeAll(async () => {
  home = makeHome();
  ledgers = await Promise.all(loadings.map(() => openLedgerWorld(home)));
});
afterAll(async () => {
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  home.drop();
});

/** Loads many worlds side by side: each has keys and identifiers of its own, so they never meet. */
async function load(worlds: readonly RandomWorld[], first: number, loading: number): Promise<void> {
  const { rounds, batchSize } = loadings[loading] as (typeof loadings)[number];
  const lines = worlds
    .flatMap((world, at) => arrange(world, loading, rounds).map((statement) => ({ statement, world: first + at })))
    .sort((a, b) => a.statement.time - b.statement.time);
  const last = Math.max(...lines.map(({ statement }) => statement.round));
  for (let round = 0; round <= last; round += 1) {
    for (let turn = 0; turn < sources.length; turn += 1) {
      const at = (turn + loading) % sources.length;
      const { name, class: sourceClass } = sources[at] as (typeof sources)[number];
      const run = lines.filter(({ statement }) => statement.round === round && statement.source === at);
      if (run.length === 0) continue;
      const records = run.map(({ statement, world }) => toRecord(statement, world));
      await (ledgers[loading] as LedgerWorld).importRecords(name, records, { class: sourceClass, batchSize });
    }
  }
}

/** The part of a ledger that belongs to each world. */
function partsOf(all: Canonical): Map<string, Canonical> {
  const parts = new Map<string, Canonical>();
  for (const [field, items] of Object.entries(all)) {
    for (const item of items) {
      const world = /w\d+\./.exec(JSON.stringify(item))?.[0] ?? 'none';
      const part = parts.get(world) ?? { companies: [], identifiers: [], people: [], employments: [], waiting: [] };
      (part[field as keyof Canonical] as unknown[]).push(item);
      parts.set(world, part);
    }
  }
  return parts;
}

const listed = (names: string[][]) => names.map((list) => list.sort().join(' ')).sort();

/** Groups by a function of all statements at once: no ledger, no order. */
function expectedGroups(world: RandomWorld, number: number): { companies: string[]; people: string[] } {
  const ends = lastWords(world).map(({ statement, removed }) => {
    const record = toRecord(statement, number);
    return { name: `${sources[statement.source]?.name}/${record.key}`, record, removed };
  });
  const companies = ends
    .filter(({ record }) => record.type === 'company')
    .map((end) => ({ ...end, claims: (toRow(end.record, home.secret) as CompanyRow).claims }));
  const living = companies.filter(({ removed }) => !removed);
  const groupsOf = (records: typeof companies) => {
    const { group } = groupRecords(records);
    return [...Map.groupBy(records, (record) => group[records.indexOf(record)]).values()];
  };
  const gone = groupsOf(companies).filter((group) => group.every(({ removed }) => removed));
  const people = ends.filter(({ record, removed }) => record.type === 'person' && !removed);
  const slugOf = ({ name, record }: (typeof people)[number]) => ('network' in record && record.network) || name;
  return {
    companies: listed([...groupsOf(living), ...gone].map((group) => group.map(({ name }) => name))),
    people: listed([...Map.groupBy(people, slugOf).values()].map((group) => group.map(({ name }) => name))),
  };
}

interface Failing {
  world: RandomWorld;
  why: unknown;
}

/** What only the one or only the other holds. */
function differences(one: Canonical | undefined, other: Canonical | undefined) {
  const without = (a: Canonical | undefined, b: Canonical | undefined) =>
    Object.entries(a ?? {}).map(([field, items]) => {
      const held = new Set((b?.[field as keyof Canonical] ?? []).map((item) => JSON.stringify(item)));
      return [field, (items as unknown[]).filter((item) => !held.has(JSON.stringify(item)))] as const;
    });
  return { one: Object.fromEntries(without(one, other)), other: Object.fromEntries(without(other, one)) };
}

/** Loads the worlds in every way and gives those whose outcome depends on the way, or is not the expected one. */
async function findFailing(worlds: readonly RandomWorld[]): Promise<Failing[]> {
  const first = loaded;
  loaded += worlds.length;
  const parts: Map<string, Canonical>[] = await Promise.all(
    loadings.map(async (_, loading) => {
      await load(worlds, first, loading);
      return partsOf(await readCanonical((ledgers[loading] as LedgerWorld).pool));
    }),
  );
  return worlds.flatMap((world, at): Failing[] => {
    const number = first + at;
    const outcomes = parts.map((part) => part.get(`w${number}.`));
    const expected = expectedGroups(world, number);
    const wrong = outcomes.find(
      (outcome) =>
        JSON.stringify(outcome?.companies.map(({ records }) => records).sort() ?? []) !==
          JSON.stringify(expected.companies) ||
        JSON.stringify(outcome?.people ?? []) !== JSON.stringify(expected.people),
    );
    if (wrong) return [{ world, why: { expected, outcomes } }];
    const other = outcomes.find((outcome) => JSON.stringify(outcome) !== JSON.stringify(outcomes[0]));
    return other ? [{ world, why: differences(outcomes[0], other) }] : [];
  });
}

/** Leaves statements out for as long as it still fails. */
async function shrink(failing: Failing): Promise<Failing> {
  const smaller = failing.world.map((_, left) => failing.world.filter((__, at) => at !== left));
  const [next] = smaller.length > 1 ? await findFailing(smaller) : [];
  return next ? shrink(next) : failing;
}

function describeWorld(world: RandomWorld): string {
  return loadings
    .map(({ rounds, batchSize }, loading) => {
      const lines = arrange(world, loading, rounds)
        .sort((a, b) => a.round - b.round || a.time - b.time)
        .map(
          (statement) =>
            `run ${statement.round} of ${sources[statement.source]?.name}: ${JSON.stringify(toRecord(statement, 0))}`,
        );
      return [`${rounds} rounds, batches of ${batchSize}:`, ...lines].join('\n');
    })
    .join('\n');
}

test('the same records in any order and any cut into runs give the same companies, people and profiles', async () => {
  const seed = Number(process.env.ORGDEX_TEST_SEED ?? Date.now());
  const worlds = fc.sample(randomWorld(loadings.length), { numRuns: worldsAtOnce, seed });
  const failing = await findFailing(worlds);
  if (failing.length === 0) return;
  const simplest = failing.reduce((a, b) => (b.world.length < a.world.length ? b : a));
  const { world, why } = await shrink(simplest);
  const message = `${failing.length} of ${worlds.length} worlds (ORGDEX_TEST_SEED=${seed}); the smallest:\n${describeWorld(world)}`;
  expect.fail(`${message}\n${JSON.stringify(why, null, 1)}`);
}, 600_000);
