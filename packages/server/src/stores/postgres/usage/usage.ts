import { type Client, columnsOf, type Pool, type Queryable } from '../pool.ts';
import { transactionWithTimeout } from '../transaction-with-timeout.ts';
import type { SpoolPosition } from './processes.ts';
import { insertReceived, type ReceivedPeople } from './received-people.ts';
import { createPartition, dayOf, monthOf } from './usage-month.ts';

const limitMs = 20_000;

/** One metered response and its cost. */
export interface CountedResponse {
  readonly requestId: string;
  readonly at: number;
  readonly accountId: number;
  readonly keyId: string;
  readonly operation: string;
  /** First day of the month that it counts toward. */
  readonly month: string;
  /** Whether the credits were leased in advance. */
  readonly isLeased: boolean;
  readonly credits: number;
  /** The people in it, if the key records them. */
  readonly received?: ReceivedPeople;
}

/** The entries of a spool between two positions. */
export interface SpoolRange {
  readonly answers: readonly CountedResponse[];
  readonly next: SpoolPosition;
}

interface Sum {
  readonly accountId: number;
  readonly day: string;
  readonly operation: string;
  count: number;
}

/**
 * Adds up credits by key. The inserts below sort the sums, so that all transactions lock rows in one order and
 * cannot deadlock.
 */
function sumBy(
  answers: readonly CountedResponse[],
  keyOf: (answer: CountedResponse) => Pick<Sum, 'day' | 'operation'>,
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const answer of answers) {
    const { accountId, credits } = answer;
    const { day, operation } = keyOf(answer);
    const name = `${accountId} ${day} ${operation}`;
    const sum = sums.get(name);
    if (sum) sum.count += credits;
    else sums.set(name, { accountId, day, operation, count: credits });
  }
  return [...sums.values()];
}

const insertResponses = (client: Client, answers: readonly CountedResponse[]) =>
  client.query(
    `INSERT INTO usage (at, request_id, account_id, key_id, operation, credits)
     SELECT to_timestamp(ms / 1000.0), request_id, account_id, key_id, operation, credits
     FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::integer[])
       AS answer (ms, request_id, account_id, key_id, operation, credits)`,
    columnsOf(answers, 'at', 'requestId', 'accountId', 'keyId', 'operation', 'credits'),
  );

/** Runs before the leases change: every change of a lease first locks the row of its month. */
function addToMonths(client: Client, answers: readonly CountedResponse[]) {
  const sums = sumBy(answers, ({ month }) => ({ day: month, operation: '' }));
  return client.query(
    `INSERT INTO usage_month (account_id, month, used)
     SELECT * FROM unnest($1::bigint[], $2::date[], $3::bigint[]) AS sum (account_id, month, used) ORDER BY 1, 2
     ON CONFLICT (account_id, month) DO UPDATE SET used = usage_month.used + excluded.used`,
    columnsOf(sums, 'accountId', 'day', 'count'),
  );
}

async function addToLeases(client: Client, processId: string, answers: readonly CountedResponse[]): Promise<void> {
  const sums = sumBy(
    answers.filter(({ isLeased }) => isLeased),
    ({ month }) => ({ day: month, operation: '' }),
  );
  if (sums.length === 0) return;
  await client.query(
    `UPDATE credit_lease l SET spent = l.spent + sum.spent
     FROM unnest($2::bigint[], $3::date[], $4::bigint[]) AS sum (account_id, month, spent)
     WHERE l.process_id = $1 AND l.account_id = sum.account_id AND l.month = sum.month`,
    [processId, ...columnsOf(sums, 'accountId', 'day', 'count')],
  );
}

function addToDays(client: Client, answers: readonly CountedResponse[]) {
  const sums = sumBy(answers, ({ at, operation }) => ({ day: dayOf(at), operation }));
  return client.query(
    `INSERT INTO usage_day (account_id, day, operation, count)
     SELECT * FROM unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[]) AS sum (account_id, day, operation, count)
     ORDER BY 1, 2, 3
     ON CONFLICT (account_id, day, operation) DO UPDATE SET count = usage_day.count + excluded.count`,
    columnsOf(sums, 'accountId', 'day', 'operation', 'count'),
  );
}

/** Stores when these keys were last used. */
export async function saveKeyUse(database: Queryable, uses: ReadonlyMap<string, number>): Promise<void> {
  await database.query(
    // Locks the rows in a fixed order, since other processes update the same keys.
    `WITH used AS (
       SELECT k.id, to_timestamp(u.ms / 1000.0) AS at FROM api_key k
       JOIN unnest($1::text[], $2::bigint[]) AS u (id, ms) ON u.id = k.id
       ORDER BY k.id FOR NO KEY UPDATE OF k
     )
     UPDATE api_key k SET last_used_at = greatest(k.last_used_at, used.at) FROM used WHERE used.id = k.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}

/** Counts metered responses, each exactly once: the spool position moves in the same transaction. */
export class UsageDatabase {
  readonly #pool: Pool;
  readonly #months = new Set<string>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Counts the next part of a spool. Returns undefined if the process is not registered, since its position is unknown.
   */
  async ship<S extends SpoolRange>(processId: string, read: (from: SpoolPosition) => S): Promise<S | undefined> {
    try {
      for (;;) {
        const missing = new Set<string>();
        const shipped = await this.#shipOnce(processId, read, missing);
        if (missing.size === 0) return shipped;
        // Not in the counting transaction, which would hold row locks while it waits for the table lock.
        for (const month of missing) await createPartition(this.#pool, month);
        for (const month of missing) this.#months.add(month);
      }
    } catch (error) {
      // A partition may have been dropped.
      this.#months.clear();
      throw error;
    }
  }

  #shipOnce<S extends SpoolRange>(processId: string, read: (from: SpoolPosition) => S, missing: Set<string>) {
    return transactionWithTimeout(this.#pool, limitMs, async (client): Promise<S | undefined> => {
      const { rows } = await client.query<SpoolPosition>(
        'SELECT segment, position FROM api_process WHERE id = $1 FOR NO KEY UPDATE',
        [processId],
      );
      if (!rows[0]) return undefined;
      const range = read(rows[0]);
      for (const { at } of range.answers) {
        const month = monthOf(at);
        if (!this.#months.has(month)) missing.add(month);
      }
      if (missing.size > 0) return undefined;
      await count(client, processId, range);
      return range;
    });
  }
}

async function count(client: Client, processId: string, { answers, next }: SpoolRange): Promise<void> {
  if (answers.length > 0) {
    await addToMonths(client, answers);
    await addToLeases(client, processId, answers);
    await addToDays(client, answers);
    await insertResponses(client, answers);
    await insertReceived(client, answers);
  }
  await client.query('UPDATE api_process SET segment = $2, position = $3 WHERE id = $1', [
    processId,
    next.segment,
    next.position,
  ]);
}
