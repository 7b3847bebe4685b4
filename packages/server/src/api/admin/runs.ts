import {
  type CoverageReport,
  type CoverageStatus,
  type Rejections,
  type RunDetails,
  type RunPage,
  type RunState,
  type RunSummary,
  type RunsQuestion,
  rejectionSamples,
  type SourceSummary,
} from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import type { AnySource } from '../../knowledge/sources/define-source.ts';
import { sources } from '../../knowledge/sources/index.ts';
import type { CoverageThread } from '../../pipeline/coverage/measure-thread.ts';
import { nextOf, pendingRows, shares, sortedReasons, stateOf, tookMs } from '../../pipeline/imports/run-report.ts';
import { readFirstRejections } from '../../pipeline/imports/stage/rejections.ts';
import { parseSignedCursor, toSignedCursor } from '../../stores/opensearch/signed-cursor.ts';
import { readReport } from '../../stores/postgres/coverage.ts';
import {
  type ListedRun,
  listLastRuns,
  listRuns,
  type RunChoice,
  readRun,
} from '../../stores/postgres/imports/run-list.ts';
import { type CheckResult, isPassed } from '../../stores/postgres/imports/runs.ts';
import { isCoverageLocked } from '../../stores/postgres/locks.ts';
import type { Pool, Queryable } from '../../stores/postgres/pool.ts';
import { sizeOf } from '../http/admin-endpoint.ts';

export interface RunDeps {
  readonly pool: Queryable;
  readonly cursorKey: Buffer;
  /** The folder to which imports on this machine write rejected rows. */
  readonly home: string;
}

/** How far a run is: rows read while it reads, then lines applied. */
function progressOf(run: ListedRun): RunSummary['progress'] {
  if (run.endedAt || run.interrupted) return null;
  const { companies = 0, people = 0, lastLine = 0 } = run.position;
  const tookSeconds = (tookMs(run) ?? 0) / 1000;
  const rate = tookSeconds > 0 ? Math.round(run.counts.read / tookSeconds) : null;
  return run.state === 'staging'
    ? { rows: run.counts.read, total: null, rows_per_second: rate }
    : { rows: Math.max(companies, people), total: lastLine, rows_per_second: rate };
}

export const toSummary = (run: ListedRun): RunSummary => ({
  id: run.id,
  source: run.source,
  class: run.class,
  state: stateOf(run),
  full: run.whole,
  forced: run.overridesChecks,
  started_by: run.startedBy,
  started_at: run.startedAt.toISOString(),
  ended_at: run.endedAt?.toISOString() ?? null,
  reason: run.reason,
  counts: { ...run.counts, pending: pendingRows(run.counts) },
  progress: progressOf(run),
});

const toCheck = ([name, check]: [string, CheckResult]): RunDetails['checks'][number] => ({
  name,
  unit: name in shares ? 'share' : 'rows',
  measured: check.measured,
  min: check.min ?? null,
  max: check.max,
  passed: isPassed(check),
  allowed: check.overridden ?? false,
});

const toReasons = (reasons: Record<string, number> | undefined) =>
  sortedReasons(reasons).map(([reason, count]) => ({ reason, count }));

const toDetails = (run: ListedRun): RunDetails => ({
  ...toSummary(run),
  input: run.input,
  files: run.files,
  checks: Object.entries(run.checks).map(toCheck),
  reasons: {
    skipped: toReasons(run.reasons.skipped),
    rejected: toReasons(run.reasons.rejected),
    noted: toReasons(run.reasons.noted),
  },
  links: sortedReasons(run.links).map(([way, count]) => ({ way, count })),
  next: nextOf(run) ?? null,
});

/** A source has at most one unfinished run, so there are few. */
const maxUnfinished = 1000;
const unfinished: readonly ListedRun['state'][] = ['staging', 'applying'];

/** Whether a run is interrupted is not stored, so unfinished runs are chosen after they are read. */
async function readPage(pool: Queryable, state: RunState | undefined, choice: RunChoice): Promise<ListedRun[]> {
  if (state === undefined) return listRuns(pool, choice);
  if (state === 'done' || state === 'stopped') return listRuns(pool, { ...choice, states: [state] });
  const runs = await listRuns(pool, { ...choice, states: unfinished, limit: maxUnfinished });
  return runs.filter((run) => stateOf(run) === state).slice(0, choice.limit);
}

