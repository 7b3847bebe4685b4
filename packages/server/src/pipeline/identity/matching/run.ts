import { OperatorError } from '../../../core/errors/failure.ts';
import type { Progress } from '../../../core/output/progress.ts';
import { createBatchTables } from '../../../stores/postgres/imports/batch-tables.ts';
import { lockWrites, tryLockMatching, unlockMatching } from '../../../stores/postgres/locks.ts';
import {
  deleteChanges,
  hasChanges,
  lastChange,
  readChanges,
  takeOwnChanges,
} from '../../../stores/postgres/matches/match-changes.ts';
import { moveGroups } from '../../../stores/postgres/matches/match-groups.ts';
import { findPairs, readPairs, saveComparedPairs } from '../../../stores/postgres/matches/match-pairs.ts';
import {
  deleteMatches,
  insertMatches,
  readStanding,
  readStandingOf,
  readWanted,
  updateMatches,
} from '../../../stores/postgres/matches/match-plan.ts';
import {
  beginIndex,
  completeIndex,
  readMatchState,
  saveSources,
} from '../../../stores/postgres/matches/match-state.ts';
import {
  addAllMatches,
  addTodo,
  readTodo,
  removeTodo,
  type Step,
} from '../../../stores/postgres/matches/match-todo.ts';
import { countMatches, createLinks, withdrawLinks } from '../../../stores/postgres/matches/matches.ts';
import { type Client, inTransaction, type Pool } from '../../../stores/postgres/pool.ts';
import { basisOf, reasonForFull } from './basis.ts';
import { compareMatches } from './compare.ts';
import { compareRows } from './decide.ts';
import { defaultMatchLanes, scanCompanies } from './scan-lanes.ts';
import { type MatchSources, similarKind } from './to-group.ts';
import { updateGroups } from './update-groups.ts';

export interface MatchDeps {
  pool: Pool;
  progress: Progress;
  /** Resolves identity after claims changed, in the transaction of this connection. */
  settle(client: Client): Promise<void>;
  /** How threads open the database; absent: no threads are started. */
  databaseUrl?: string;
}

export interface MatchResult {
  /** Why everything was compared; null: only what changed since the last run. */
  full: string | null;
  /** Companies with a register number, and groups of records without one, that were compared. */
  companies: number;
  free: number;
  /** All current links, the new ones among them, and the withdrawn ones. Counts of all stop at ten million. */
  linked: number;
  drawn: number;
  withdrawn: number;
  candidates: number;
}

export interface MatchOptions {
  sources: MatchSources;
  /** Compare everything again, whatever changed. */
  full?: boolean;
  /** Threads that read companies, and connections that compare them. */
  lanes?: number;
  /** From how many companies on threads are started. */
  threadsFrom?: number;
  /** Links per transaction. */
  batchSize?: number;
}

/** The neighborhoods of a batch are held in memory. */
const defaultBatchSize = 5000;
/** Groups or companies that are compared in one transaction. */
const groupsAtATime = 1000;
/** From this number of changes on, and if they are more than half of the groups, it is faster to read everything. */
const manyChanges = 20_000;

interface Run extends MatchDeps, MatchOptions {
  client: Client;
  lanes: number;
  batchSize: number;
  counts: Record<'drawn' | 'withdrawn', number>;
}

/** Empties the index if it cannot be used. Returns why everything is compared; undefined: only what changed. */
async function prepareIndex({ client, sources, full = false }: Run): Promise<string | undefined> {
  const basis = basisOf(sources);
  const state = await readMatchState(client);
  const halfOfAll = ((state?.companies ?? 0) + (state?.free ?? 0)) / 2;
  const reason =
    reasonForFull(state, basis) ??
    (full ? 'requested' : undefined) ??
    ((await hasChanges(client, Math.max(manyChanges, halfOfAll))) ? 'most companies changed' : undefined);
  if (reason !== undefined) await inTransaction(client, () => beginIndex(client, basis, reason));
  else await saveSources(client, basis.sources);
  return reason ?? (state?.complete ? undefined : state?.reason);
}

/** Reads all companies. After an interruption, the next run continues. */
async function fillIndex({ client, progress, ...order }: Run): Promise<void> {
  let read = 0;
  await scanCompanies(order, (groups) => {
    read += groups;
    progress.report('reading names', read);
  });
  await addAllMatches(client);
  await completeIndex(client);
}

/** Reads the companies that changed since they were read. What changes meanwhile is left to the next run. */
async function readChanged({ client, sources, progress }: Run): Promise<void> {
  const last = await lastChange(client);
  let after = 0;
  for (let read = 0; after < last; ) {
    const changes = await readChanges(client, after, groupsAtATime);
    const companies = [...new Set(changes.map(({ company_id }) => company_id))];
    await inTransaction(client, async () => {
      await updateGroups(client, companies, sources);
      await deleteChanges(
        client,
        changes.map(({ seq }) => seq),
      );
    });
    after = changes.at(-1)?.seq ?? last;
    read += companies.length;
    progress.report('reading changed companies', read);
  }
}

interface StepWork {
  step: Step;
  /** What the progress shows. */
  stage: string;
  batchSize?: number;
  lanes?: number;
  work(client: Client, ids: readonly number[]): Promise<void>;
}

