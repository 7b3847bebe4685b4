import { createHash } from 'node:crypto';
import { settle } from '../../../server/src/pipeline/identity/apply-links.ts';
import { joinCompanies, splitCompany } from '../../../server/src/pipeline/identity/manual-decisions.ts';
import { decideMany } from '../../../server/src/pipeline/identity/matching/decide-many.ts';
import { chooseSources } from '../../../server/src/pipeline/identity/matching/linking-sources.ts';
import { acceptMatch, rejectMatch, undoMatch } from '../../../server/src/pipeline/identity/matching/review.ts';
import { runMatches } from '../../../server/src/pipeline/identity/matching/run.ts';
import { erase } from '../../../server/src/pipeline/privacy/erase.ts';
import { readExpiryStatus } from '../../../server/src/pipeline/privacy/expire.ts';
import { exportPerson } from '../../../server/src/pipeline/privacy/held-data.ts';
import { liftOptOut } from '../../../server/src/pipeline/privacy/lift.ts';
import { suppress } from '../../../server/src/pipeline/privacy/suppress.ts';
import { batchSizes } from '../../../server/src/pipeline/publish/publish-batch.ts';
import { findKey } from '../../../server/src/stores/postgres/access/api-keys.ts';
import {
  findById,
  findByIdentifier,
  readDatabaseCompany,
} from '../../../server/src/stores/postgres/identity/company-records.ts';
import { readSides } from '../../../server/src/stores/postgres/matches/match-sides.ts';
import { countFitting, countMatches, listMatches } from '../../../server/src/stores/postgres/matches/matches.ts';
import { listOptOuts } from '../../../server/src/stores/postgres/opt-outs.ts';
import { kinds } from '../../../server/src/stores/postgres/outbox/enqueue.ts';
import {
  clearOutbox,
  countOptOuts,
  countPending,
  countProposed,
  hasDeferred,
  hasPending,
  hasPendingOf,
  oldestChange,
  readOutbox,
  readOutboxRowsOf,
  recordRefused,
} from '../../../server/src/stores/postgres/outbox/outbox.ts';
import {
  readCompanyRows,
  readEmploymentRows,
  readIdentifierRows,
} from '../../../server/src/stores/postgres/outbox/published-rows.ts';
import { readRosterRows } from '../../../server/src/stores/postgres/outbox/rosters.ts';
import { readStatus } from '../../../server/src/stores/postgres/status.ts';
import { readSuppressed } from '../../../server/src/stores/postgres/suppression.ts';
import { company, person, removed } from '../../../testing/src/data/records.ts';
import type { TestDatabase } from '../../../testing/src/data/test-database.ts';
import { cikOf, domainOf, registerSource, webSource } from './synthetic-database.ts';

/** What the service or a command does, on a part of the database that does not depend on its size. */
export interface Operation {
  name: string;
  run(database: TestDatabase, sizes: Sizes): Promise<unknown>;
  /** In a smaller database, it reads whole tables. */
  fromCompanies?: number;
}

export interface Sizes {
  /** Rows that an import applies in one transaction. Each kind of change has as many. */
  batch: number;
  /** Documents that a publisher handles at a time. */
  page: number;
}

const published = ['abn', 'fqdn', 'network'];
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

async function lookUp({ pool }: TestDatabase) {
  await findKey(pool, createHash('sha256').update('key').digest());
  const id = await findByIdentifier(pool, `fqdn:${domainOf(10)}`);
  await findById(pool, id ?? '');
  await readDatabaseCompany(pool, id ?? '');
}

async function poll({ pool }: TestDatabase) {
  const { rows } = await pool.query('SELECT max(seq) AS last FROM suppressed_employment');
  await readSuppressed(pool, rows[0].last - 10);
  await oldestChange(pool, 0);
  for (const count of [countProposed, countOptOuts]) await count(pool);
  await countPending(pool, 0);
  await hasPending(pool, 0);
  await hasDeferred(pool, 0);
  await hasPendingOf(pool, 0, ['company', 'identifier']);
}

/** Reads the outbox and what it names, as a publisher does, and deletes what was written. */
async function publish({ pool }: TestDatabase, { page }: Sizes) {
  for (const kind of kinds) {
    for (const late of [false, true]) {
      const pending = await readOutbox(pool, { slot: 0, kind, late, limit: page, after: 'c5' });
      const ids = pending.map(({ id }) => id);
      const read = {
        company: () => readCompanyRows(pool, { ids }),
        employment: () => readEmploymentRows(pool, { ids }),
        identifier: () => readIdentifierRows(pool, { ids }, published),
        roster: () => readRosterRows(pool, { ids }, 201),
      };
      await read[kind]();
      await readOutboxRowsOf(pool, { slot: 0, kind }, ids);
      await clearOutbox(pool, 0, kind, pending.slice(10));
      await recordRefused(pool, 0, kind, [...pending.slice(0, 2).map((row) => ({ ...row, reason: 'test' }))]);
    }
  }
}

/** As many rows of one partition as a lane reads, whatever the size of the database: there are many such pages. */
async function scanPages({ pool }: TestDatabase) {
  const which = { after: 'c5', limit: batchSizes.company, part: 3 };
  await readCompanyRows(pool, which);
  await readEmploymentRows(pool, { ...which, after: 'c5:p5' });
  await readIdentifierRows(pool, { ...which, after: 'fqdn:c5' }, published);
  await readRosterRows(pool, { ...which, after: 'c5:roster' }, 201);
}

async function review({ pool }: TestDatabase) {
  for (const source of [undefined, webSource]) {
    const filter = { state: 'candidate', source, minScore: 0.2 } as const;
    const page = await listMatches(pool, { ...filter, limit: 20 });
    await listMatches(pool, { ...filter, belowScore: 0.9, limit: 20, after: page.at(-1) });
    await readSides(pool, page);
    await countFitting(pool, filter);
    await countMatches(pool, filter.state);
  }
}

