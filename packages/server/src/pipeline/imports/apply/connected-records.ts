import { createBatchTables } from '../../../stores/postgres/imports/batch-tables.ts';
import {
  type AnchoredLine,
  countShared,
  createConnected,
  type LineRange,
  loadLines,
  readConnections,
  saveConnected,
  takeConnected,
} from '../../../stores/postgres/imports/connected-lines.ts';
import { isUnreported } from '../../../stores/postgres/imports/first-load.ts';
import { saveRun } from '../../../stores/postgres/imports/runs.ts';
import { nextBatch, stageOf } from '../../../stores/postgres/imports/stage.ts';
import {
  holdWritesTogether,
  lockWrites,
  releaseWritesTogether,
  tryLockFirstLoad,
  unlockFirstLoad,
} from '../../../stores/postgres/locks.ts';
import { type Client, inTransaction } from '../../../stores/postgres/pool.ts';
import { analyzeOnce } from '../../../stores/postgres/statistics.ts';
import { widerOf } from '../../identity/widest-identifier.ts';
import type { RunContext } from '../run-context.ts';
import { applyCompanies } from './apply-batch.ts';
import { type Connections, intoBatches } from './connected-lines.ts';
import { onConnections } from './on-connections.ts';

/**
 * A window is what is divided into batches at once. Other writers wait until all of it is applied, a few seconds, so it is small;
 * but each connection has a batch.
 */
const batchesPerWindow = 8;
const mostLines = 20_000;

const sizeOf = ({ batchSize }: RunContext): number => Math.min(batchSize, mostLines / batchesPerWindow);

/** The next lines that share identifiers, in parts; none: no lines are left. */
async function nextParts(context: RunContext, after: number): Promise<LineRange[]> {
  const { client, run } = context;
  const size = sizeOf(context);
  const last = run.position.lastLine ?? 0;
  const parts: LineRange[] = [];
  for (let from = after; parts.length < batchesPerWindow; ) {
    const part = await nextBatch(client, stageOf(run.id).shared, { after: from, last, size });
    if (!part) break;
    parts.push({ after: from, upTo: part.upTo });
    from = part.upTo;
  }
  return parts;
}

/** Applies one batch. That it was applied is committed with it. */
async function applyBatch(client: Client, { run, source, secret }: RunContext, lines: number[]): Promise<void> {
  await inTransaction(client, async () => {
    await loadLines(client, lines);
    const { accepted, widest } = await applyCompanies(
      client,
      {
        ...{ sourceId: source.id, runId: run.id, table: stageOf(run.id).company, lines: 'batch_line' },
        ...{ after: 0, upTo: run.position.lastLine ?? 0, first: true, connected: true },
      },
      secret,
    );
    await saveConnected(client, run.id, lines, { accepted, widest: widest ?? null });
  });
}

/** One window of a run, on which several connections work. */
class Window {
  readonly #context: RunContext;
  readonly #parts: LineRange[];
  readonly #report: (lines: number) => void;
  readonly #lines: AnchoredLine[] = [];
  readonly #connections: Connections[] = [];
  /** The batches, once all parts were read. */
  readonly #batches = Promise.withResolvers<number[][]>();
  #unread: number;
  #isReported = false;
  #isAnalyzed = false;

  constructor(context: RunContext, parts: LineRange[], report: (lines: number) => void) {
    this.#context = context;
    this.#parts = parts;
    this.#report = report;
    this.#unread = parts.length;
    // Each connection that waits throws the error itself.
    this.#batches.promise.catch(() => {});
  }

  /** Whether what was applied must be followed up, so that the rest takes the usual way. */
  get isReported(): boolean {
    return this.#isReported;
  }

  /**
   * No other writer comes between reading the connections and applying the last batch: a connection holds the lock of writers
   * all the time. One that gets the lock too late finds nothing left to do.
   */
  async work(client: Client): Promise<void> {
    await createBatchTables(client);
    await holdWritesTogether(client);
    try {
      if (!(await isUnreported(client))) this.#leaveToUsualWay();
      await this.#readParts(client);
      await this.#applyBatches(client, await this.#batches.promise);
      await releaseWritesTogether(client);
    } catch (error) {
      // The connection is closed after a failure, and the lock goes with it.
      this.#parts.length = 0;
      this.#batches.reject(error);
      throw error;
    }
  }

  #leaveToUsualWay(): void {
    this.#isReported = true;
    this.#parts.length = 0;
    this.#batches.resolve([]);
  }

  async #readParts(client: Client): Promise<void> {
    const { run } = this.#context;
    for (let part = this.#parts.shift(); part; part = this.#parts.shift()) {
      const range = part;
      const { lines, pairs } = await inTransaction(client, () => readConnections(client, run.id, range));
      this.#lines.push(...lines);
      this.#connections.push(pairs);
      this.#unread -= 1;
      if (this.#unread > 0) continue;
      this.#lines.sort((one, other) => one.line - other.line);
      this.#batches.resolve(intoBatches(this.#lines, this.#connections, sizeOf(this.#context)));
    }
  }

  async #applyBatches(client: Client, batches: number[][]): Promise<void> {
    try {
      for (let lines = batches.shift(); lines; lines = batches.shift()) {
        await applyBatch(client, this.#context, lines);
        if (!this.#isAnalyzed) {
          this.#isAnalyzed = true;
          await analyzeOnce(client, 'companies');
        }
        this.#report(lines.length);
      }
    } catch (error) {
      batches.length = 0;
      throw error;
    }
  }
}

/** Counts what was applied. */
async function finish({ client, run }: RunContext): Promise<void> {
  await inTransaction(client, async () => {
    // Waits for connections of a killed process that are about to commit.
    await lockWrites(client);
    for (const { lines, accepted, widest } of await takeConnected(client, run.id)) {
      run.counts.accepted += accepted;
      run.counts.unchanged += lines - accepted;
      run.widest = widerOf(run.widest ?? undefined, widest ?? undefined) ?? null;
    }
    await saveRun(client, run);
  });
}

/**
 * Applies the companies of a first load that share identifiers, on several connections at once: records that a chain of identifiers
 * connects are in the same batch, so that no two batches change the same companies. The lines that are left, because another first
 * load is running or because the database is in use, take the usual way.
 */
export async function applyConnected(context: RunContext): Promise<void> {
  const { client, run, progress } = context;
  if (!run.position.firstLoad?.written || run.position.companies !== undefined) return;
  await createConnected(client, run.id);
  if (!(await tryLockFirstLoad(client))) return finish(context);
  try {
    await finish(context);
    const all = await countShared(client, run.id);
    let applied = 0;
    const report = (lines: number) => {
      applied += lines;
      progress.report('applying companies', applied, all);
    };
    for (let after = 0; ; ) {
      const parts = await nextParts(context, after);
      if (parts.length === 0) break;
      after = parts.at(-1)?.upTo ?? after;
      const next = new Window(context, parts, report);
      await onConnections(context, (lane) => next.work(lane));
      if (next.isReported) break;
    }
    await finish(context);
  } finally {
    await unlockFirstLoad(client).catch(() => {});
  }
}
