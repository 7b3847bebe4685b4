import { readLockedSources } from '../locks.ts';
import type { Queryable } from '../pool.ts';
import { noCounts, type ReasonCounts, type Run } from './runs.ts';

/** A run as shown to operators. */
export interface ListedRun
  extends Pick<Run, 'id' | 'state' | 'input' | 'files' | 'whole' | 'counts' | 'checks' | 'links' | 'reason'> {
  source: string;
  class: string;
  /** The operator allowed at least one safety check to fail. */
  overridesChecks: boolean;
  /** The run is unfinished, and no process is working on it. */
  interrupted: boolean;
  startedBy: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Why rows or values were left out; empty for runs of older versions. */
  reasons: Partial<ReasonCounts>;
}

type Row = Omit<ListedRun, 'interrupted'> & { source_id: number };

const columns = `r.id, r.source_id, s.name AS source, s.class, r.state, r.input, r.files, r.whole,
  r.overrides_checks AS "overridesChecks", r.started_by AS "startedBy", r.started_at AS "startedAt",
  r.ended_at AS "endedAt", r.counts, r.checks, r.reasons, r.links, r.reason`;

/** A run may start or end during the query: a run is interrupted only if its lock is free both before and after. */
async function readRuns(ledger: Queryable, rest: string, values: unknown[]): Promise<ListedRun[]> {
  const before = await readLockedSources(ledger);
  const { rows } = await ledger.query<Row>(
    `SELECT ${columns} FROM run r JOIN source s ON s.id = r.source_id ${rest}`,
    values,
  );
  const locked = before.union(await readLockedSources(ledger));
  return rows.map(({ source_id, ...run }) => ({
    ...run,
    counts: { ...noCounts, ...run.counts },
    interrupted: (run.state === 'staging' || run.state === 'applying') && !locked.has(source_id),
  }));
}

interface RunChoice {
  source?: string;
  /** Only finished runs, or only unfinished ones. */
  ended?: boolean;
  limit: number;
}

/** The latest runs, newest first, of all sources or of one. */
export const listRuns = (ledger: Queryable, { source, ended, limit }: RunChoice): Promise<ListedRun[]> =>
  readRuns(
    ledger,
    `WHERE ($1::text IS NULL OR s.name = $1) AND ($2::boolean IS NULL OR (r.state IN ('done', 'stopped')) = $2)
     ORDER BY r.id DESC LIMIT $3`,
    [source ?? null, ended ?? null, limit],
  );

export async function readRun(ledger: Queryable, id: number): Promise<ListedRun | undefined> {
  const [run] = await readRuns(ledger, 'WHERE r.id = $1', [id]);
  return run;
}
