import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { FleetKey } from './fleet-admin.ts';
import { when } from './promise.ts';
import type { Asked } from './steady-load.ts';

/** What the ledger counted, held against what the client received. */
export interface Counted {
  /** Answers with data that arrived. */
  received: number;
  rows: number;
  /** Received, and not in the ledger under the same key and operation. */
  lost: number;
  /** Rows that name a request which another row names already. */
  twice: number;
  /** Rows without an answer: it was cut off on its way. */
  unreceived: number;
  /** Requests that were sent and got no whole answer. */
  cut: number;
  /** Differences between the rows and what is added up by day and by month. */
  sums: string[];
}

type Installed = Pick<Fleet, 'installation'>;

const settleMs = 60_000;
/** Longer than dead processes are looked for. */
const quietMs = 3000;

async function accountsOf({ installation }: Installed, keys: readonly FleetKey[]): Promise<number[]> {
  const names = keys.map(({ account }) => account);
  const { rows } = await installation.pool.query('SELECT id FROM account WHERE name = ANY($1)', [names]);
  return rows.map(({ id }) => id);
}

/** Waits until no more rows come: what dead processes left behind is found within seconds. */
async function settle({ installation }: Installed, accounts: readonly number[]): Promise<void> {
  const began = Date.now();
  let last = -1;
  for (
    let quietSince = Date.now();
    Date.now() - quietSince < quietMs && Date.now() - began < settleMs;
    await sleep(500)
  ) {
    const { rows } = await installation.pool.query(
      'SELECT count(*)::int AS count FROM usage WHERE account_id = ANY($1)',
      [accounts],
    );
    if (rows[0].count !== last) quietSince = Date.now();
    last = rows[0].count;
  }
}

const sums = `
  WITH day AS (
    SELECT account_id, (at AT TIME ZONE 'UTC')::date AS day, operation, count(*) FROM usage
    WHERE account_id = ANY($1) GROUP BY 1, 2, 3
  ), month AS (
    SELECT account_id, date_trunc('month', at AT TIME ZONE 'UTC')::date AS month, count(*) FROM usage
    WHERE account_id = ANY($1) GROUP BY 1, 2
  )
  SELECT format('usage has %s rows of %s and usage_day says %s', coalesce(day.count, 0), operation, coalesce(d.count, 0)) AS difference
  FROM day FULL JOIN (SELECT * FROM usage_day WHERE account_id = ANY($1)) d USING (account_id, day, operation)
  WHERE day.count IS DISTINCT FROM d.count
  UNION ALL
  SELECT format('usage has %s rows of a month and usage_month says %s', coalesce(month.count, 0), coalesce(m.used, 0))
  FROM month FULL JOIN (SELECT * FROM usage_month WHERE account_id = ANY($1)) m USING (account_id, month)
  WHERE coalesce(month.count, 0) <> coalesce(m.used, 0)`;

const nameOf = (key: string, operation: string) => `${key} ${operation}`;

/** Only what was never refused a connection can have been answered. */
const isCut = ({ status, code }: Asked) => status === 0 && code !== 'ECONNREFUSED';

/** Reads what was counted for these keys; nothing else may be asked with them meanwhile. */
export async function readCounted(fleet: Installed, asked: readonly Asked[]): Promise<Counted> {
  const accounts = await accountsOf(fleet, [...new Set(asked.map(({ key }) => key))]);
  await settle(fleet, accounts);
  const { pool } = fleet.installation;
  const { rows } = await pool.query<{ request_id: string; key_id: string; operation: string }>(
    'SELECT request_id, key_id, operation FROM usage WHERE account_id = ANY($1)',
    [accounts],
  );
  const counted = new Map(rows.map(({ request_id, key_id, operation }) => [request_id, nameOf(key_id, operation)]));
  const received = asked.filter(({ status, question }) => status === 200 && question.hasData);
  const found = received.filter(
    ({ requestId, key, question }) => counted.get(requestId) === nameOf(key.id, question.operation),
  );
  const { rows: differences } = await pool.query<{ difference: string }>(sums, [accounts]);
  return {
    received: received.length,
    rows: rows.length,
    lost: received.length - found.length,
    twice: rows.length - counted.size,
    unreceived: counted.size - found.length,
    cut: asked.filter(isCut).length,
    sums: differences.map(({ difference }) => difference),
  };
}

export function judgeCounted({ received, lost, twice, unreceived, cut, sums: differences }: Counted): string[] {
  return [
    ...when(received === 0, 'no answer with data was received'),
    ...when(lost > 0, `${lost} of ${received} answers are lost: not counted`),
    ...when(twice > 0, `${twice} rows count an answer twice`),
    ...when(unreceived > cut, `${unreceived} rows without an answer, but only ${cut} requests were cut off`),
    ...differences,
  ];
}

export const tellCounted = ({ received, rows, lost, twice, unreceived, cut }: Counted) =>
  `${received} answers with data, ${rows} rows: ${lost} lost, ${twice} twice; ${unreceived} rows whose answer was cut off (${cut} requests were)`;
