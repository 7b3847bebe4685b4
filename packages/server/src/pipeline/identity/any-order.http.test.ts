import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelRecord, modelCompanies } from '../../../../testing/src/data/match-model.ts';
import {
  arrange,
  lastWords,
  type RandomDataset,
  randomDataset,
  sources,
  toRecord,
} from '../../../../testing/src/data/random-dataset.ts';
import { company } from '../../../../testing/src/data/records.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/src/data/test-database.ts';
import { type Canonical, readCanonical } from '../../../../testing/src/stores/canonical.ts';
import { silent } from '../../core/output/progress.ts';
import { completeRegisters } from '../../knowledge/sources/index.ts';
import type { CompanyRow } from '../../stores/postgres/imports/stage-line.ts';
import { toRow } from '../imports/stage/to-row.ts';
import { settle } from './apply-links.ts';
import { chooseSources } from './matching/linking-sources.ts';
import { runMatches } from './matching/run.ts';
import { groupRecords } from './same-company.ts';

/**
 * The ways to load the same records: the number of runs, the batch size, and whether matches run only at the end or
 * after each round as well.
 */
const loadings = [
  { rounds: 1, batchSize: 20_000, matches: 'last' },
  { rounds: 3, batchSize: 40, matches: 'often' },
  { rounds: 2, batchSize: 150, matches: 'often' },
] as const;
const datasetCount = Number(process.env.ORGDEX_TEST_DATASETS ?? 600);

let home: Home;
let databases: TestDatabase[];
let loaded = 0;

beforeAll(async () => {
  home = makeHome();
  databases = await Promise.all(loadings.map(() => openTestDatabase(home)));
  // A register counts as complete once a full file of it was imported.
  const whole = { class: 'register', whole: true } as const;
  await Promise.all(databases.map((database) => database.importRecords('au-abr', [company('first')], whole)));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  home.drop();
});

async function match({ pool, secret }: TestDatabase, batchSize: number): Promise<void> {
  const deps = { pool, progress: silent, settle: (client: Parameters<typeof settle>[0]) => settle(client, secret) };
  await runMatches(deps, { sources: await chooseSources(pool, { completeRegisters }), batchSize });
}

/** Loads many datasets into one database. Each has its own keys and identifiers, so they never interact. */
async function load(datasets: readonly RandomDataset[], first: number, loading: number): Promise<void> {
  const { rounds, batchSize, matches } = loadings[loading] as (typeof loadings)[number];
  const database = databases[loading] as TestDatabase;
  const lines = datasets
    .flatMap((dataset, at) =>
      arrange(dataset, loading, rounds).map((statement) => ({ statement, dataset: first + at })),
    )
    .sort((a, b) => a.statement.time - b.statement.time);
  const last = Math.max(...lines.map(({ statement }) => statement.round));
  for (let round = 0; round <= last; round += 1) {
    for (let turn = 0; turn < sources.length; turn += 1) {
      const at = (turn + loading) % sources.length;
      const { name, class: sourceClass } = sources[at] as (typeof sources)[number];
      const run = lines.filter(({ statement }) => statement.round === round && statement.source === at);
      if (run.length === 0) continue;
      const records = run.map(({ statement, dataset }) => toRecord(statement, dataset));
      await database.importRecords(name, records, { class: sourceClass, batchSize });
    }
    if (matches === 'often' || round === last) await match(database, batchSize);
  }
}

const emptyPart = (): Canonical => ({
  companies: [],
  identifiers: [],
  people: [],
  employments: [],
  waiting: [],
  matches: [],
});

/** The part of a database that belongs to each dataset. */
function partsOf(all: Canonical): Map<string, Canonical> {
  const parts = new Map<string, Canonical>();
  for (const [field, items] of Object.entries(all)) {
    for (const item of items) {
      const dataset = /w\d+\./.exec(JSON.stringify(item))?.[0] ?? 'none';
      const part = parts.get(dataset) ?? emptyPart();
      (part[field as keyof Canonical] as unknown[]).push(item);
      parts.set(dataset, part);
    }
  }
  return parts;
}

const listed = (names: string[][]) => names.map((list) => list.sort().join(' ')).sort();

interface Expected {
  companies: string[];
  people: string[];
  links: number;
}

/** The expected groups, computed from all statements at once: without a database, and independent of order. */
function expectedGroups(dataset: RandomDataset, number: number): Expected {
  const ends = lastWords(dataset).map(({ statement, removed }) => {
    const record = toRecord(statement, number);
    const { name: source = '', class: sourceClass } = sources[statement.source] ?? {};
    return { name: `${source}/${record.key}`, source, web: sourceClass === 'web', record, removed };
  });
  const companies = ends.flatMap(({ record, ...end }): (ModelRecord & { removed: boolean })[] =>
    record.type === 'company' ? [{ ...end, record, claims: (toRow(record, home.secret) as CompanyRow).claims }] : [],
  );
  const living = modelCompanies(companies.filter(({ removed }) => !removed));
  const groupsOf = (records: typeof companies) => {
    const { group } = groupRecords(records);
    return [...Map.groupBy(records, (record) => group[records.indexOf(record)]).values()];
  };
  const gone = groupsOf(companies).filter((group) => group.every(({ removed }) => removed));
  const people = ends.filter(({ record, removed }) => record.type === 'person' && !removed);
  const slugOf = ({ name, record }: (typeof people)[number]) => ('network' in record && record.network) || name;
  return {
    companies: listed([...living.companies, ...gone].map((group) => group.map(({ name }) => name))),
    people: listed([...Map.groupBy(people, slugOf).values()].map((group) => group.map(({ name }) => name))),
    links: living.links,
  };
}

interface Failing {
  dataset: RandomDataset;
  why: unknown;
}

