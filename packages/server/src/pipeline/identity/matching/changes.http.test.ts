import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  free,
  kestrel,
  type MatchDatabase,
  numbered,
  openMatchDatabase,
  page,
} from '../../../../../testing/src/data/match-database.ts';
import { person, removed } from '../../../../../testing/src/data/records.ts';
import { dyingPool } from '../../../../../testing/src/stores/dying-pool.ts';
import { OperatorError, OperatorProblem } from '../../../core/errors/failure.ts';
import { silent } from '../../../core/output/progress.ts';
import { completeRegisters } from '../../../knowledge/sources/index.ts';
import { Random } from '../../../sample-data/demo/random.ts';
import { listMatches, matchStates } from '../../../stores/postgres/matches/matches.ts';
import type { Client, Pool } from '../../../stores/postgres/pool.ts';
import { suppress } from '../../privacy/suppress.ts';
import { settle } from '../apply-links.ts';
import { joinCompanies, splitCompany } from '../manual-decisions.ts';
import { chooseSources } from './linking-sources.ts';
import { acceptMatch, rejectMatch, undoMatch } from './review.ts';
import { type MatchOptions, runMatches } from './run.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

const seed = Number(process.env.ORGDEX_TEST_SEED ?? Date.now());

/** A seed repeats a failure. */
const random = new Random().restart(seed, 0, 0);
const below = (count: number) => random.below(count);
const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const some = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const deciding = () => ({ ...database.deps, settle: (client: Client) => settle(client, database.secret) });

const match = async (options: Partial<MatchOptions> = {}, pool: Pool = database.pool) =>
  runMatches(
    { pool, databaseUrl: database.url, progress: silent, settle: (client: Client) => settle(client, database.secret) },
    { sources: await chooseSources(database.pool, { completeRegisters }), ...options },
  );

/** The index, without the numbers of groups, which depend on history. */
const indexed = () =>
  Promise.all(
    [
      `SELECT to_jsonb(g) - 'grp' AS row FROM match_group g`,
      `SELECT (to_jsonb(n) - 'grp') || jsonb_build_object('by', g.source_id || ' ' || g.key) AS row
       FROM match_name n JOIN match_group g USING (grp)`,
      `SELECT (to_jsonb(p) - 'free' - 'company') || jsonb_build_object('by', f.source_id || ' ' || f.key, 'of', c.source_id || ' ' || c.key) AS row
       FROM match_pair p JOIN match_group f ON f.grp = p.free JOIN match_group c ON c.grp = p.company`,
      'SELECT count(*)::text AS row FROM match_name n WHERE NOT EXISTS (SELECT FROM match_group g WHERE g.grp = n.grp)',
      'SELECT count(*)::text AS row FROM match_todo',
      'SELECT count(*)::text AS row FROM match_change',
    ].map((rows) => database.rows(`SELECT row::text FROM (${rows}) r ORDER BY 1`)),
  );

/** A full run after the incremental ones must find nothing to change, not even the number of a match. */
async function expectComplete(when: string): Promise<void> {
  const [before, index] = [await database.everything(), await indexed()];
  const full = await match({ full: true });
  expect(full, `seed ${seed}, ${when}`).toMatchObject({ full: 'requested', drawn: 0, withdrawn: 0 });
  expect(await database.everything(), `seed ${seed}, ${when}`).toEqual(before);
  expect(await indexed(), `seed ${seed}, ${when}`).toEqual(index);
}

/** So few names, regions and identifiers that records collide often. */
const names = ['Kestrel Vane', 'Kestrell Vane', 'Moss Pty Ltd', 'Moss', 'Fern & Co', 'Larch Tools', 'Birch Foods'];
const places = [{}, {}, {}, { states: ['AU-VIC'] }, { states: [] }, { country: 'NZ', states: [] }];
const facts = () => ({
  ...oneOf(places),
  ...(below(4) === 0 && { trading_names: [oneOf(names)] }),
  ...(below(5) === 0 && { former_names: [oneOf(names)] }),
  ...(below(4) === 0 && { year_founded: oneOf([1950, 1990, 2000]) }),
});
const weak = () => ({
  ...(below(3) === 0 && { fqdn: `d${below(4)}.com.au` }),
  ...(below(3) === 0 && { network: `n-${below(4)}` }),
});
const webKey = () => `w${below(9)}`;

async function decideRandomly(): Promise<void> {
  const [found] = await listMatches(database.pool, { state: oneOf(matchStates), minScore: 0, limit: 1 });
  if (found) await oneOf([acceptMatch, rejectMatch, undoMatch])(deciding(), found.id);
}

async function splitOrJoin(): Promise<void> {
  const records = await database.rows<{ id: string; source: string; key: string }>(
    `SELECT r.company_id AS id, s.name AS source, r.key FROM company_record r JOIN source s ON s.id = r.source_id
     WHERE NOT r.removed ORDER BY 1, 2, 3`,
  );
  const [one, other] = [oneOf(records), oneOf(records)];
  if (!(one && other)) return;
  if (below(2) === 0) await splitCompany(deciding(), one.id, [one]);
  else if (one.id !== other.id) await joinCompanies(deciding(), one.id, other.id);
}

