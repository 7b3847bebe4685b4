import { readLockedSources } from '../locks.ts';
import type { Queryable } from '../pool.ts';
import { noCounts, type ReasonCounts, type Run } from './runs.ts';

/** A run as an operator wants to see it. */
export interface ListedRun
  extends Pick<Run, 'id' | 'state' | 'input' | 'files' | 'whole' | 'forced' | 'counts' | 'gates' | 'reason'> {
  source: string;
  class: string;
  /** It is not finished, and nobody is at work on it. */
  cutOff: boolean;
  startedBy: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Why rows were left out; an older run may say nothing. */
  reasons: Partial<ReasonCounts>;
}

type Row = Omit<ListedRun, 'cutOff'> & { source_id: number };

const columns = `r.id, r.source_id, s.name AS source, s.class, r.state, r.input, r.files, r.whole, r.forced,
  r.started_by AS "startedBy", r.started_at AS "startedAt", r.ended_at AS "endedAt", r.counts, r.gates, r.reasons, r.reason`;

/** A run may begin or end while we look: only one whose lock is free before and after was really left alone. */
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
    cutOff: (run.state === 'staging' || run.state === 'applying') && !locked.has(source_id),
  }));
}

interface RunChoice {
  source?: string;
  /** Only those that have ended, or only those that have not. */
  ended?: boolean;
  limit: number;
}

/** The last runs, newest first; of one source where it is named. */
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
