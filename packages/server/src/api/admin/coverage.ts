import type { CoverageReport, CoverageStatus } from '@orgdex/contract';
import type { CoverageThread } from '../../pipeline/coverage/measure-thread.ts';
import { readReport } from '../../stores/postgres/coverage.ts';
import { isCoverageLocked } from '../../stores/postgres/locks.ts';
import type { Pool } from '../../stores/postgres/pool.ts';

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
