import type { Queryable } from '../pool.ts';
import { fullWeight } from './match-groups.ts';

/** A name that more groups than this have on one side is common: it neither links nor proposes. */
const maxGroupsPerName = 20;
/** The same limit for rows, which include groups that may belong to any country. */
const maxRowsPerName = 100;

export const wordLimits = { maxGroupsPerName, maxRowsPerName };

/** What is compared: names, and the spellings of names whose region is known. */
export const wordKinds = {
  name: 'true',
  skeleton: `n.skeleton IS NOT NULL AND n.seats <> '{}'`,
} as const;
export type WordKind = keyof typeof wordKinds;

/** The rows with a word, on one side. One more than the limit is enough to know that it is common. */
const side = (kind: WordKind, numbered: string) => `
  (SELECT n.numbered, n.weight FROM match_name n
   WHERE n.${kind} = w.word AND ${wordKinds[kind]} AND ${numbered} LIMIT ${maxRowsPerName + 1})`;

/**
 * For each `w.word`: `shared` if both sides have it, and `common` if too many groups of one side do. A lateral subquery, so
 * that only the rows of these words are read.
 */
export const wordStatus = (kind: WordKind): string => `LATERAL (
  SELECT coalesce(bool_or(n.numbered) AND NOT bool_and(n.numbered), false) AS shared,
    coalesce(greatest(sum(n.weight) FILTER (WHERE n.numbered), sum(n.weight) FILTER (WHERE NOT n.numbered))
        > ${maxGroupsPerName * fullWeight}
      OR greatest(count(*) FILTER (WHERE n.numbered), count(*) FILTER (WHERE NOT n.numbered)) > ${maxRowsPerName}, false) AS common
  FROM (${side(kind, 'n.numbered')} UNION ALL ${side(kind, 'NOT n.numbered')}) n)`;

/** Whether groups can be compared by a word: `alone` if only one side has it, `common` if too many groups do. */
export type WordUse = 'alone' | 'common' | 'shared';

export async function readWordUses(
  database: Queryable,
  kind: WordKind,
  words: readonly string[],
): Promise<Map<string, WordUse>> {
  const { rows } = await database.query<{ word: string; use: WordUse }>(
    `SELECT w.word, CASE WHEN NOT s.shared THEN 'alone' WHEN s.common THEN 'common' ELSE 'shared' END AS use
     FROM unnest($1::text[]) w (word) CROSS JOIN ${wordStatus(kind)} s`,
    [words],
  );
  return new Map(rows.map(({ word, use }) => [word, use]));
}

/** The unregistered groups with one of these words. */
export async function readGroupsWith(database: Queryable, kind: WordKind, words: readonly string[]): Promise<number[]> {
  const { rows } = await database.query<{ grp: number }>(
    `SELECT DISTINCT n.grp FROM unnest($1::text[]) w (word) CROSS JOIN LATERAL (
       SELECT n.grp FROM match_name n WHERE n.${kind} = w.word AND ${wordKinds[kind]} AND NOT n.numbered OFFSET 0) n`,
    [words],
  );
  return rows.map(({ grp }) => grp);
}