/** Enough records of one name to make it common, or their removal. */
const crowd = () => {
  const name = oneOf(names);
  const isGone = below(2) === 0;
  return database.web('listings', ...some(22, (at) => (isGone ? removed('company', `c${at}`) : free(`c${at}`, name))));
};

const changes: readonly (() => Promise<unknown>)[] = [
  () => database.register(numbered(1 + below(6), oneOf(names), facts())),
  () => database.register(numbered(1 + below(6), oneOf(names), { ...facts(), tagline: `t${below(9)}` })),
  () => database.register(removed('company', String(1 + below(6)))),
  () => database.own(free(`own${below(3)}`, oneOf(names), { ...facts(), identifiers: weak() })),
  () => database.web('pages', free(webKey(), oneOf(names), { ...facts(), identifiers: weak() })),
  () => database.web('pages', ...some(3, () => free(webKey(), oneOf(names), { ...facts(), identifiers: weak() }))),
  () => database.web('listings', free(webKey(), oneOf(names), { ...facts(), identifiers: weak() })),
  () => database.web('pages', removed('company', webKey())),
  () => database.web('listings', removed('company', webKey())),
  () => database.web('pages', person(`p${below(3)}`, webKey())),
  async () => {
    const [found] = await database.rows<{ id: string }>('SELECT person_id AS id FROM person_record LIMIT 1');
    if (found) await suppress(database.deps, { person_id: found.id });
  },
  crowd,
  decideRandomly,
  decideRandomly,
  splitOrJoin,
];

/** Some decisions are impossible, which changes nothing. */
async function changeRandomly(count: number): Promise<void> {
  for (const change of some(count, () => oneOf(changes))) {
    await change().catch((error: unknown) => {
      if (!(error instanceof OperatorProblem || error instanceof OperatorError)) throw error;
    });
  }
}

const matchLocks = () =>
  database.rows(
    `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

const rounds = Number(process.env.ORGDEX_TEST_ROUNDS ?? 8);

describe('a run that compares only what changed', () => {
  test('leaves the same rows as one that compares everything, whatever changed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (let run = 0; run < 3; run += 1) {
        await changeRandomly(1 + below(6));
        const { full } = await match({ lanes: 1 + below(3), batchSize: oneOf([1, 5000]) });
        expect(full === null, `seed ${seed}`).toBe(round + run > 0);
      }
      await expectComplete(`round ${round}`);
    }
  }, 600_000);

  test('continues after it was killed at any statement', async () => {
    await changeRandomly(20);
    for (let round = 0; round < rounds; round += 1) {
      await changeRandomly(4);
      const isFull = below(3) === 0;
      const dying = dyingPool(database.pool, below(isFull ? 250 : 120));
      await match({ full: isFull, batchSize: oneOf([1, 5000]) }, dying).catch((error: Error) => {
        expect(error.message, `seed ${seed}`).toBe('killed');
      });
      // PostgreSQL notices a moment later that the connection with the lock is gone.
      await vi.waitFor(async () => expect(await matchLocks()).toEqual([]), { timeout: 10_000 });
      if (below(2) === 0) await changeRandomly(3);
      await match();
      await expectComplete(`round ${round}`);
    }
  }, 600_000);

  test('reads nothing if nothing changed', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    expect(await database.run()).toMatchObject({ full: null, companies: 0, free: 0, linked: 1, drawn: 0 });
    await database.web('pages', free('other', 'Moss'));
    expect(await database.run()).toMatchObject({ full: null, companies: 0, free: 1, linked: 1 });
  });
});

test('the first import of a source after a run is compared by the next one', async () => {
  await database.register(kestrel);
  await match();
  await database.web('pages', page);
  expect(await match()).toMatchObject({ drawn: 1 });
});

describe('everything is compared again', () => {
  beforeEach(async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
  });

  test('if a source may no longer link, which the output names', async () => {
    await database.own(free('own', 'Moss'));
    expect((await database.command('run', '--source', 'crm')).notes).toMatch(
      /^Compared everything: sources changed: .*pages\.\n/,
    );
    expect(await database.run()).toMatchObject({
      full: expect.stringMatching(/^sources changed: crm, .*pages$/),
      linked: 1,
    });
    expect((await database.command('run')).notes).toMatch(/^Compared only what changed since the last run\.\n/);
  });

  test('if other rules found the stored verdicts', async () => {
    await database.pool.query(`UPDATE match_state SET rules = 'older'`);
    expect(await database.run()).toMatchObject({ full: 'the rules for matching changed', drawn: 0, withdrawn: 0 });
  });

  test('with the same result in several threads', async () => {
    await changeRandomly(10);
    await match();
    const [before, index] = [await database.everything(), await indexed()];
    expect(await match({ full: true, lanes: 3, threadsFrom: 0 })).toMatchObject({ full: 'requested', drawn: 0 });
    expect([await database.everything(), await indexed()]).toEqual([before, index]);
  });

  test('with --full, and if PostgreSQL has lost the index', async () => {
    expect(await database.run('--full')).toMatchObject({ full: 'requested', companies: 1, free: 1 });
    await database.pool.query(
      'TRUNCATE match_state, match_part, match_change, match_todo, match_group, match_name, match_pair',
    );
    expect(await database.run()).toMatchObject({ full: 'first run', linked: 1, drawn: 0, withdrawn: 0 });
  });
});
