import type { Client, Pool } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';

/** The channel on which a process asks for the unspent credits of an account. */
export const creditChannel = 'orgdex_credits';

/** A ledger that hangs is given up: once to connect, once to answer. */
const limitMs = 1000;

export interface AccountMonth {
  readonly accountId: number;
  /** First day of the month. */
  readonly month: string;
}

/** What a process has of one account's credits in one month. */
export interface Claim extends AccountMonth {
  readonly processId: string;
  /** All that it took and did not give back, whether spent or not. */
  readonly taken: number;
  /** Those it has given answers for, whether counted in the ledger or not. */
  readonly spent: number;
}

export interface Lease {
  /** How many more it has now; 0: there is no free one. */
  readonly taken: number;
  /** What is left of the quota; undefined: there is none. */
  readonly left: number | undefined;
}

/** What the ledger knows of an account's month. */
export interface CreditBalance {
  /** Credits of the plan; null: no quota. */
  readonly monthly: number | null;
  readonly used: number;
  /** What the other processes took and did not spend. */
  readonly others: number;
  /** What this process spent and the ledger has counted. */
  readonly counted: number;
}

/** A share that leaves some for the others, and is smaller the fewer there are. */
export const blockOf = (free: number): number =>
  Math.min(Math.max(free, 0), Math.max(1, Math.min(1000, Math.floor(free / 32))));

/** What a process may take on top of what it claims. */
export function leaseOf({ monthly, used, others, counted }: CreditBalance, { taken, spent }: Claim): Lease {
  if (monthly === null) return { taken: 0, left: undefined };
  const free = monthly - used - others - (taken - counted);
  return { taken: blockOf(free), left: Math.max(0, monthly - used - (spent - counted)) };
}

/** Every change of a lease begins here; so does every count of leased credits. */
async function lockMonth(client: Client, { accountId, month }: Claim): Promise<number> {
  const { rows } = await client.query<{ used: number }>(
    // The empty update locks a row that is there already.
    `INSERT INTO usage_month (account_id, month) VALUES ($1, $2)
     ON CONFLICT (account_id, month) DO UPDATE SET used = usage_month.used RETURNING used`,
    [accountId, month],
  );
  return rows[0]?.used ?? 0;
}

/** A statement of its own, after the lock: it sees what was committed while we waited. */
async function readStanding(client: Client, claim: Claim): Promise<Omit<CreditBalance, 'used'>> {
  const { rows } = await client.query<Omit<CreditBalance, 'used'>>(
    `SELECT p.monthly_credits AS monthly,
       (SELECT coalesce(sum(greatest(taken - spent, 0)), 0)::bigint FROM credit_lease
        WHERE account_id = a.id AND month = $2 AND process_id <> $3) AS others,
       coalesce((SELECT spent FROM credit_lease
        WHERE account_id = a.id AND month = $2 AND process_id = $3), 0) AS counted
     FROM account a JOIN plan p ON p.name = a.plan WHERE a.id = $1`,
    [claim.accountId, claim.month, claim.processId],
  );
  return rows[0] as Omit<CreditBalance, 'used'>;
}

/**
 * Takes some of the free credits. What the process claims is written as it is, not added to: so it is right again after
 * a transaction whose end nobody learned.
 */
export function leaseCredits(pool: Pool, claim: Claim, { recall }: { recall: boolean }): Promise<Lease> {
  return transactionWithTimeout(pool, limitMs, async (client) => {
    const used = await lockMonth(client, claim);
    const lease = leaseOf({ used, ...(await readStanding(client, claim)) }, claim);
    await client.query(
      `INSERT INTO credit_lease (process_id, account_id, month, taken) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, month, process_id) DO UPDATE SET taken = excluded.taken`,
      [claim.processId, claim.accountId, claim.month, claim.taken + lease.taken],
    );
    if (recall && lease.taken === 0 && lease.left !== undefined) {
      await client.query('SELECT pg_notify($1, $2)', [creditChannel, String(claim.accountId)]);
    }
    return lease;
  });
}

/**
 * Leaves a process with what it claims, and the rest free. What that is, it says once the ledger is there and the rows
 * are locked: until then it can go on with what it has.
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
      [months.map(({ accountId }) => accountId), months.map(({ month }) => month)],
    );
    const claims = readClaims();
    await client.query(
      `UPDATE credit_lease l SET taken = claim.taken
       FROM unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[]) AS claim (account_id, month, process_id, taken)
       WHERE l.account_id = claim.account_id AND l.month = claim.month AND l.process_id = claim.process_id`,
      [
        claims.map(({ accountId }) => accountId),
        claims.map(({ month }) => month),
        claims.map(({ processId }) => processId),
        claims.map(({ taken }) => taken),
      ],
    );
  });
}
