import { listLastRuns, readLastSuccesses } from '../../stores/postgres/imports/run-list.ts';
import { listGenerations } from '../../stores/postgres/outbox/generations.ts';
import {
  countFailed,
  countOptOuts,
  countPending,
  countProposed,
  oldestChange,
} from '../../stores/postgres/outbox/pending.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';

/** The live generation; without one, nothing is published yet. */
async function readGeneration(ledger: Queryable) {
  const [live] = await listGenerations(ledger);
  if (!live?.live_since) return undefined;
  const { id, slot } = live;
  const [lagSeconds, pending] = [await oldestChange(ledger, slot), await countPending(ledger, slot)];
  return { id, lagSeconds, pending: pending.value };
}

/** A source has failed if its last run was stopped by a check or an error, or was interrupted. */
async function readImports(ledger: Queryable) {
  const successes = await readLastSuccesses(ledger);
  const last = await listLastRuns(ledger);
  return last.map(({ run: { source, state, interrupted } }) => ({
    source,
    hasFailed: state === 'stopped' || interrupted,
    lastSuccess: successes.get(source),
  }));
}

/** What an operator watches. Counts stop at a limit, so that no query reads a whole large table. */
async function readLedger(ledger: Queryable) {
  return {
    generation: await readGeneration(ledger),
    failedDocuments: (await countFailed(ledger)).value,
    proposedMatches: (await countProposed(ledger)).value,
    optOuts: (await countOptOuts(ledger)).value,
    imports: await readImports(ledger),
  };
}

export type LedgerState = Awaited<ReturnType<typeof readLedger>>;

const everyMs = 10_000;

/** Reads the state of the ledger again and again. While the ledger is unavailable, the state is unknown. */
export function watchLedger(ledger: Queryable, onState: (state: LedgerState | undefined) => void) {
  let isStopped = false;
  const read = () =>
    readLedger(ledger).then(
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
