import { type Client, columnsOf, type Pool, queryRow } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';

/** The channel on which a process asks others to return unspent credits of an account. */
export const creditChannel = 'orgdex_credits';

/** The timeout for connecting, and again for the transaction, so that a hanging database does not block requests. */
const limitMs = 1000;

export interface AccountMonth {
  readonly accountId: number;
  /** First day of the month. */
  readonly month: string;
}

/** The credits that a process holds of one account in one month. */
export interface Claim extends AccountMonth {
  readonly processId: string;
  /** Credits leased and not returned, spent or not. */
  readonly taken: number;
  /** Credits spent on responses, whether or not the database has counted them yet. */
  readonly spent: number;
}

export interface Lease {
  /** How many credits were added to the lease; 0: none are free. */
  readonly taken: number;
  /** What is left of the quota; undefined: the plan has no quota. */
  readonly left: number | undefined;
}

export interface LeaseOptions {
  /** Whether to ask other processes for what they do not use, if too few credits are free. */
  readonly recall: boolean;
  /** How many are needed. */
  readonly wanted: number;
}

/** The state of an account's month in the database. */
export interface CreditBalance {
  /** Monthly credits of the plan; null: no quota. */
  readonly monthly: number | null;
  readonly used: number;
  /** Credits that other processes leased and have not spent. */
  readonly others: number;
  /** Credits that this process spent and the database has counted. */
  readonly counted: number;
}

/** The size of the next lease. It leaves credits for other processes, and shrinks as fewer are free. */
export const blockOf = (free: number): number =>
  Math.min(Math.max(free, 0), Math.max(1, Math.min(1000, Math.floor(free / 32))));

/** How many credits a process may lease in addition to what it holds: at least those wanted, if they are free. */
export function leaseOf({ monthly, used, others, counted }: CreditBalance, { taken, spent }: Claim, wanted = 1): Lease {
  if (monthly === null) return { taken: 0, left: undefined };
  const free = monthly - used - others - (taken - counted);
  return {
    taken: Math.min(Math.max(free, 0), Math.max(blockOf(free), wanted)),
    left: Math.max(0, monthly - used - (spent - counted)),
  };
}

/** Every change of a lease, and every count of leased credits, locks this row first. */
async function lockMonth(client: Client, { accountId, month }: Claim): Promise<number> {
  const { used } = await queryRow<{ used: number }>(
    client,
    // The empty update locks a row that already exists.
    `INSERT INTO usage_month (account_id, month) VALUES ($1, $2)
     ON CONFLICT (account_id, month) DO UPDATE SET used = usage_month.used RETURNING used`,
    [accountId, month],
  );
  return used;
}

/** A separate statement after the lock, so that it sees what was committed while it waited. */
const readBalance = (client: Client, claim: Claim) =>
  queryRow<Omit<CreditBalance, 'used'>>(
    client,
    `SELECT p.monthly_credits AS monthly,
       (SELECT coalesce(sum(greatest(taken - spent, 0)), 0)::bigint FROM credit_lease
        WHERE account_id = a.id AND month = $2 AND process_id <> $3) AS others,
       coalesce((SELECT spent FROM credit_lease
        WHERE account_id = a.id AND month = $2 AND process_id = $3), 0) AS counted
     FROM account a JOIN plan p ON p.name = a.plan WHERE a.id = $1`,
    [claim.accountId, claim.month, claim.processId],
  );

/**
 * Leases some of the free credits. The total that the process holds is written as it is, not added to, so it is correct
 * again even after a transaction whose outcome is unknown.
 */
export function leaseCredits(pool: Pool, claim: Claim, { recall, wanted }: LeaseOptions): Promise<Lease> {
  return transactionWithTimeout(pool, limitMs, async (client) => {
    const used = await lockMonth(client, claim);
    const lease = leaseOf({ used, ...(await readBalance(client, claim)) }, claim, wanted);
    await client.query(
      `INSERT INTO credit_lease (process_id, account_id, month, taken) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, month, process_id) DO UPDATE SET taken = excluded.taken`,
      [claim.processId, claim.accountId, claim.month, claim.taken + lease.taken],
    );
    if (recall && lease.taken < wanted && lease.left !== undefined) {
      await client.query('SELECT pg_notify($1, $2)', [creditChannel, String(claim.accountId)]);
    }
    return lease;
  });
}

/**
 * Returns all credits that a process does not claim. `readClaims` is called only when the rows are locked, so that the
 * process can spend its credits until then.
 */
export function returnCredits(
  pool: Pool,
  months: readonly AccountMonth[],
  readClaims: () => readonly Claim[],
): Promise<void> {
  return transactionWithTimeout(pool, limitMs, async (client) => {
    await client.query(
      `SELECT FROM usage_month m JOIN unnest($1::bigint[], $2::date[]) AS asked (account_id, month)
         ON asked.account_id = m.account_id AND asked.month = m.month
       ORDER BY m.account_id, m.month FOR NO KEY UPDATE OF m`,
      columnsOf(months, 'accountId', 'month'),
    );
    const claims = readClaims();
    await client.query(
      `UPDATE credit_lease l SET taken = claim.taken
       FROM unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[]) AS claim (account_id, month, process_id, taken)
       WHERE l.account_id = claim.account_id AND l.month = claim.month AND l.process_id = claim.process_id`,
      columnsOf(claims, 'accountId', 'month', 'processId', 'taken'),
    );
  });
}
