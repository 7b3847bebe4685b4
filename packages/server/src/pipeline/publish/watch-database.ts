import { listLastRuns, readLastSuccesses } from '../../stores/postgres/imports/run-list.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import {
  countFailed,
  countOptOuts,
  countPending,
  countProposed,
  oldestChange,
} from '../../stores/postgres/outbox/outbox.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';

/** The live generation; without one, nothing is published yet. */
async function readGeneration(database: Queryable) {
  const [live] = await listGenerations(database);
  if (!live?.live_since) return undefined;
  const { id, slot } = live;
  const [lagSeconds, pending] = [await oldestChange(database, slot), await countPending(database, slot)];
  return { id, lagSeconds, pending: pending.value };
}

/** A source has failed if its last run was stopped by a check or an error, or was interrupted. */
async function readImports(database: Queryable) {
  const successes = await readLastSuccesses(database);
  const last = await listLastRuns(database);
  return last.map(({ run: { source, state, interrupted } }) => ({
    source,
    hasFailed: state === 'stopped' || interrupted,
    lastSuccess: successes.get(source),
  }));
}

/** What an operator watches. Counts stop at a limit, so that no query reads a whole large table. */
async function readDatabase(database: Queryable) {
  return {
    generation: await readGeneration(database),
    failedDocuments: (await countFailed(database)).value,
    proposedMatches: (await countProposed(database)).value,
    optOuts: (await countOptOuts(database)).value,
    imports: await readImports(database),
  };
}

export type DatabaseState = Awaited<ReturnType<typeof readDatabase>>;

const everyMs = 10_000;

/** Reads the state of the database again and again. While the database is unavailable, the state is unknown. */
export function watchDatabase(database: Queryable, onState: (state: DatabaseState | undefined) => void) {
  let isStopped = false;
  const read = () =>
    readDatabase(database).then(
      (state) => isStopped || onState(state),
      () => isStopped || onState(undefined),
    );
  void read();
  const timer = setInterval(() => void read(), everyMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      onState(undefined);
    },
  };
}
