import type { Statement } from '../../../knowledge/profiles/statements.ts';
import { withNestedLoops } from '../planner.ts';
import { type Pool, transaction } from '../pool.ts';
import { baseOf } from './match-groups.ts';
import type { Match, MatchSide } from './matches.ts';

/** How many records of one side are read: some companies have thousands. */
const maxRecords = 50;

/**
 * The living records of both sides of each match, as statements. The sides of an accepted match share one group, so
 * only the records that represent them are read.
 */
export async function readSides(pool: Pool, matches: readonly Match[]): Promise<Map<MatchSide, Statement[]>> {
  const asked = matches.flatMap(({ state, free, company }) =>
    [free, company].map((side) => ({ side, alone: state === 'accepted' })),
  );
  const { rows } = await transaction(pool, (client) =>
    withNestedLoops(client, () =>
      client.query<Statement & { nth: number }>(
        `SELECT i.nth, o.* FROM unnest($1::text[], $2::text[], $3::boolean[]) WITH ORDINALITY i (source, key, alone, nth)
         CROSS JOIN LATERAL (
           SELECT s.name AS source, s.precedence, s.identity_precedence AS "identityPrecedence", o.key, o.country, o.observed, o.content
           FROM source rs JOIN company_record r ON r.source_id = rs.id AND r.key = i.key
           JOIN company_record o ON o.company_id = r.company_id AND ${baseOf('o')} = ${baseOf('r')}
             AND (NOT o.removed OR (o.source_id, o.key) = (r.source_id, r.key))
             AND (NOT i.alone OR (o.source_id, o.key) = (r.source_id, r.key))
           JOIN source s ON s.id = o.source_id WHERE rs.name = i.source
           ORDER BY (o.source_id, o.key) <> (r.source_id, r.key), o.seq LIMIT ${maxRecords}) o`,
        [asked.map(({ side }) => side.source), asked.map(({ side }) => side.key), asked.map(({ alone }) => alone)],
      ),
    ),
  );
  const found = Map.groupBy(rows, ({ nth }) => nth);
  return new Map(
    asked.map(({ side }, at) => [side, (found.get(at + 1) ?? []).map(({ nth: _, ...statement }) => statement)]),
  );
}
