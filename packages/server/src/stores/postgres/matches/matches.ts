import { matchClaim } from '../../../knowledge/rules/identifiers/claims.ts';
import { addClaims, dropClaims, type RecordClaim, type RecordName } from '../identity/claims.ts';
import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf, type Queryable } from '../pool.ts';
import { type BoundedCount, countUpTo } from '../status.ts';
import { noteDecided } from './match-changes.ts';
import { baseOf } from './match-groups.ts';

export const matchStates = ['candidate', 'linked', 'accepted', 'refused'] as const;
export type MatchState = (typeof matchStates)[number];

/** One side of a match, with the record that represents it. */
export interface MatchSide {
  source: string;
  key: string;
  name: string | null;
  /** The company that the record belongs to now. */
  company: string;
}

export interface Match {
  id: number;
  state: MatchState;
  score: number;
  /** The reasons that `decide` returned. */
  reasons: object;
  madeAt: Date;
  /** The join that its acceptance stored; null: not accepted. */
  decisionId: number | null;
  /** The side without a register number. */
  free: MatchSide;
  /** The side with a register number. */
  company: MatchSide;
}

const side = (record: string, source: string) =>
  `json_build_object('source', ${source}.name, 'key', ${record}.key, 'name', ${record}.content->>'name', 'company', ${record}.company_id)`;

const select = (chosen: string) => `
  SELECT m.id, m.state, m.score, m.reasons, m.made_at AS "madeAt", m.decision_id AS "decisionId",
    ${side('f', 'fs')} AS free, ${side('c', 'cs')} AS company
  FROM (SELECT * FROM ${chosen}) m
  JOIN company_record f ON f.source_id = m.free_source AND f.key = m.free_key JOIN source fs ON fs.id = f.source_id
  JOIN company_record c ON c.source_id = m.company_source AND c.key = m.company_key JOIN source cs ON cs.id = c.source_id
  ORDER BY m.score DESC, m.id`;

export async function readMatches(database: Queryable, ids: readonly number[]): Promise<Match[]> {
  const { rows } = await database.query<Match>(select('match WHERE id = ANY($1)'), [ids]);
  return rows;
}

export interface MatchFilter {
  state: MatchState;
  source?: string | undefined;
  minScore: number;
  /** Only matches with a lower score. */
  belowScore?: number | undefined;
}

interface MatchPage extends MatchFilter {
  limit: number;
  /** The last match of the previous page. */
  after?: Pick<Match, 'id' | 'score'> | undefined;
}

/** PostgreSQL plans each call with its values, so a filter that is absent costs nothing. */
const fitting = `state = $1 AND score >= $2::real AND ($4::real IS NULL OR score < $4::real)
  AND ($3::text IS NULL OR free_source = (SELECT id FROM source WHERE name = $3))`;
/** Rounded as the database stores it: PostgreSQL rejects a number that is too small for the type. */
const toReal = (score: number) => Math.fround(score);

const valuesOf = ({ state, minScore, source, belowScore }: MatchFilter) => [
  state,
  toReal(minScore),
  source ?? null,
  belowScore === undefined ? null : toReal(belowScore),
];

/** How many matches fit, up to a limit: there may be millions. */
export const countFitting = (database: Queryable, filter: MatchFilter): Promise<BoundedCount> =>
  countUpTo(database, { from: `match WHERE ${fitting}`, values: valuesOf(filter) });

/** Many matches have the same score, so the rest of the last score and the lower ones are two ranges of the index. */
const afterLast = `(
  (SELECT * FROM match WHERE ${fitting} AND score = $6::real AND id > $7 ORDER BY id LIMIT $5)
  UNION ALL (SELECT * FROM match WHERE ${fitting} AND score < $6::real ORDER BY score DESC, id LIMIT $5)
) page ORDER BY score DESC, id LIMIT $5`;
const fromStart = `match WHERE ${fitting} ORDER BY score DESC, id LIMIT $5`;

/** The matches with the highest score, page by page. */
export async function listMatches(database: Queryable, { limit, after, ...filter }: MatchPage): Promise<Match[]> {
  const place = after ? [after.score, after.id] : [];
  const { rows } = await database.query<Match>(select(after ? afterLast : fromStart), [
    ...valuesOf(filter),
    limit,
    ...place,
  ]);
  return rows;
}

export interface ListedSource {
  id: number;
  name: string;
  class: string;
  identityPrecedence: number;
  /** A run with a full file of this source has finished. */
  whole: boolean;
}

/** All sources that were imported, by name. */
export async function listSources(database: Queryable): Promise<ListedSource[]> {
  const { rows } = await database.query<ListedSource>(
    `SELECT id, name, class, identity_precedence AS "identityPrecedence",
       EXISTS (SELECT FROM run r WHERE r.source_id = s.id AND r.whole AND r.state = 'done') AS whole
     FROM source s ORDER BY name`,
  );
  return rows;
}

/** Where the count of a run stops: it takes a second to get there. */
const maxCounted = 10_000_000;

/** The number of matches in a state. */
export async function countMatches(database: Queryable, state: MatchState): Promise<number> {
  const from = 'match WHERE state = $1';
  return (await countUpTo(database, { from, values: [state], limit: maxCounted })).value;
}

