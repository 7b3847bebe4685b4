import { type Queryable, queryRow } from '../pool.ts';

/** What one run removed. */
export interface ExpiryCounts {
  readonly records: number;
  readonly deleted_positions: number;
  readonly deleted_receipts: number;
}

export interface ExpiryRun extends ExpiryCounts {
  readonly started_at: Date;
  /** Null: it is running, or was interrupted. */
  readonly ended_at: Date | null;
}

/** Records that a run started; returns its id. */
export async function startExpiryRun(database: Queryable): Promise<number> {
  const { id } = await queryRow<{ id: number }>(database, 'INSERT INTO expiry_run DEFAULT VALUES RETURNING id');
  return id;
}

export const endExpiryRun = (database: Queryable, id: number, counts: ExpiryCounts) =>
  database.query(
    `UPDATE expiry_run SET ended_at = now(), records = $2, deleted_positions = $3, deleted_receipts = $4 WHERE id = $1`,
    [id, counts.records, counts.deleted_positions, counts.deleted_receipts],
  );

/** The run that started last. */
export async function readLastExpiryRun(database: Queryable): Promise<ExpiryRun | undefined> {
  const { rows } = await database.query<ExpiryRun>(
    `SELECT started_at, ended_at, records, deleted_positions, deleted_receipts FROM expiry_run ORDER BY id DESC LIMIT 1`,
  );
  return rows[0];
}
