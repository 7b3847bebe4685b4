import type { SupportedCountry } from '@orgdex/contract';
import { type Client, type Pool, transaction } from '../../../server/src/stores/postgres/pool.ts';

/** A company to request, with the values that a request needs. */
export interface SampleCompany {
  readonly company: string;
  /** The identifier to look it up by. */
  readonly identifier?: string;
  /** The country with most of its people. */
  readonly country?: SupportedCountry;
  /** Titles of some of its people in that country. */
  readonly titles?: readonly string[];
}

/** Longer lists are not needed: these do not repeat within the lifetime of a cache. */
const most = 1_000_000;
const mostSized = 200_000;

/** All companies, in an arbitrary order that is the same in every run. */
export async function companiesOf(pool: Pool): Promise<SampleCompany[]> {
  const { rows } = await pool.query<SampleCompany>(
    'SELECT id AS company FROM company WHERE redirect_to IS NULL ORDER BY hashtext(id), id LIMIT $1',
    [most],
  );
  return rows;
}

/** All companies with an identifier of this kind, with one of their identifiers. */
export async function identifiedBy(pool: Pool, kind: 'fqdn' | 'abn'): Promise<SampleCompany[]> {
  const { rows } = await pool.query<SampleCompany>(
    `SELECT min(identifier) AS identifier, company_id AS company FROM identifier
     WHERE identifier LIKE $1 AND company_id IS NOT NULL
     GROUP BY company_id ORDER BY hashtext(company_id), company_id LIMIT $2`,
    [`${kind}:%`, most],
  );
  return rows;
}

/** Size classes of companies, by number of people. */
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

/** The country with most people and some of their titles, so that every search has results. */
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

async function readBySize(client: Client): Promise<Record<SizeClass, SampleCompany[]>> {
  await client.query(countSizes);
  const found: Partial<Record<SizeClass, SampleCompany[]>> = {};
  for (const [name, bounds] of Object.entries(sizeClasses)) {
    found[name as SizeClass] = (await client.query<SampleCompany>(ofSize, [...bounds, mostSized])).rows;
  }
  return found as Record<SizeClass, SampleCompany[]>;
}

/** The companies of each size class; empty if the dataset has none. */
export const companiesBySize = (pool: Pool) => transaction(pool, readBySize);