/**
 * The rejected matches, by the groups to which their records belong now. A removed record counts for the group that took
 * over.
 */
const refusedBases = `
  SELECT ${baseOf('ar')} AS free, ${baseOf('br')} AS company
  FROM refused_record a JOIN refused_record b ON b.match_id = a.match_id AND b.side = 'company'
  JOIN company_record ar ON ar.source_id = a.source_id AND ar.key = a.key
  JOIN company_record br ON br.source_id = b.source_id AND br.key = b.key
  WHERE a.side = 'free'`;

/** Returns the matches that are not rejected at this moment. */
async function withoutRefused(client: Client, ids: readonly number[]): Promise<number[]> {
  // Nested loops look up only the rejections of the free side's own records, not all rejections.
  const { rows } = await withNestedLoops(client, () =>
    client.query<{ id: number }>(
      `SELECT i.id FROM unnest($1::bigint[]) i (id)
       CROSS JOIN LATERAL (
         SELECT f.company_id, ${baseOf('f')} AS free, ${baseOf('c')} AS company FROM match m
         JOIN company_record f ON f.source_id = m.free_source AND f.key = m.free_key
         JOIN company_record c ON c.source_id = m.company_source AND c.key = m.company_key WHERE m.id = i.id OFFSET 0) m
       LEFT JOIN LATERAL (${refusedBases}
         AND ar.company_id = m.company_id AND ${baseOf('ar')} = m.free AND ${baseOf('br')} = m.company LIMIT 1) r ON true
       WHERE r.free IS NULL`,
      [ids],
    ),
  );
  return rows.map(({ id }) => id);
}

interface ChangedMatch {
  id: number;
  free_source: number;
  free_key: string;
  company_source: number;
  company_key: string;
}

/** Changes the state of matches; returns the claims to add or drop, and how many matches changed. */
async function change(client: Client, ids: readonly number[], states: [from: MatchState, to: MatchState]) {
  const { rows } = await withNestedLoops(client, () =>
    client.query<ChangedMatch>(
      `UPDATE match m SET state = $3 FROM unnest($1::bigint[]) i (id) WHERE m.id = i.id AND m.state = $2
       RETURNING m.id, m.free_source, m.free_key, m.company_source, m.company_key`,
      [ids, ...states],
    ),
  );
  const claims = rows.flatMap((row): RecordClaim[] => [
    { source_id: row.free_source, key: row.free_key, claim: matchClaim(row.id) },
    { source_id: row.company_source, key: row.company_key, claim: matchClaim(row.id) },
  ]);
  return { claims, count: rows.length };
}

/**
 * Turns candidates into links, except those that have become rejected by an import since they were compared; returns how
 * many. The caller resolves identity in the same transaction.
 */
export async function createLinks(client: Client, ids: readonly number[]): Promise<number> {
  const { claims, count } = await change(client, await withoutRefused(client, ids), ['candidate', 'linked']);
  await addClaims(client, claims);
  return count;
}

/** Turns links back into candidates; returns how many. */
export async function withdrawLinks(client: Client, ids: readonly number[]): Promise<number> {
  const { claims, count } = await change(client, ids, ['linked', 'candidate']);
  await dropClaims(client, claims);
  return count;
}

/**
 * Stores the operator's decision about a candidate, or takes it back.
 * @param decisionId the join that accepts it
 */
export async function decideMatch(
  client: Client,
  id: number,
  state: Exclude<MatchState, 'linked'>,
  decisionId?: number,
): Promise<void> {
  await client.query('UPDATE match SET state = $2, decision_id = $3 WHERE id = $1', [id, state, decisionId ?? null]);
  if (state === 'refused') return;
  const { rows } = await client.query<RecordName>(
    'DELETE FROM refused_record WHERE match_id = $1 RETURNING source_id, key',
    [id],
  );
  await noteDecided(client, rows);
}

/** The living records that share a group, by identifiers alone, with this one. */
export async function baseRecordsOf(client: Client, { source, key }: MatchSide): Promise<RecordName[]> {
  const { rows } = await client.query<RecordName>(
    `SELECT o.source_id, o.key FROM company_record r JOIN source s ON s.id = r.source_id AND s.name = $1
     JOIN company_record o ON o.company_id = r.company_id AND ${baseOf('o')} = ${baseOf('r')} AND NOT o.removed
     WHERE r.key = $2 AND NOT r.removed ORDER BY o.source_id, o.key`,
    [source, key],
  );
  return rows;
}

/** Stores for every record of both sides that they are different companies. */
export async function saveRefusal(
  client: Client,
  id: number,
  sides: Record<'free' | 'company', readonly RecordName[]>,
): Promise<void> {
  for (const [side, records] of Object.entries(sides)) {
    await client.query(
      `INSERT INTO refused_record SELECT $1, $2, r.* FROM unnest($3::smallint[], $4::text[]) r ON CONFLICT DO NOTHING`,
      [id, side, ...columnsOf(records, 'source_id', 'key')],
    );
    await noteDecided(client, records);
  }
}
