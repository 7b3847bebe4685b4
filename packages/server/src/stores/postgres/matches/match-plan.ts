import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf } from '../pool.ts';
import { isGroupOf } from './match-groups.ts';
import type { ComparedPair, Pair } from './match-pairs.ts';
import type { MatchState } from './matches.ts';

/** The most companies that are proposed for one unregistered group. */
export const maxProposed = 5;

/** A pair that is worth a match, with the records that represent both sides. */
export interface WantedMatch extends ComparedPair {
  score: number;
  reasons: object;
}

/** The best pairs of these unregistered groups. */
export async function readWanted(client: Client, free: readonly number[]): Promise<WantedMatch[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<WantedMatch>(
      `SELECT free, company, linked, score, reasons FROM (
         SELECT p.*, row_number() OVER (PARTITION BY p.free ORDER BY p.linked DESC, p.score DESC, c.key, s.name) AS place
         FROM unnest($1::bigint[]) i (grp)
         CROSS JOIN LATERAL (SELECT * FROM match_pair p WHERE p.free = i.grp AND p.score IS NOT NULL OFFSET 0) p
         CROSS JOIN LATERAL (SELECT c.source_id, c.key FROM match_group c WHERE c.grp = p.company OFFSET 0) c
         JOIN source s ON s.id = c.source_id) placed
       WHERE place <= ${maxProposed}`,
      [free],
    ),
  );
  return rows;
}

/** A link or a proposed match, with the groups to which its records belong now; null: none, or removed. */
export interface StandingMatch {
  id: number;
  state: MatchState;
  free: number | null;
  company: number | null;
}

const livingGroup = (side: 'free' | 'company') => `LATERAL (
  SELECT g.grp FROM company_record r JOIN match_group g ON ${isGroupOf('g', 'r')}
  WHERE r.source_id = m.${side}_source AND r.key = m.${side}_key AND NOT r.removed OFFSET 0)`;

/** The groups of these matches. */
export async function readStanding(client: Client, ids: readonly number[]): Promise<StandingMatch[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<StandingMatch>(
      `SELECT m.id, m.state, f.grp AS free, c.grp AS company FROM unnest($1::bigint[]) i (id)
       CROSS JOIN LATERAL (
         SELECT m.* FROM match m WHERE m.id = i.id AND m.state IN ('candidate', 'linked') OFFSET 0) m
       LEFT JOIN ${livingGroup('free')} f ON true LEFT JOIN ${livingGroup('company')} c ON true`,
      [ids],
    ),
  );
  return rows;
}

/** The links and proposed matches of the records of these unregistered groups. */
export async function readStandingOf(client: Client, free: readonly number[]): Promise<StandingMatch[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<StandingMatch>(
      `SELECT m.id, m.state, g.grp AS free, c.grp AS company FROM unnest($1::bigint[]) i (grp)
       CROSS JOIN LATERAL (SELECT g.* FROM match_group g WHERE g.grp = i.grp OFFSET 0) g
       CROSS JOIN LATERAL (
         SELECT r.source_id, r.key FROM company_record r WHERE ${isGroupOf('r', 'g')} AND NOT r.removed OFFSET 0) r
       CROSS JOIN LATERAL (
         SELECT m.* FROM match m WHERE m.free_source = r.source_id AND m.free_key = r.key
           AND m.state IN ('candidate', 'linked') OFFSET 0) m
       LEFT JOIN ${livingGroup('company')} c ON true`,
      [free],
    ),
  );
  return rows;
}

export const deleteMatches = (client: Client, ids: readonly number[]) =>
  withNestedLoops(client, () =>
    client.query('DELETE FROM match m USING unnest($1::bigint[]) i (id) WHERE m.id = i.id', [ids]),
  );

/** Updates the scores and reasons of matches. */
export async function updateMatches(
  client: Client,
  matches: readonly (Pick<WantedMatch, 'score' | 'reasons'> & { id: number })[],
): Promise<void> {
  await withNestedLoops(client, () =>
    client.query(
      `UPDATE match m SET score = o.score, reasons = o.reasons::jsonb
       FROM unnest($1::bigint[], $2::real[], $3::text[]) o (id, score, reasons)
       WHERE m.id = o.id AND (m.score, m.reasons) IS DISTINCT FROM (o.score, o.reasons::jsonb)`,
      [...columnsOf(matches, 'id', 'score'), matches.map(({ reasons }) => JSON.stringify(reasons))],
    ),
  );
}

/** Stores new proposed matches, in the order of their groups. */
export async function insertMatches(
  client: Client,
  matches: readonly WantedMatch[],
): Promise<(Pair & { id: number })[]> {
  const { rows } = await withNestedLoops(client, () =>
    client.query<Pair & { id: number }>(
      `WITH new AS MATERIALIZED (
         SELECT nextval('match_id') AS id, o.* FROM (
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::real[], $4::text[]) o (free, company, score, reasons)
           ORDER BY free, company) o),
       inserted AS (
         INSERT INTO match (id, free_source, free_key, company_source, company_key, state, score, reasons)
         SELECT new.id, f.source_id, f.key, c.source_id, c.key, 'candidate', new.score, new.reasons::jsonb FROM new
         CROSS JOIN LATERAL (SELECT f.source_id, f.key FROM match_group f WHERE f.grp = new.free OFFSET 0) f
         CROSS JOIN LATERAL (SELECT c.source_id, c.key FROM match_group c WHERE c.grp = new.company OFFSET 0) c)
       SELECT id, free, company FROM new`,
      [...columnsOf(matches, 'free', 'company', 'score'), matches.map(({ reasons }) => JSON.stringify(reasons))],
    ),
  );
  return rows;
}
