import {
  type AloneRange,
  isUnheard,
  prepareFirstLoad,
  readWritten,
  shareRange,
  writeAlone,
} from '../../ledger/imports/first-load.ts';
import { saveRun } from '../../ledger/imports/runs.ts';
import { lockWrites, lockWritesTogether, tryLockFirstLoad, unlockFirstLoad } from '../../ledger/locks.ts';
import { type Client, inTransaction } from '../../ledger/pool.ts';
import { analyzeOnce } from '../../ledger/statistics.ts';
import type { RunContext } from '../run-context.ts';

/** A range has this many times the lines of a usual batch: nothing of it is held in memory. */
const batchesPerRange = 20;
/** PostgreSQL does all the work, so there are at least two connections, however the input was read. */
const connections = { least: 2, most: 8 };

function rangesOf({ run, source }: RunContext): AloneRange[] {
  const { firstLoad: { rangeLines: size } = { rangeLines: 1 }, lastLine: last = 0 } = run.position;
  return Array.from({ length: Math.ceil(last / size) }, (_, n) => ({
    ...{ sourceId: source.id, runId: run.id, after: n * size, upTo: (n + 1) * size },
  }));
}

/** Returns whether the range was written. */
const writeRange = (client: Client, range: AloneRange): Promise<boolean> =>
  inTransaction(client, async () => {
    await lockWritesTogether(client);
    if (!(await isUnheard(client))) return false;
    await writeAlone(client, range);
    return true;
  });

/** Writes ranges until none is left, or until new companies must be followed up. After a failure, none is left. */
async function writeRanges(client: Client, ranges: AloneRange[], report: (range: AloneRange) => void): Promise<void> {
  for (let range = ranges.shift(); range; range = ranges.shift()) {
    try {
      if (!(await writeRange(client, range))) return;
      report(range);
    } catch (error) {
      ranges.length = 0;
      throw error;
    }
  }
}

/** Runs `work` on several connections, as far as the pool has any. If one fails, the others finish what they are doing. */
async function onConnections({ pool, lanes }: RunContext, work: (client: Client) => Promise<void>): Promise<void> {
  const count = Math.min(connections.most, Math.max(connections.least, lanes), pool.options.max - 1);
  const ended = await Promise.allSettled(
    Array.from({ length: count }, async () => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await work(client);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure);
      }
    }),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** Counts what was written. What was not is left to the usual way. */
async function finish(context: RunContext): Promise<void> {
  const { client, run } = context;
  await inTransaction(client, async () => {
    await lockWrites(client);
    const written = await readWritten(client, run.id);
    for (const range of rangesOf(context)) if (!written.has(range.upTo)) await shareRange(client, range);
    for (const rows of written.values()) run.counts.accepted += rows;
    run.position.firstLoad = { rangeLines: 1, ...run.position.firstLoad, written: true };
    await saveRun(client, run);
  });
}

/** Begins a first load; false: the ledger is in use, so that every change must be followed up. */
async function begin({ client, run, batchSize }: RunContext): Promise<boolean> {
  return inTransaction(client, async () => {
    await lockWrites(client);
    if (!(await isUnheard(client))) return false;
    await prepareFirstLoad(client, run.id);
    run.position.firstLoad = { rangeLines: batchSize * batchesPerRange, written: false };
    await saveRun(client, run);
    return true;
  });
}

/** Waits for connections of a killed process that are about to commit, and returns which ranges they left. */
async function unwrittenRanges(context: RunContext): Promise<AloneRange[]> {
  const { client, run } = context;
  const written = await inTransaction(client, async () => {
    await lockWrites(client);
    return readWritten(client, run.id);
  });
  return rangesOf(context).filter(({ upTo }) => !written.has(upTo));
}

/**
 * Writes the companies that share no identifier with any other, on several connections at once. The rest, and everything if
 * another first load is running or if the ledger is already in use, is left to the usual way.
 */
export async function writeAloneCompanies(context: RunContext): Promise<void> {
  const { client, run } = context;
  if (run.position.firstLoad?.written || run.position.companies !== undefined) return;
  const isLocked = await tryLockFirstLoad(client);
  try {
    if (!run.position.firstLoad && !(isLocked && (await begin(context)))) return;
    const left = await unwrittenRanges(context);
    let lines = 0;
    const report = ({ after, upTo }: AloneRange) => {
      lines += upTo - after;
      context.progress.report('writing companies', lines);
    };
    if (isLocked) await onConnections(context, (one) => writeRanges(one, left, report));
    await finish(context);
    await analyzeOnce(client, 'companies');
  } finally {
    if (isLocked) await unlockFirstLoad(client).catch(() => {});
  }
}
