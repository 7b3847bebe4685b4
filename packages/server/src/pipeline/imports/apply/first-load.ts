import {
  type AloneRange,
  isUnreported,
  prepareFirstLoad,
  readWritten,
  shareRange,
  writeAlone as writeAloneCompanies,
} from '../../../stores/postgres/imports/first-load.ts';
import {
  arePeopleUnreported,
  bumpFirstRosters,
  isUnpublished,
  prepareFirstPeople,
  writeAlonePeople,
  writeReferences,
} from '../../../stores/postgres/imports/first-people.ts';
import { saveRun } from '../../../stores/postgres/imports/runs.ts';
import { stageOf } from '../../../stores/postgres/imports/stage.ts';
import { lockWrites, lockWritesTogether, tryLockFirstLoad, unlockFirstLoad } from '../../../stores/postgres/locks.ts';
import { analyzeOnce } from '../../../stores/postgres/planner.ts';
import { type Client, inTransaction } from '../../../stores/postgres/pool.ts';
import type { RunContext } from '../run-context.ts';

/** A range has this many times the lines of a usual batch: nothing of it is held in memory. */
const batchesPerRange = 20;
/** PostgreSQL does most of the work, so there are at least two connections, however the input was read. */
const connections = { least: 2, most: 8 };

type Kind = 'companies' | 'people';

/** What the first load of each kind of record needs. */
interface FirstLoadWork {
  /** Where the run keeps its progress. */
  position: 'firstLoad' | 'firstPeople';
  tables(runId: number): { table: string; shared: string; written: string };
  /** Whether rows can be written at once. */
  mayBegin(client: Client, sourceId: number): Promise<boolean>;
  mayContinue(client: Client): Promise<boolean>;
  prepare(client: Client, runId: number): Promise<void>;
  /** What must be committed before a range is written. */
  before?(client: Client, range: AloneRange): Promise<void>;
  write(client: Client, range: AloneRange): Promise<void>;
  /** What follows when all ranges are written. */
  after?(client: Client, runId: number): Promise<void>;
}

const works: Record<Kind, FirstLoadWork> = {
  companies: {
    position: 'firstLoad',
    tables: (runId) => ({ ...stageOf(runId), table: stageOf(runId).company }),
    mayBegin: isUnreported,
    mayContinue: isUnreported,
    prepare: prepareFirstLoad,
    write: writeAloneCompanies,
  },
  people: {
    position: 'firstPeople',
    tables(runId) {
      const { person, sharedPeople, writtenPeople } = stageOf(runId);
      return { table: person, shared: sharedPeople, written: writtenPeople };
    },
    mayBegin: arePeopleUnreported,
    mayContinue: isUnpublished,
    prepare: prepareFirstPeople,
    before: writeReferences,
    write: writeAlonePeople,
    after: (client, runId) => bumpFirstRosters(client, runId, lockWrites),
  },
};

function rangesOf({ run, source }: RunContext, { position }: FirstLoadWork): AloneRange[] {
  const { [position]: { rangeLines: size } = { rangeLines: 1 }, lastLine: last = 0 } = run.position;
  return Array.from({ length: Math.ceil(last / size) }, (_, n) => ({
    sourceId: source.id,
    runId: run.id,
    after: n * size,
    upTo: (n + 1) * size,
  }));
}

/** Does a part of the work together with the other connections, if nothing must be followed up. Returns whether it was done. */
const writeTogether = (client: Client, { mayContinue }: FirstLoadWork, write: () => Promise<void>): Promise<boolean> =>
  inTransaction(client, async () => {
    await lockWritesTogether(client);
    if (!(await mayContinue(client))) return false;
    await write();
    return true;
  });

/** Returns whether the range was written. */
async function writeRange(client: Client, work: FirstLoadWork, range: AloneRange): Promise<boolean> {
  const { before } = work;
  if (before && !(await writeTogether(client, work, () => before(client, range)))) return false;
  return writeTogether(client, work, () => work.write(client, range));
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

/** Writes ranges until none is left, or until new rows must be followed up. After a failure, none is left. */
async function writeRanges(context: RunContext, kind: Kind, ranges: AloneRange[]): Promise<void> {
  let lines = 0;
  await onConnections(context, async (client) => {
    for (let range = ranges.shift(); range; range = ranges.shift()) {
      try {
        if (!(await writeRange(client, works[kind], range))) return;
        // The tables are small now, and autovacuum does not hold their locks yet.
        if (lines === 0) await analyzeOnce(client, kind);
        lines += range.upTo - range.after;
        context.progress.report(`writing ${kind}`, lines);
      } catch (error) {
        ranges.length = 0;
        throw error;
      }
    }
  });
}

/** Counts what was written. What was not is left to the usual way. */
async function finish(context: RunContext, work: FirstLoadWork): Promise<void> {
  const { client, run } = context;
  const tables = work.tables(run.id);
  await work.after?.(client, run.id);
  await inTransaction(client, async () => {
    await lockWrites(client);
    const written = await readWritten(client, tables.written);
    for (const range of rangesOf(context, work)) if (!written.has(range.upTo)) await shareRange(client, tables, range);
    for (const rows of written.values()) run.counts.accepted += rows;
    run.position[work.position] = { rangeLines: 1, ...run.position[work.position], written: true };
    await saveRun(client, run);
  });
}

/** Begins a first load; false: the database is in use, so that every change must be followed up. */
async function begin({ client, run, source, batchSize }: RunContext, work: FirstLoadWork): Promise<boolean> {
  return inTransaction(client, async () => {
    await lockWrites(client);
    if (!(await work.mayBegin(client, source.id))) return false;
    await work.prepare(client, run.id);
    run.position[work.position] = { rangeLines: batchSize * batchesPerRange, written: false };
    await saveRun(client, run);
    return true;
  });
}

/** Waits for connections of a killed process that are about to commit, and returns which ranges they left. */
async function unwrittenRanges(context: RunContext, work: FirstLoadWork): Promise<AloneRange[]> {
  const { client, run } = context;
  const written = await inTransaction(client, async () => {
    await lockWrites(client);
    return readWritten(client, work.tables(run.id).written);
  });
  return rangesOf(context, work).filter(({ upTo }) => !written.has(upTo));
}

/**
 * Writes the rows that are alone, on several connections at once: companies that share no identifier with any other, people
 * who share no slug. The rest, and everything if another first load is running or if the database is already in use, is left to the
 * usual way.
 */
export async function writeAlone(context: RunContext, kind: Kind): Promise<void> {
  const { client, run } = context;
  const work = works[kind];
  if (run.position[work.position]?.written || run.position[kind] !== undefined) return;
  const isLocked = await tryLockFirstLoad(client);
  try {
    if (!run.position[work.position] && !(isLocked && (await begin(context, work)))) return;
    const left = await unwrittenRanges(context, work);
    if (isLocked) await writeRanges(context, kind, left);
    await finish(context, work);
  } finally {
    if (isLocked) await unlockFirstLoad(client).catch(() => {});
  }
}
