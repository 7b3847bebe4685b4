import type { SupportedCountry } from '@orgdex/contract';
import { type Client, type Pool, transaction } from '../../../server/src/ledger/pool.ts';

/** A company that is asked about, and how. */
export interface Subject {
  readonly company: string;
  /** By which it is looked up. */
  readonly identifier?: string;
  /** In which most of its people work. */
  readonly country?: SupportedCountry;
  /** Of some of its people there. */
  readonly titles?: readonly string[];
}

/** No list needs to be longer: none repeats within a cache's lifetime. */
const most = 1_000_000;
const mostSized = 200_000;

/** Every company, in an order of no meaning that is the same in every run. */
export async function companiesOf(pool: Pool): Promise<Subject[]> {
  const { rows } = await pool.query<Subject>(
    'SELECT id AS company FROM company WHERE redirect_to IS NULL ORDER BY hashtext(id), id LIMIT $1',
    [most],
  );
  return rows;
}

/** Every company that has an identifier of this kind, by one of them. */
export async function identifiedBy(pool: Pool, kind: 'fqdn' | 'abn'): Promise<Subject[]> {
  const { rows } = await pool.query<Subject>(
    `SELECT min(identifier) AS identifier, company_id AS company FROM identifier
     WHERE identifier LIKE $1 AND company_id IS NOT NULL
     GROUP BY company_id ORDER BY hashtext(company_id), company_id LIMIT $2`,
    [`${kind}:%`, most],
  );
  return rows;
}

/** Companies by how many people they have: what a class means in people. */
export const sizeClasses = {
  '1–10': [1, 10],
  '1–200': [1, 200],
  '150–200': [150, 200],
  '2,000': [1500, 2500],
  '50,000': [40_000, 60_000],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type SizeClass = keyof typeof sizeClasses;

const countSizes = `CREATE TEMP TABLE bench_size ON COMMIT DROP AS
  SELECT company_id, count(*) AS people FROM employment WHERE NOT removed GROUP BY 1`;

/** The country with most people, and titles of some of them: what is asked for is there. */
const ofSize = `WITH chosen AS (
    SELECT company_id FROM bench_size WHERE people BETWEEN $1 AND $2 ORDER BY hashtext(company_id), company_id LIMIT $3
  ), part AS (
    SELECT company_id, country, count(*) AS people, (array_agg(position) FILTER (WHERE position IS NOT NULL))[1:8] AS titles
    FROM employment JOIN chosen USING (company_id) WHERE NOT removed GROUP BY 1, 2
  ), best AS (
    SELECT DISTINCT ON (company_id) company_id, country, titles FROM part ORDER BY company_id, people DESC, country
  )
  SELECT company_id AS company, country, titles FROM best
  WHERE titles IS NOT NULL ORDER BY hashtext(company_id), company_id`;

async function readBySize(client: Client): Promise<Record<SizeClass, Subject[]>> {
  await client.query(countSizes);
  const found: Partial<Record<SizeClass, Subject[]>> = {};
  for (const [name, bounds] of Object.entries(sizeClasses)) {
    found[name as SizeClass] = (await client.query<Subject>(ofSize, [...bounds, mostSized])).rows;
  }
  return found as Record<SizeClass, Subject[]>;
}

/** The companies of each class; of a class that this world does not have, none. */
export const companiesBySize = (pool: Pool) => transaction(pool, readBySize);
