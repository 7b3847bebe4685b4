import type { Queryable } from '../pool.ts';

/** A place in the spool of a process. */
export interface SpoolPosition {
  readonly segment: number;
  readonly position: number;
}

/** Puts a process on the list; its spool counts from this place on. */
export async function registerProcess(ledger: Queryable, id: string, from: SpoolPosition): Promise<void> {
  await ledger.query('INSERT INTO api_process (id, segment, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    id,
    from.segment,
    from.position,
  ]);
}

export interface Heartbeat {
  /** False: somebody took this process off the list. */
  readonly isListed: boolean;
  /** Those seen within 10 s, this one among them. */
  readonly processes: number;
}

/** Says that this process lives, and counts those that do. */
export async function heartbeat(ledger: Queryable, id: string): Promise<Heartbeat> {
  const { rows } = await ledger.query<Heartbeat>(
    `WITH own AS (UPDATE api_process SET seen_at = clock_timestamp() WHERE id = $1 RETURNING id)
     SELECT EXISTS (SELECT FROM own) AS "isListed",
       1 + (SELECT count(*) FROM api_process WHERE id <> $1 AND seen_at > now() - interval '10 seconds') AS processes`,
    [id],
  );
  return rows[0] as Heartbeat;
}

/** Takes a process off the list. Its leases go with it, so what it did not spend is free again. */
export async function removeProcess(ledger: Queryable, id: string): Promise<void> {
  await ledger.query('DELETE FROM api_process WHERE id = $1', [id]);
}
