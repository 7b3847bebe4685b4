import { readInBatches } from '../cursor.ts';
import type { Client, Pool } from '../pool.ts';
import { fullWeight, stageTable } from './match-stage.ts';
import { refusedBases } from './matches.ts';

const [group, name, pair, refused] = (['group', 'name', 'pair', 'refused'] as const).map(stageTable);

/** A name that more groups than this have on one side is common: it neither links nor proposes. */
const maxGroupsPerName = 20;
/** The same limit for rows, which include groups that may belong to any country. */
const maxRowsPerName = 100;

/** The names or skeletons that occur on both sides; `common`: too many groups have them. */
const sharedBy = (word: string, where = 'true') => `
  SELECT ${word} AS word,
    greatest(sum(weight) FILTER (WHERE numbered), sum(weight) FILTER (WHERE NOT numbered)) > ${maxGroupsPerName * fullWeight}
      OR greatest(count(*) FILTER (WHERE numbered), count(*) FILTER (WHERE NOT numbered)) > ${maxRowsPerName} AS common
  FROM ${name} WHERE ${word} IS NOT NULL AND ${where} GROUP BY 1 HAVING bool_or(numbered) AND NOT bool_and(numbered)`;

/** Every unregistered group with each company that has one of its names in the same country. */
const byName = `
  WITH shared AS MATERIALIZED (${sharedBy('name')}),
  bearer AS MATERIALIZED (
    SELECT n.*, s.common FROM ${name} n JOIN shared s ON s.word = n.name),
  -- A group that also has a common name could be one of many companies: it only blocks others.
  lost AS (SELECT DISTINCT grp FROM bearer WHERE common AND NOT numbered),
  found AS (
    SELECT f.grp AS free, c.grp AS company, min(greatest(f.kind, c.kind)) AS kind, bool_or(f.may_link) AS may_link,
      bool_or(c.complete) AS complete,
      bool_or(f.forms <> '{}' AND c.forms <> '{}' AND NOT f.forms && c.forms) AS other_form,
      CASE WHEN bool_or(f.seats && c.seats) THEN 'equal'
        WHEN bool_or(f.regions && c.regions OR f.regions = '{}' OR c.regions = '{}') THEN 'unknown'
        ELSE 'different' END AS region
    FROM bearer f JOIN bearer c ON c.name = f.name AND c.numbered WHERE NOT f.numbered AND NOT f.common
    GROUP BY 1, 2)
  SELECT free, company, kind, may_link, complete, other_form, lost.grp IS NOT NULL, region,
    count(*) FILTER (WHERE region <> 'different') OVER bearing, count(*) OVER bearing
  FROM found LEFT JOIN lost ON lost.grp = free WINDOW bearing AS (PARTITION BY free)`;

/** For groups without a pair by name: the companies in the same region with a very similar spelling. */
const bySkeleton = (similar: number) => `
  WITH shared AS MATERIALIZED (${sharedBy('skeleton', `seats <> '{}'`)}),
  found AS (
    SELECT f.grp AS free, c.grp AS company, bool_or(f.may_link) AS may_link, bool_or(c.complete) AS complete
    FROM shared s JOIN ${name} f ON f.skeleton = s.word AND NOT f.numbered
    JOIN ${name} c ON c.skeleton = s.word AND c.numbered AND c.seats && f.seats AND c.name <> f.name
    WHERE NOT s.common AND NOT EXISTS (SELECT FROM ${pair} p WHERE p.free = f.grp)
    GROUP BY 1, 2)
  SELECT free, company, ${similar}, may_link, complete, false, false, 'equal', count(*) OVER bearing, count(*) OVER bearing
  FROM found WINDOW bearing AS (PARTITION BY free)`;

/** The rejected matches, by the groups to which their records belong now. */
const refusals = `
  INSERT INTO ${refused}
  SELECT DISTINCT f.grp, c.grp FROM (${refusedBases}) r JOIN ${group} f ON f.base = r.free JOIN ${group} c ON c.base = r.company`;

/**
 * Finds every pair that a name suggests.
 * @param similar the kind for names with a similar spelling only
 */
export async function findPairs(client: Client, similar: number): Promise<void> {
  await client.query(`ANALYZE ${group}, ${name}`);
  await client.query(`INSERT INTO ${pair} ${byName}`);
  await client.query(`ANALYZE ${pair}`);
  await client.query(`INSERT INTO ${pair} ${bySkeleton(similar)}`);
  await client.query(refusals);
  await client.query(`ANALYZE ${pair}, ${refused}`);
}

export interface PairRow {
  free: number;
  company: number;
  kind: number;
  may_link: boolean;
  complete: boolean;
  other_form: boolean;
  common: boolean;
  region: 'equal' | 'unknown' | 'different';
  nearby: number;
  companies: number;
  refused: boolean;
  named: boolean;
  company_sources: number[];
  company_reach: string[];
  company_years: number[];
  sources: number[];
  reach: string[];
  years: number[];
}

/** All pairs with the facts about both sides, ordered by company. */
export const readPairs = (pool: Pool): AsyncGenerator<PairRow[]> =>
  readInBatches(
    pool,
    `SELECT p.*, r.free IS NOT NULL AS refused, c.named, c.sources AS company_sources, c.reach AS company_reach,
       c.years AS company_years, f.sources, f.reach, f.years
     FROM ${pair} p JOIN ${group} c ON c.grp = p.company JOIN ${group} f ON f.grp = p.free
     LEFT JOIN ${refused} r ON r.free = p.free AND r.company = p.company
     ORDER BY p.company, p.free`,
  );
