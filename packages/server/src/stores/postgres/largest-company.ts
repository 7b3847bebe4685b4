import { type Queryable, queryRow } from './pool.ts';

/** Whether the database contains records of any source other than this one. */
export async function hasOtherSources(database: Queryable, source: string): Promise<boolean> {
  const { any } = await queryRow<{ any: boolean }>(
    database,
    `SELECT EXISTS (SELECT 1 FROM company_record r JOIN source s ON s.id = r.source_id WHERE s.name <> $1) AS any`,
    [source],
  );
  return any;
}

/** The company with the most people in a country, and its domain: a good example for a first request. */
export async function findLargestCompany(
  database: Queryable,
  country: string,
): Promise<{ id: string; identifier: string } | undefined> {
  const { rows } = await database.query<{ id: string; identifier: string }>(
    `SELECT e.company_id AS id, min(i.identifier) AS identifier
     FROM employment e JOIN identifier i ON i.company_id = e.company_id AND i.identifier LIKE 'fqdn:%'
     WHERE e.country = $1 AND NOT e.removed GROUP BY e.company_id
     ORDER BY count(DISTINCT e.person_id) DESC, identifier LIMIT 1`,
    [country],
  );
  return rows[0];
}