const changed = (n: number) =>
  company(`k${n}`, { country: 'AU', name: `Vane ${n} & Sons`, identifiers: { cik: cikOf(n), fqdn: domainOf(n) } });

/** A delta of a loaded source: changed facts, changed identifiers, new companies with and without known identifiers, removals. */
const importDelta = (database: TestDatabase, { batch }: Sizes) =>
  database.importRecords(
    registerSource,
    [
      ...numbers(1, batch).map(changed),
      ...numbers(2 * batch, batch).map((n) =>
        company(`k${n}`, { identifiers: { cik: cikOf(n), fqdn: domainOf(n + 20 * batch) } }),
      ),
      ...numbers(1, batch).map((n) => company(`new${n}`, { identifiers: { cik: cikOf(4_000_000_000 + n) } })),
      ...numbers(4 * batch, batch).map((n) => company(`near${n}`, { identifiers: { fqdn: domainOf(n) } })),
      ...numbers(6 * batch, batch).map((n) => removed('company', `k${n}`)),
    ],
    { batchSize: batch, class: 'register' },
  );

const importNewSource = (database: TestDatabase, { batch }: Sizes) =>
  database.importRecords(
    'plans-crm',
    numbers(8 * batch, 2 * batch).map((n) => company(`a${n}`, { identifiers: { fqdn: domainOf(n) } })),
    { batchSize: batch },
  );

/** People who are new, change their slug, leave, or share a slug; some rows describe their company. */
const importPeople = (database: TestDatabase, { batch }: Sizes) => {
  const at = (n: number) => ({ company: { fqdn: domainOf(n) } });
  return database.importRecords(
    webSource,
    [
      ...numbers(1, batch).map((n) => person(`p${n}`, '', { ...at(n), network: `other-${n}` })),
      ...numbers(2 * batch, batch).map((n) => person(`p${n}`, '', { ...at(n + 1), network: `person-${n}` })),
      ...numbers(4 * batch, batch).map((n) => person(`twin${n}`, '', { ...at(n), network: `person-${n}` })),
      ...numbers(6 * batch, batch).map((n) => removed('person', `p${n}`)),
      ...numbers(8 * batch, batch).map((n) =>
        person(`d${n}`, '', { company: {}, company_name: `Vane ${n}`, email: `a${n}@${domainOf(n)}` }),
      ),
    ],
    { class: 'web', batchSize: batch, allow: ['rejected'] },
  );
};

const settlingOf = ({ deps, secret }: TestDatabase) => ({
  ...deps,
  settle: (client: Parameters<typeof settle>[0]) => settle(client, secret),
});

/** The register of the synthetic database counts as complete, so that some records are linked. */
export async function match(database: TestDatabase, full = false) {
  const sources = await chooseSources(database.pool, { completeRegisters: new Map([[registerSource, 'AU']]) });
  return runMatches(settlingOf(database), { sources, full });
}

async function decide(database: TestDatabase) {
  const deps = settlingOf(database);
  const source = 'plans-hand';
  await database.importRecords(source, [company('one'), company('other')]);
  const found = await database.rows<{ id: string }>(
    `SELECT company_id AS id FROM company_record
     WHERE source_id = (SELECT id FROM source WHERE name = $1) AND key IN ('one', 'other')`,
    [source],
  );
  const { company: joined } = await joinCompanies(deps, found[0]?.id ?? '', found[1]?.id ?? '');
  await splitCompany(deps, joined, [{ source, key: 'other' }]);
  const [first, second] = await listMatches(database.pool, { state: 'candidate', minScore: 0, limit: 2 });
  await rejectMatch(deps, first?.id ?? 0);
  await undoMatch(deps, first?.id ?? 0);
  await acceptMatch(deps, second?.id ?? 0).catch(() => {});
  await decideMany(deps, { decision: 'accept', filter: { minScore: 0.2, source: webSource }, until: Date.now() });
}

async function optOut(database: TestDatabase) {
  const [found] = await database.rows<{ id: string }>(
    `SELECT person_id AS id FROM person_slug WHERE slug = 'person-7000'`,
  );
  const { id } = await suppress(database.deps, { person_id: found?.id ?? '' });
  await listOptOuts(database.pool, { limit: 20 });
  await liftOptOut(database.deps, { id, reason: 'a mistake' });
}

/** Answers what is stored about a person, and erases them. */
async function answerRequests(database: TestDatabase) {
  const request = { network: 'person-7001' };
  await exportPerson(database.deps, request);
  await erase(database.deps, request, 'a request');
}

const estimateExpiry = ({ pool }: TestDatabase) => readExpiryStatus({ pool, maxAges: new Map([['', 18]]) });

export const operations: readonly Operation[] = [
  { name: 'look up a company', run: lookUp },
  { name: 'poll', run: poll },
  { name: 'publish', run: publish },
  { name: 'read pages for a rebuild', run: scanPages },
  { name: 'match when nothing changed', run: (database) => match(database) },
  { name: 'review matches', run: review },
  { name: 'import a delta of companies', run: importDelta },
  { name: 'import companies of a new source', run: importNewSource },
  { name: 'import people', run: importPeople },
  { name: 'decide by hand', run: decide },
  { name: 'match what changed', run: (database) => match(database) },
  { name: 'opt out', run: optOut },
  { name: 'answer requests of people', run: answerRequests },
  { name: 'match everything', run: (database) => match(database, true) },
  { name: 'status', run: ({ pool }) => readStatus(pool), fromCompanies: 300_000 },
  { name: 'estimate what would expire', run: estimateExpiry, fromCompanies: 1_000_000 },
];
