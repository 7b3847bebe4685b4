import { type CompanyRow, readCompanyRows } from './outbox/published-rows.ts';
import { withNestedLoops } from './planner.ts';
import { type Client, type Pool, type Queryable, queryRow, transaction } from './pool.ts';

const batchSize = 1000;

/** Selects living companies: all of them, or a stable sample of one in `every`. */
const chosen = (every: number) => `FROM company WHERE redirect_to IS NULL AND hashtextextended(id, 0) % ${every} = 0`;

async function countChosen(client: Client, every: number): Promise<number> {
  const { count } = await queryRow<{ count: number }>(client, `SELECT count(*) AS count ${chosen(every)}`);
  return count;
}

async function readPart(client: Client): Promise<CompanyRow[]> {
  const { rows } = await client.query<{ id: string }>(`FETCH ${batchSize} FROM chosen`);
  return readCompanyRows(client, { ids: rows.map(({ id }) => id) });
}

/** Passes all companies, or a sample of one in `every`, to `take` in batches. All batches come from one snapshot. */
export const scanCompanies = (
  pool: Pool,
  every: number,
  take: (part: readonly CompanyRow[], total: number) => void | Promise<void>,
): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const total = await countChosen(client, every);
    await client.query(`DECLARE chosen NO SCROLL CURSOR FOR SELECT id ${chosen(every)}`);
    await withNestedLoops(client, async () => {
      for (let part = await readPart(client); part.length > 0; part = await readPart(client)) await take(part, total);
    });
  });

/** Replaces the stored report. */
export const saveReport = (database: Queryable, report: object) =>
  database.query(
    `INSERT INTO coverage_report (report) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET report = excluded.report, measured_at = now()`,
    [JSON.stringify(report)],
  );

/** The last report; undefined: nothing was measured yet. */
export async function readReport<T>(database: Queryable): Promise<{ report: T; measuredAt: Date } | undefined> {
  const { rows } = await database.query<{ report: T; measuredAt: Date }>(
    'SELECT report, measured_at AS "measuredAt" FROM coverage_report',
  );
  return rows[0];
}