/** What only one of the two contains. */
function differences(one: Canonical | undefined, other: Canonical | undefined) {
  const without = (a: Canonical | undefined, b: Canonical | undefined) =>
    Object.entries(a ?? {}).map(([field, items]) => {
      const held = new Set((b?.[field as keyof Canonical] ?? []).map((item) => JSON.stringify(item)));
      return [field, (items as unknown[]).filter((item) => !held.has(JSON.stringify(item)))] as const;
    });
  return { one: Object.fromEntries(without(one, other)), other: Object.fromEntries(without(other, one)) };
}

/** Loads the datasets in every way; returns those whose result depends on the way, or differs from the expected one. */
async function findFailing(datasets: readonly RandomDataset[]): Promise<Failing[]> {
  const first = loaded;
  loaded += datasets.length;
  const parts: Map<string, Canonical>[] = await Promise.all(
    loadings.map(async (_, loading) => {
      await load(datasets, first, loading);
      return partsOf(await readCanonical((databases[loading] as TestDatabase).pool));
    }),
  );
  return datasets.flatMap((dataset, at): Failing[] => {
    const number = first + at;
    const outcomes = parts.map((part) => part.get(`w${number}.`));
    const expected = expectedGroups(dataset, number);
    const wrong = outcomes.find(
      (outcome) =>
        JSON.stringify(outcome?.companies.map(({ records }) => records).sort() ?? []) !==
          JSON.stringify(expected.companies) ||
        JSON.stringify(outcome?.people ?? []) !== JSON.stringify(expected.people),
    );
    if (wrong) return [{ dataset, why: { expected, outcomes } }];
    const other = outcomes.find((outcome) => JSON.stringify(outcome) !== JSON.stringify(outcomes[0]));
    return other ? [{ dataset, why: differences(outcomes[0], other) }] : [];
  });
}

/**
 * Ids that redirect to an id that redirects itself or does not exist; merged ids that lead to another company than the
 * one they were merged into; and unmerged ids whose founder is in another company or hidden, or that share a group with
 * another unmerged id.
 */
async function lostRedirects({ rows }: TestDatabase): Promise<unknown[]> {
  return rows(`SELECT c.id FROM company c LEFT JOIN company o ON o.id = c.redirect_to AND o.redirect_to IS NULL
      WHERE c.redirect_to IS NOT NULL AND o.id IS NULL
    UNION ALL SELECT c.id FROM company c LEFT JOIN company o ON o.id = c.merged_into AND o.merged_into IS NULL
      WHERE c.merged_into IS NOT NULL AND c.redirect_to IS DISTINCT FROM coalesce(o.redirect_to, o.id)
    UNION ALL SELECT min(c.id) FROM company c
      LEFT JOIN company_record f ON f.source_id = c.founder_source AND f.key = c.founder_key AND NOT f.hidden
      WHERE c.merged_into IS NULL GROUP BY f.company_id, f.matched_by
      HAVING count(*) > 1 OR bool_or(f.company_id IS DISTINCT FROM coalesce(c.redirect_to, c.id))`);
}

/** Identifiers whose stored number of claimants differs from the number of companies that claim them. */
const miscounted = ({ rows }: TestDatabase): Promise<unknown[]> =>
  rows(`SELECT i.identifier, i.claimants, counted.* FROM identifier i LEFT JOIN LATERAL (
      SELECT count(DISTINCT r.company_id) FILTER (WHERE NOT r.removed) AS living, count(DISTINCT r.company_id) AS every
      FROM claim c JOIN company_record r ON r.source_id = c.source_id AND r.key = c.key AND NOT r.hidden
      WHERE c.identifier = i.identifier) counted ON true
    WHERE i.claimants <> CASE WHEN counted.living > 0 THEN counted.living ELSE counted.every END`);

/** Removes statements as long as the dataset still fails. */
async function shrink(failing: Failing): Promise<Failing> {
  const smaller = failing.dataset.map((_, left) => failing.dataset.filter((__, at) => at !== left));
  const [next] = smaller.length > 1 ? await findFailing(smaller) : [];
  return next ? shrink(next) : failing;
}

function describeDataset(dataset: RandomDataset): string {
  return loadings
    .map(({ rounds, batchSize }, loading) => {
      const lines = arrange(dataset, loading, rounds)
        .sort((a, b) => a.round - b.round || a.time - b.time)
        .map(
          (statement) =>
            `run ${statement.round} of ${sources[statement.source]?.name}: ${JSON.stringify(toRecord(statement, 0))}`,
        );
      return [`${rounds} rounds, batches of ${batchSize}:`, ...lines].join('\n');
    })
    .join('\n');
}

test('the same records, in any order and split into any runs, give the same companies, people, profiles and matches', async () => {
  const seed = Number(process.env.ORGDEX_TEST_SEED ?? Date.now());
  const datasets = fc.sample(randomDataset(loadings.length), { numRuns: datasetCount, seed });
  const failing = await findFailing(datasets);
  const links = datasets.reduce((sum, dataset, at) => sum + expectedGroups(dataset, at).links, 0);
  expect(links, 'links by name and location').toBeGreaterThan(datasets.length / 50);
  expect(await Promise.all(databases.map(lostRedirects))).toEqual(loadings.map(() => []));
  expect(await Promise.all(databases.map(miscounted))).toEqual(loadings.map(() => []));
  if (failing.length === 0) return;
  const simplest = failing.reduce((a, b) => (b.dataset.length < a.dataset.length ? b : a));
  const { dataset, why } = await shrink(simplest);
  const message = `${failing.length} of ${datasets.length} datasets (ORGDEX_TEST_SEED=${seed}); the smallest:\n${describeDataset(dataset)}`;
  expect.fail(`${message}\n${JSON.stringify(why, null, 1)}`);
}, 600_000);
