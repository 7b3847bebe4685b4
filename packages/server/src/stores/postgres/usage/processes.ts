import { type Queryable, queryRow } from '../pool.ts';

/** A position in the spool of a process. */
export interface SpoolPosition {
  readonly segment: number;
  readonly position: number;
}

/** Registers a process. Its spool is counted from this position on. */
export async function registerProcess(database: Queryable, id: string, from: SpoolPosition): Promise<void> {
  await database.query('INSERT INTO api_process (id, segment, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    id,
    from.segment,
    from.position,
  ]);
}

export interface Heartbeat {
  /** False: another process removed this one. */
  readonly isListed: boolean;
  /** The processes seen within 10 s, including this one. */
  readonly processes: number;
}

/** Records that this process is alive, and counts the living processes. */
export const heartbeat = (database: Queryable, id: string): Promise<Heartbeat> =>
  queryRow<Heartbeat>(
    database,
    `WITH own AS (UPDATE api_process SET seen_at = clock_timestamp() WHERE id = $1 RETURNING id)
     SELECT EXISTS (SELECT FROM own) AS "isListed",
       1 + (SELECT count(*) FROM api_process WHERE id <> $1 AND seen_at > now() - interval '10 seconds') AS processes`,
    [id],
  );

/** Removes a process and its leases, so that its unspent credits are free again. */
export async function removeProcess(database: Queryable, id: string): Promise<void> {
  await database.query('DELETE FROM api_process WHERE id = $1', [id]);
}

/** A serving process, on whichever machine. */
export interface ListedProcess {
  id: string;
  started_at: Date;
  seen_at: Date;
}

/** The processes that were seen within a minute, oldest first. */
export async function listProcesses(database: Queryable): Promise<ListedProcess[]> {
  const { rows } = await database.query<ListedProcess>(
    `SELECT id, started_at, seen_at FROM api_process WHERE seen_at > now() - interval '1 minute'
     ORDER BY started_at, id LIMIT 100`,
  );
  return rows;
}
