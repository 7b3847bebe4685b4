import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { FleetKey } from './fleet-admin.ts';
import type { Asked } from './steady-load.ts';
import { violationIf } from './violation.ts';

/** The metered responses in the database, compared with what the client received. */
export interface Counted {
  /** Responses with data that arrived. */
  received: number;
  rows: number;
  /** Received, but not in the database under the same key and operation. */
  lost: number;
  /** Rows whose request is already in another row. */
  twice: number;
  /** Rows with another number of credits than the response cost. */
  misbilled: number;
  /** Rows without a received response: the connection was closed first. */
  unreceived: number;
  /** Requests that were sent and got no complete response. */
  cut: number;
  /** Differences between the rows and the daily and monthly totals. */
  sums: string[];
}

type Installed = Pick<Fleet, 'installation'>;

const settleMs = 60_000;
/** Longer than the interval at which dead processes are detected. */
const quietMs = 3000;

async function accountsOf({ installation }: Installed, keys: readonly FleetKey[]): Promise<number[]> {
  const names = keys.map(({ account }) => account);
  const { rows } = await installation.pool.query('SELECT id FROM account WHERE name = ANY($1)', [names]);
  return rows.map(({ id }) => id);
}

/** Waits until no more rows arrive: usage of dead processes is recovered within seconds. */
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
    SELECT account_id, (at AT TIME ZONE 'UTC')::date AS day, operation, sum(credits)::bigint AS count FROM usage
    WHERE account_id = ANY($1) GROUP BY 1, 2, 3
  ), month AS (
    SELECT account_id, date_trunc('month', at AT TIME ZONE 'UTC')::date AS month, sum(credits)::bigint AS count FROM usage
    WHERE account_id = ANY($1) GROUP BY 1, 2
  )
  SELECT format('usage has %s credits of %s and usage_day says %s', coalesce(day.count, 0), operation, coalesce(d.count, 0)) AS difference
  FROM day FULL JOIN (SELECT * FROM usage_day WHERE account_id = ANY($1)) d USING (account_id, day, operation)
  WHERE day.count IS DISTINCT FROM d.count
  UNION ALL
  SELECT format('usage has %s credits of a month and usage_month says %s', coalesce(month.count, 0), coalesce(m.used, 0))
  FROM month FULL JOIN (SELECT * FROM usage_month WHERE account_id = ANY($1)) m USING (account_id, month)
  WHERE coalesce(month.count, 0) <> coalesce(m.used, 0)`;

const nameOf = (key: string, operation: string) => `${key} ${operation}`;

/** A request can have been metered only if its connection was accepted. */
const isCut = ({ status, code }: Asked) => status === 0 && code !== 'ECONNREFUSED';

/** Reads the usage of these keys. Nothing else may use them at the same time. */
export async function readCounted(fleet: Installed, asked: readonly Asked[]): Promise<Counted> {
  const accounts = await accountsOf(fleet, [...new Set(asked.map(({ key }) => key))]);
  await settle(fleet, accounts);
  const { pool } = fleet.installation;
  const { rows } = await pool.query<{ request_id: string; key_id: string; operation: string; credits: number }>(
    'SELECT request_id, key_id, operation, credits FROM usage WHERE account_id = ANY($1)',
    [accounts],
  );
  const counted = new Map(rows.map((row) => [row.request_id, row]));
  const rowOf = ({ requestId, key, question }: Asked) => {
    const row = counted.get(requestId);
    return row && nameOf(row.key_id, row.operation) === nameOf(key.id, question.operation) ? row : undefined;
  };
  const received = asked.filter(({ credits }) => credits > 0);
  const found = received.filter((one) => rowOf(one) !== undefined);
  const misbilled = found.filter((one) => rowOf(one)?.credits !== one.credits);
  const { rows: differences } = await pool.query<{ difference: string }>(sums, [accounts]);
  return {
    received: received.length,
    rows: rows.length,
    lost: received.length - found.length,
    twice: rows.length - counted.size,
    misbilled: misbilled.length,
    unreceived: counted.size - found.length,
    cut: asked.filter(isCut).length,
    sums: differences.map(({ difference }) => difference),
  };
}

export function violationsOf(counted: Counted): string[] {
  const { received, lost, twice, misbilled, unreceived, cut, sums: differences } = counted;
  return [
    ...violationIf(received === 0, 'no response with data was received'),
    ...violationIf(lost > 0, `${lost} of ${received} responses were lost: not metered`),
    ...violationIf(twice > 0, `${twice} rows meter a response twice`),
    ...violationIf(misbilled > 0, `${misbilled} rows have a wrong number of credits`),
    ...violationIf(
      unreceived > cut,
      `${unreceived} rows without a response, but only ${cut} requests were interrupted`,
    ),
    ...differences,
  ];
}

export const describeCounted = ({ received, rows, lost, twice, unreceived, cut }: Counted) =>
  `${received} responses with data, ${rows} rows: ${lost} lost, ${twice} twice; ${unreceived} rows whose response was interrupted (${cut} requests were)`;