/** Does everything that a step has left, in batches of one transaction each; returns how many. */
async function finish({ pool, progress, lanes: allLanes }: Run, todo: StepWork): Promise<number> {
  const { step, stage, work, batchSize: limit = groupsAtATime, lanes = allLanes } = todo;
  let done = 0;
  let hasFailed = false;
  const runLane = async (lane: number) => {
    const client = await pool.connect();
    try {
      await createBatchTables(client);
      for (let after = 0; !hasFailed; ) {
        const ids = await readTodo(client, step, { after, limit, lane, lanes });
        const last = ids.at(-1);
        if (last === undefined) return;
        await inTransaction(client, async () => {
          await work(client, ids);
          await removeTodo(client, step, ids);
        });
        after = last;
        done += ids.length;
        progress.report(stage, done);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      client.release();
    }
  };
  // The lock is held until the last lane has ended.
  const ended = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return done;
}

/** Changes links and resolves identity. Groups only move to other companies, so they need not be compared again. */
async function changeLinks({ settle }: Run, client: Client, change: () => Promise<number>): Promise<number> {
  await lockWrites(client);
  const before = await lastChange(client);
  const changed = await change();
  await settle(client);
  await moveGroups(client, await takeOwnChanges(client, before));
  return changed;
}

async function withdraw(run: Run, client: Client, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const withdrawn = await changeLinks(run, client, () => withdrawLinks(client, ids));
  // Other lanes count as well, so the sum must not be read before the links are withdrawn.
  run.counts.withdrawn += withdrawn;
}

/** Finds the groups of matches whose records changed. */
async function locateMatches(client: Client, ids: readonly number[]): Promise<void> {
  const standing = await readStanding(client, ids);
  await addTodo(client, {
    orphan: standing.filter(({ free }) => free === null).map(({ id }) => id),
    plan: standing.map(({ free }) => free).filter((free) => free !== null),
  });
}

async function pairGroups(client: Client, free: readonly number[]): Promise<void> {
  await addTodo(client, { compare: await findPairs(client, free, similarKind), plan: free });
}

async function compareCompanies(client: Client, companies: readonly number[]): Promise<void> {
  await addTodo(client, { plan: await saveComparedPairs(client, compareRows(await readPairs(client, companies))) });
}

/** Ends matches whose unregistered group no longer exists. */
async function endOrphans(run: Run, client: Client, ids: readonly number[]): Promise<void> {
  const standing = await readStanding(client, ids);
  const orphans = standing.filter(({ free }) => free === null);
  const links = orphans.filter(({ state }) => state === 'linked');
  const idsOf = (matches: typeof orphans) => matches.map(({ id }) => id);
  await withdraw(run, client, idsOf(links));
  await removeTodo(client, 'link', idsOf(orphans));
  await deleteMatches(client, idsOf(orphans));
}

/** Updates the matches of groups to what was found. A link that is not created yet is stored as a proposed match. */
async function planMatches(run: Run, client: Client, free: readonly number[]): Promise<void> {
  const wanted = await readWanted(client, free);
  const standing = await readStandingOf(client, free);
  const { withdrawn, deleted, updated, added, linked } = compareMatches(wanted, standing);
  await withdraw(run, client, withdrawn);
  await deleteMatches(client, deleted);
  await updateMatches(client, updated);
  const isLink = new Set(added.filter((pair) => pair.linked).map((pair) => `${pair.free} ${pair.company}`));
  const inserted = await insertMatches(client, added);
  // A run that was interrupted may have left links to create that are no longer wanted.
  await removeTodo(
    client,
    'link',
    standing.map(({ id }) => id),
  );
  const toLink = inserted.filter((pair) => isLink.has(`${pair.free} ${pair.company}`)).map(({ id }) => id);
  await addTodo(client, { link: [...linked, ...toLink] });
}

async function perform(run: Run): Promise<MatchResult> {
  const { client, counts, batchSize } = run;
  const full = await prepareIndex(run);
  if (full !== undefined) await fillIndex(run);
  await readChanged(run);
  await finish(run, { step: 'match', stage: 'finding matches', work: locateMatches });
  const free = await finish(run, { step: 'pair', stage: 'comparing names', work: pairGroups });
  const companies = await finish(run, { step: 'compare', stage: 'comparing companies', work: compareCompanies });
  const changing = { stage: 'updating matches', batchSize: Math.min(batchSize, groupsAtATime) };
  await finish(run, { ...changing, step: 'orphan', work: (own, ids) => endOrphans(run, own, ids) });
  await finish(run, { ...changing, step: 'plan', work: (own, ids) => planMatches(run, own, ids) });
  const link = async (own: Client, ids: readonly number[]) => {
    counts.drawn += await changeLinks(run, own, () => createLinks(own, ids));
  };
  await finish(run, { step: 'link', stage: 'linking', batchSize, lanes: 1, work: link });
  const state = await readMatchState(client);
  const [linked, candidates] = [await countMatches(client, 'linked'), await countMatches(client, 'candidate')];
  const compared = full !== undefined && state ? { companies: state.companies, free: state.free } : { companies, free };
  return { full: full ?? null, ...compared, linked, ...counts, candidates };
}

/**
 * Links unregistered records to the only company with their name and location, proposes less certain matches, and
 * withdraws links that no longer hold. The result depends only on the records, the decisions and the sources that may
 * link. Only what changed since the last run is compared again, unless the rules or the sources changed. After an
 * interruption, the next run does the rest.
 */
export async function runMatches(deps: MatchDeps, options: MatchOptions): Promise<MatchResult> {
  const client = await deps.pool.connect();
  const { batchSize = defaultBatchSize } = options;
  // This connection holds the lock, and a lane may use two.
  const lanes = Math.max(1, Math.min(options.lanes ?? defaultMatchLanes(), deps.pool.options.max - 2));
  try {
    if (!(await tryLockMatching(client))) {
      throw new OperatorError('Another match run is in progress. Wait until it has finished, or stop it.');
    }
    try {
      return await perform({ ...deps, ...options, client, lanes, batchSize, counts: { drawn: 0, withdrawn: 0 } });
    } finally {
      await unlockMatching(client).catch(() => {});
    }
  } finally {
    // Closing the connection releases the lock, whatever happened.
    client.release(true);
  }
}
