import { type Queryable, queryRow } from '../pool.ts';

/** The outcome of the rows of a run. read = accepted + unchanged + rejected + skipped + suppressed + superseded. */
export interface RunCounts {
  read: number;
  accepted: number;
  unchanged: number;
  rejected: number;
  skipped: number;
  suppressed: number;
  superseded: number;
  /** Records that are missing from a full file. They were not read, so `read` does not include them. */
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

/** How often each reason occurred; `noted`: values that were left out of accepted rows. */
export type ReasonCounts = Record<'skipped' | 'rejected' | 'noted', Record<string, number>>;

export const noReasons = (): ReasonCounts => ({ skipped: {}, rejected: {}, noted: {} });

/** The position of a run in its input. */
export interface InputPosition {
  /** Rows already read. */
  rows: number;
  /** The current part of the input, counted over all files, and the number of rows before it. */
  part: number;
  before: number;
}

/** Rows are written in ranges of lines; whether all ranges were. */
export interface FirstLoad {
  rangeLines: number;
  written: boolean;
}

/** The progress of a run: it continues from here after a crash. */
export interface RunPosition {
  /** How far the input is staged. */
  staged?: InputPosition;
  /** Rows that the stage must contain. */
  stagedRows?: number;
  /**
   * If rows have fingerprints: the rules by which they are read, whether the fingerprints in the database were complete by the same
   * rules, and, if they are used, how many rows were recognized.
   */
  fingerprints?: { rules: string; complete: boolean; known?: number };
  /** The source had no records before, so nothing needs to be compared. */
  first?: boolean;
  /** The records that share no identifier are written at once. */
  firstLoad?: FirstLoad;
  /** The same for people whose slug no other row has. */
  firstPeople?: FirstLoad;
  /** The highest line applied so far, and the last line. */
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

/** The facts about a file that are shown with its run. */
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
  /** The operator allowed at least one safety check to fail. */
  overrides_checks: boolean;
  state: 'staging' | 'applying' | 'done' | 'stopped';
  position: RunPosition;
  counts: RunCounts;
  reason: string | null;
  files: FileFacts[];
  started_by: string | null;
  checks: Record<string, CheckResult>;
  reasons: ReasonCounts;
  /** How people whose company is described were linked: way → rows, `none` for those who were not. */
  links: Record<string, number>;
  /** The identifier that the most records claim, of those that the run touched; null: it touched no shared one. */
  widest: { identifier: string; records: number } | null;
}

const runColumns =
  'id, source_id, input, whole, overrides_checks, state, position, counts, reason, files, started_by, checks, reasons, links, widest';

export interface Source {
  id: number;
  name: string;
}

/**
 * Creates the row of a source, or updates it to the class in the code. An insert with a conflict uses up a number of
 * the sequence, and source numbers are scarce, so it updates first and inserts only a new source.
 */
export async function ensureSource(
  database: Queryable,
  source: { name: string; class: string; precedence: number; identityPrecedence: number },
): Promise<Source> {
  return queryRow<Source>(
    database,
    `WITH known AS (
       UPDATE source SET class = $2, precedence = $3, identity_precedence = $4 WHERE name = $1 RETURNING id, name
     ), made AS (
       INSERT INTO source (name, class, precedence, identity_precedence)
       SELECT $1, $2, $3::smallint, $4::smallint WHERE NOT EXISTS (SELECT FROM known)
       ON CONFLICT (name) DO UPDATE SET class = $2, precedence = $3, identity_precedence = $4 RETURNING id, name
     ) SELECT * FROM known UNION ALL SELECT * FROM made`,
    [source.name, source.class, source.precedence, source.identityPrecedence],
  );
}

/** The number of a source by its name; undefined: nothing was imported as it. */
export async function findSourceId(database: Queryable, name: string): Promise<number | undefined> {
  const { rows } = await database.query<{ id: number }>('SELECT id FROM source WHERE name = $1', [name]);
  return rows[0]?.id;
}

export async function unfinishedRun(database: Queryable, sourceId: number): Promise<Run | undefined> {
  const { rows } = await database.query<Run>(
    `SELECT ${runColumns} FROM run WHERE source_id = $1 AND state IN ('staging', 'applying')`,
    [sourceId],
  );
  return rows[0];
}

export async function beginRun(
  database: Queryable,
  run: { sourceId: number; input: string; whole: boolean; overridesChecks: boolean; startedBy: string },
): Promise<Run> {
  return queryRow<Run>(
    database,
    `INSERT INTO run (source_id, input, whole, overrides_checks, state, counts, started_by, reasons)
     VALUES ($1, $2, $3, $4, 'staging', $5, $6, $7) RETURNING ${runColumns}`,
    [run.sourceId, run.input, run.whole, run.overridesChecks, noCounts, run.startedBy, noReasons()],
  );
}

/** Saves state, position and counts, in the same transaction as the work itself. */
export async function saveRun(database: Queryable, run: Run): Promise<void> {
  await database.query(
    `UPDATE run SET state = $2, position = $3, counts = $4, reason = $5, overrides_checks = $6, files = $7, checks = $8,
       reasons = $9, links = $10, widest = $11, ended_at = CASE WHEN $2 IN ('done', 'stopped') THEN now() END WHERE id = $1`,
    [
      run.id,
      run.state,
      run.position,
      run.counts,
      run.reason,
      run.overrides_checks,
      JSON.stringify(run.files),
      run.checks,
      run.reasons,
      run.links,
      run.widest,
    ],
  );
}
