import type { Queryable } from '../pool.ts';

/** What became of the rows of a run. read = accepted + unchanged + rejected + skipped + suppressed + superseded. */
export interface RunCounts {
  read: number;
  accepted: number;
  unchanged: number;
  rejected: number;
  skipped: number;
  suppressed: number;
  superseded: number;
  /** Statements that a whole file no longer holds: they were not read. */
  gone: number;
}

export const noCounts: RunCounts = {
  read: 0,
  accepted: 0,
  unchanged: 0,
  rejected: 0,
  skipped: 0,
  suppressed: 0,
  superseded: 0,
  gone: 0,
};

/** How often each reason was given; `noted`: for values that were left out of rows that came in. */
export type ReasonCounts = Record<'skipped' | 'rejected' | 'noted', Record<string, number>>;

export const noReasons = (): ReasonCounts => ({ skipped: {}, rejected: {}, noted: {} });

/** Where a run stands in its input. */
export interface InputPosition {
  /** Rows that are behind it. */
  rows: number;
  /** The part of the input in which it stands, counted over all files, and the rows before that part. */
  part: number;
  before: number;
}

/** How far a run has come: it goes on from here after a kill. */
export interface RunPosition {
  /** How far the input is staged. */
  staged?: InputPosition;
  /** Rows that must be in the stage. */
  stagedRows?: number;
  /** The source had said nothing before: nothing has to be compared. */
  first?: boolean;
  /** Highest line that is applied, and the highest there is. */
  companies?: number;
  people?: number;
  lastLine?: number;
}

/** What a safety check measured, its limits, and whether the operator overrode it. */
export interface CheckResult {
  measured: number;
  min?: number;
  max: number;
  overridden?: boolean;
}

export const isPassed = ({ measured, min = 0, max }: CheckResult): boolean => measured >= min && measured <= max;

/** What a file was: shown with its run. */
export interface FileFacts {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Run {
  id: number;
  source_id: number;
  input: string;
  whole: boolean;
  forced: boolean;
  state: 'staging' | 'applying' | 'done' | 'stopped';
  position: RunPosition;
  counts: RunCounts;
  reason: string | null;
  files: FileFacts[];
  started_by: string | null;
  gates: Record<string, CheckResult>;
  reasons: ReasonCounts;
}

export interface Source {
  id: number;
  name: string;
}

/**
 * The source's row, made or brought up to date with what the code says of its class. An insert that meets a conflict
 * takes a number all the same, and there are few of them: only a new source tries to insert.
 */
export async function ensureSource(
  ledger: Queryable,
  source: { name: string; class: string; precedence: number; identityPrecedence: number },
): Promise<Source> {
  const { rows } = await ledger.query(
    `WITH known AS (
       UPDATE source SET class = $2, precedence = $3, identity_precedence = $4 WHERE name = $1 RETURNING id, name
     ), made AS (
       INSERT INTO source (name, class, precedence, identity_precedence)
       SELECT $1, $2, $3::smallint, $4::smallint WHERE NOT EXISTS (SELECT FROM known)
       ON CONFLICT (name) DO UPDATE SET class = $2, precedence = $3, identity_precedence = $4 RETURNING id, name
     ) SELECT * FROM known UNION ALL SELECT * FROM made`,
    [source.name, source.class, source.precedence, source.identityPrecedence],
  );
  return rows[0];
}

export async function unfinishedRun(ledger: Queryable, sourceId: number): Promise<Run | undefined> {
  const { rows } = await ledger.query(`SELECT * FROM run WHERE source_id = $1 AND state IN ('staging', 'applying')`, [
    sourceId,
  ]);
  return rows[0];
}

export async function beginRun(
  ledger: Queryable,
  run: { sourceId: number; input: string; whole: boolean; forced: boolean; startedBy: string },
): Promise<Run> {
  const { rows } = await ledger.query(
    `INSERT INTO run (source_id, input, whole, forced, state, counts, started_by, reasons)
     VALUES ($1, $2, $3, $4, 'staging', $5, $6, $7) RETURNING *`,
    [run.sourceId, run.input, run.whole, run.forced, noCounts, run.startedBy, noReasons()],
  );
  return rows[0];
}

/** Writes down state, position and counts, in the transaction that made them true. */
export async function saveRun(ledger: Queryable, run: Run): Promise<void> {
  await ledger.query(
    `UPDATE run SET state = $2, position = $3, counts = $4, reason = $5, forced = $6, files = $7, gates = $8, reasons = $9,
       ended_at = CASE WHEN $2 IN ('done', 'stopped') THEN now() END WHERE id = $1`,
    [
      ...[run.id, run.state, run.position, run.counts, run.reason, run.forced],
      ...[JSON.stringify(run.files), run.gates, run.reasons],
    ],
  );
}
