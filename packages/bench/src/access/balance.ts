import { becomes, type Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';

/** What the database says about the credits of an account in this month. */
export interface Balance {
  /** The sum of all metered responses. */
  readonly billed: number;
  /** Leased to processes, alive or dead, and not spent. */
  readonly held: number;
}

/** Longer than dead processes take to be found, and idle credits to be returned. */
const returnedWithinMs = 30_000;

export async function readBalance({ installation }: Fleet, { account }: FleetKey): Promise<Balance> {
  const { rows } = await installation.pool.query<Balance>(
    `SELECT (SELECT coalesce(sum(credits), 0)::int FROM usage WHERE account_id = a.id) AS billed,
       (SELECT coalesce(sum(greatest(taken - spent, 0)), 0)::int FROM credit_lease WHERE account_id = a.id) AS held
     FROM account a WHERE a.name = $1`,
    [account],
  );
  return rows[0] as Balance;
}

/** The balance once every unused credit has come back, or the last one before the time is up. */
export async function awaitReturned(fleet: Fleet, key: FleetKey): Promise<Balance> {
  let balance = await readBalance(fleet, key);
  await becomes(async () => {
    balance = await readBalance(fleet, key);
    return balance.held === 0;
  }, returnedWithinMs);
  return balance;
}
