import { readLockedSources } from '../locks.ts';
import type { Queryable } from '../pool.ts';
import { noCounts, type ReasonCounts, type Run } from './runs.ts';

/** A run as shown to operators. */
export interface ListedRun
  extends Pick<
    Run,
    'id' | 'state' | 'input' | 'files' | 'whole' | 'position' | 'counts' | 'checks' | 'links' | 'widest' | 'reason'
  > {
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
  r.ended_at AS "endedAt", r.position, r.counts, r.checks, r.reasons, r.links, r.widest, r.reason`;

/** A run may start or end during the query: a run is interrupted only if its lock is free both before and after. */
async function readRuns(database: Queryable, rest: string, values: unknown[]): Promise<ListedRun[]> {
  const before = await readLockedSources(database);
  const { rows } = await database.query<Row>(
    `SELECT ${columns} FROM run r JOIN source s ON s.id = r.source_id ${rest}`,
    values,
  );
  const locked = before.union(await readLockedSources(database));
  return rows.map(({ source_id, ...run }) => ({
    ...run,
    counts: { ...noCounts, ...run.counts },
    interrupted: (run.state === 'staging' || run.state === 'applying') && !locked.has(source_id),
  }));
}

export interface RunChoice {
  source?: string | undefined;
  /** Only finished runs, or only unfinished ones. */
  ended?: boolean;
  states?: readonly ListedRun['state'][] | undefined;
  /** Only runs with a smaller number. */
  before?: number | undefined;
  limit: number;
}

/** The latest runs, newest first, of all sources or of one. */
export const listRuns = (
  database: Queryable,
  { source, ended, states, before, limit }: RunChoice,
): Promise<ListedRun[]> =>
  readRuns(
    database,
    `WHERE ($1::text IS NULL OR s.name = $1) AND ($2::boolean IS NULL OR (r.state IN ('done', 'stopped')) = $2)
       AND ($3::text[] IS NULL OR r.state = ANY($3)) AND ($4::integer IS NULL OR r.id < $4)
     ORDER BY r.id DESC LIMIT $5`,
    [source ?? null, ended ?? null, states ?? null, before ?? null, limit],
  );

export async function readRun(database: Queryable, id: number): Promise<ListedRun | undefined> {
  const [run] = await readRuns(database, 'WHERE r.id = $1', [id]);
  return run;
}

/** The last run of each source that was imported, with the number of its runs. */
export async function listLastRuns(database: Queryable): Promise<{ run: ListedRun; runs: number }[]> {
  const { rows } = await database.query<{ id: number; runs: number }>(
    'SELECT max(id) AS id, count(*) AS runs FROM run GROUP BY source_id',
  );
  const runs = await readRuns(database, 'WHERE r.id = ANY($1)', [rows.map(({ id }) => id)]);
  const countOf = new Map(rows.map(({ id, runs: count }) => [id, count]));
  return runs.map((run) => ({ run, runs: countOf.get(run.id) ?? 0 }));
}

/** The identifier that the most records share, of those that the last run of each source touched. */
export async function listWidest(database: Queryable): Promise<{ source: string; records: number }[]> {
  const { rows } = await database.query<{ source: string; records: number }>(
    `SELECT DISTINCT ON (r.source_id) s.name AS source, coalesce((r.widest->>'records')::integer, 0) AS records
     FROM run r JOIN source s ON s.id = r.source_id ORDER BY r.source_id, r.id DESC`,
  );
  return rows;
}

/** When each source was last imported to the end. */
export async function readLastSuccesses(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await database.query<{ source: string; ended_at: Date }>(
    `SELECT s.name AS source, max(r.ended_at) AS ended_at FROM run r JOIN source s ON s.id = r.source_id
     WHERE r.state = 'done' GROUP BY s.name`,
  );
  return new Map(rows.map(({ source, ended_at }) => [source, ended_at]));
}