/** One page of runs, newest first. */
export async function listRunPage(
  { pool, cursorKey }: RunDeps,
  { source, state, size, cursor }: RunsQuestion,
): Promise<RunPage> {
  const request = ['runs', source ?? null, state ?? null];
  const before = cursor === undefined ? undefined : (parseSignedCursor(cursorKey, request, cursor) as number);
  const limit = sizeOf(size);
  const found = await readPage(pool, state, { source, before, limit: limit + 1 });
  const runs = found.slice(0, limit);
  return {
    runs: runs.map(toSummary),
    next_cursor: found.length > limit ? toSignedCursor(cursorKey, request, runs.at(-1)?.id) : null,
  };
}

/** Numbers of runs are 32-bit. */
const maxRun = 2 ** 31 - 1;

async function runOrFail(pool: Queryable, id: number): Promise<ListedRun> {
  const run = id > maxRun ? undefined : await readRun(pool, id);
  if (run) return run;
  throw new Failure('run_not_found', { param: 'id', message: `Run ${id} does not exist.` });
}

export const getRun = async ({ pool }: RunDeps, id: number): Promise<RunDetails> =>
  toDetails(await runOrFail(pool, id));

/** Why rows were rejected, and where some of them are. */
export async function listRejections({ pool, home }: RunDeps, id: number): Promise<Rejections> {
  const run = await runOrFail(pool, id);
  const rows = await readFirstRejections(home, id);
  const byReason = Map.groupBy(rows ?? [], ({ reason }) => reason);
  return {
    run: id,
    rejected: run.counts.rejected,
    reasons: toReasons(run.reasons.rejected).map(({ reason, count }) => ({
      reason,
      count,
      samples: (byReason.get(reason) ?? []).slice(0, rejectionSamples).map(({ file, line }) => ({ file, line })),
    })),
    has_samples: rows !== undefined,
  };
}

interface Imported {
  readonly run: ListedRun;
  readonly runs: number;
}

const importedFacts = (imported: Imported | undefined) => ({
  runs: imported?.runs ?? 0,
  last_run: imported ? toSummary(imported.run) : null,
});

const publicSource = (source: AnySource, imported: Imported | undefined): SourceSummary => ({
  id: source.id,
  title: source.title,
  country: source.country ?? null,
  class: source.class,
  license: source.license,
  attribution: source.attribution,
  homepage: source.homepage,
  expected_rows: source.expected,
  ...importedFacts(imported),
});

const ownSource = (imported: Imported): SourceSummary => ({
  id: imported.run.source,
  title: null,
  country: null,
  class: imported.run.class,
  license: null,
  attribution: null,
  homepage: null,
  expected_rows: null,
  ...importedFacts(imported),
});

/** The public sources, and those of the operator's own files. */
export async function listSourceSummaries(pool: Queryable): Promise<SourceSummary[]> {
  const imported = new Map((await listLastRuns(pool)).map((one) => [one.run.source, one]));
  const known = new Set(sources.map(({ id }) => id));
  const own = [...imported.values()].filter(({ run }) => !known.has(run.source));
  return [...sources.map((source) => publicSource(source, imported.get(source.id))), ...own.map(ownSource)].sort(
    (a, b) => (a.id < b.id ? -1 : 1),
  );
}

export interface CoverageDeps {
  readonly pool: Pool;
  readonly coverageThread: CoverageThread;
}

/** The last report, and whether a new one is being made. */
export async function getCoverage({ pool, coverageThread }: CoverageDeps): Promise<CoverageStatus> {
  const measuring = coverageThread.isRunning() || (await isCoverageLocked(pool));
  const stored = await readReport<CoverageReport>(pool);
  return { measuring, measured_at: stored?.measuredAt.toISOString() ?? null, report: stored?.report ?? null };
}

/** Starts a measurement in the background, unless one is running. */
export async function measureCoverage(deps: CoverageDeps): Promise<CoverageStatus> {
  const { measuring } = await getCoverage(deps);
  if (!measuring) await deps.coverageThread.start(deps.pool);
  return getCoverage(deps);
}
