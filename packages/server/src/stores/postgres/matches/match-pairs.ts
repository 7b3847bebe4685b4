import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf } from '../pool.ts';
import { isGroupOf } from './match-groups.ts';
import { type WordKind, wordKinds, wordStatus } from './match-words.ts';

/** The words of the batch's groups, each with its status. */
const ownWords = (kind: WordKind, groups: string) => `
  own AS MATERIALIZED (
    SELECT n.* FROM (${groups}) b CROSS JOIN LATERAL (
      SELECT n.*, n.${kind} AS word FROM match_name n
      WHERE n.grp = b.grp AND NOT n.numbered AND ${wordKinds[kind]} OFFSET 0) n),
  word AS MATERIALIZED (
    SELECT w.word, s.common FROM (SELECT DISTINCT word FROM own) w CROSS JOIN ${wordStatus(kind)} s WHERE s.shared)`;

/** The rows of companies with the word of `f`. */
const companiesWith = (kind: WordKind) => `LATERAL (
  SELECT n.* FROM match_name n WHERE n.${kind} = f.word AND ${wordKinds[kind]} AND n.numbered OFFSET 0)`;

const columns = 'free, company, kind, may_link, complete, other_form, common, region, nearby, companies';

/** Every unregistered group of the batch with each company that has one of its names in the same country. */
const byName = `
  WITH ${ownWords('name', 'SELECT unnest($1::bigint[]) AS grp')},
  -- A group that also has a common name could be one of many companies: it only blocks others.
  lost AS (SELECT DISTINCT f.grp FROM own f JOIN word w USING (word) WHERE w.common),
  found AS (
    SELECT f.grp AS free, c.grp AS company, min(greatest(f.kind, c.kind)) AS kind, bool_or(f.may_link) AS may_link,
      bool_or(c.complete) AS complete,
      bool_or(f.forms <> '{}' AND c.forms <> '{}' AND NOT f.forms && c.forms) AS other_form,
      CASE WHEN bool_or(f.seats && c.seats) THEN 'equal'
        WHEN bool_or(f.regions && c.regions OR f.regions = '{}' OR c.regions = '{}') THEN 'unknown'
        ELSE 'different' END AS region
    FROM own f JOIN word w ON w.word = f.word AND NOT w.common CROSS JOIN ${companiesWith('name')} c
    GROUP BY 1, 2)
  INSERT INTO match_pair (${columns})
  SELECT free, company, kind, may_link, complete, other_form, lost.grp IS NOT NULL, region,
    count(*) FILTER (WHERE region <> 'different') OVER bearing, count(*) OVER bearing
  FROM found LEFT JOIN lost ON lost.grp = free WINDOW bearing AS (PARTITION BY free)
  RETURNING free, company`;

/** For groups without a pair by name: the companies in the same region with a very similar spelling. */
const bySkeleton = `
  WITH ${ownWords('skeleton', 'SELECT unnest($1::bigint[]) AS grp')},
  found AS (
    SELECT f.grp AS free, c.grp AS company, bool_or(f.may_link) AS may_link, bool_or(c.complete) AS complete
    FROM own f JOIN word w ON w.word = f.word AND NOT w.common CROSS JOIN ${companiesWith('skeleton')} c
    WHERE c.seats && f.seats AND c.name <> f.name
    GROUP BY 1, 2)
  INSERT INTO match_pair (${columns})
  SELECT free, company, $2, may_link, complete, false, false, 'equal', count(*) OVER bearing, count(*) OVER bearing
  FROM found WINDOW bearing AS (PARTITION BY free)
  RETURNING free, company`;

export interface Pair {
  free: number;
  company: number;
}

/** Deletes the pairs of groups. Must be called with nested loops. */
export async function deletePairs(client: Client, side: keyof Pair, groups: readonly number[]): Promise<Pair[]> {
  const { rows } = await client.query<Pair>(
    `DELETE FROM match_pair p USING unnest($1::bigint[]) i (grp) WHERE p.${side} = i.grp RETURNING p.free, p.company`,
    [groups],
  );
  return rows;
}

/**
 * Finds every pair that a name suggests for unregistered groups. Returns the companies of their pairs, now and before.
 * @param similar the kind for names with a similar spelling only
 */
export async function findPairs(client: Client, free: readonly number[], similar: number): Promise<Set<number>> {
  return withNestedLoops(client, async () => {
    const before = await deletePairs(client, 'free', free);
    const { rows: named } = await client.query<Pair>(byName, [free]);
    const paired = new Set(named.map((pair) => pair.free));
    const rest = free.filter((grp) => !paired.has(grp));
    const { rows: spelled } = await client.query<Pair>(bySkeleton, [rest, similar]);
    return new Set([...before, ...named, ...spelled].map(({ company }) => company));
  });
}

export interface PairRow extends Pair {
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

/** Whether a match of the two groups was rejected. A removed record counts for the group that took over. */
const refused = `EXISTS (
  SELECT FROM company_record br
  JOIN refused_record b ON b.source_id = br.source_id AND b.key = br.key AND b.side = 'company'
  JOIN refused_record a ON a.match_id = b.match_id AND a.side = 'free'
  JOIN company_record ar ON ar.source_id = a.source_id AND ar.key = a.key
  WHERE ${isGroupOf('br', 'c')} AND ${isGroupOf('ar', 'f')})`;

/** All pairs of these companies with the facts about both sides, ordered by company. */
export async function readPairs(client: Client, companies: readonly number[]): Promise<PairRow[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<PairRow>(
      `SELECT p.*, (SELECT count(*) FROM (SELECT FROM refused_record LIMIT 1) r) > 0 AND ${refused} AS refused, c.named,
         c.sources AS company_sources, c.reach AS company_reach, c.years AS company_years, f.sources, f.reach, f.years
       FROM unnest($1::bigint[]) i (grp)
       CROSS JOIN LATERAL (SELECT ${columns} FROM match_pair p WHERE p.company = i.grp OFFSET 0) p
       CROSS JOIN LATERAL (SELECT c.* FROM match_group c WHERE c.grp = p.company OFFSET 0) c
       CROSS JOIN LATERAL (SELECT f.* FROM match_group f WHERE f.grp = p.free OFFSET 0) f
       ORDER BY p.company, p.free`,
      [companies],
    ),
  );
  return rows;
}

export interface ComparedPair extends Pair {
  linked: boolean;
  /** Null: not worth proposing. */
  score: number | null;
  reasons: object | null;
}

/** Stores what was found. Returns the unregistered groups for which anything changed. */
export async function saveComparedPairs(client: Client, pairs: readonly ComparedPair[]): Promise<number[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<Pick<Pair, 'free'>>(
      `UPDATE match_pair p SET linked = j.linked, score = j.score, reasons = j.reasons
       FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::real[], $5::jsonb[]) j (free, company, linked, score, reasons)
       WHERE p.free = j.free AND p.company = j.company
         AND (p.linked, p.score, p.reasons) IS DISTINCT FROM (j.linked, j.score, j.reasons)
       RETURNING p.free`,
      [
        ...columnsOf(pairs, 'free', 'company', 'linked', 'score'),
        pairs.map(({ reasons }) => reasons && JSON.stringify(reasons)),
      ],
    ),
  );
  return rows.map(({ free }) => free);
}
