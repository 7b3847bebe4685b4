import type { Roster } from '../../../server/src/stores/opensearch/documents.ts';
import { listGenerations } from '../../../server/src/stores/postgres/outbox/generations.ts';
import type { TestDatabase } from './test-database.ts';

/** Company id to the content of its roster: the people, that there are too many, or the redirect. */
type Summary = Record<string, string>;
type Source = { redirect?: string; roster?: Roster; rostered?: boolean };

const summaryOf = ({ redirect, roster }: Source): string => {
  if (!roster) return `to ${redirect}`;
  return 'large' in roster
    ? 'large'
    : roster.people
        .map(([person]) => person)
        .sort()
        .join();
};

async function heldIn({ opensearch }: TestDatabase, index: string) {
  await opensearch.indices.refresh({ index });
  const { body } = await opensearch.search({ index, body: { size: 1000 } });
  const all = body.hits.hits.map(({ _id = '', _source }) => [_id, _source as Source] as const);
  const rosters = all.filter(([id]) => id.endsWith(':roster'));
  return {
    rosters: Object.fromEntries(rosters.map(([id, source]) => [id.split(':')[0], summaryOf(source)])) as Summary,
    /** The companies that state that they have a roster. */
    rostered: all.flatMap(([id, { rostered }]) => (rostered ? [id] : [])).sort(),
  };
}

/** The rosters in each retained generation, the live one first. */
export const heldRosters = async (database: TestDatabase) =>
  Promise.all((await listGenerations(database.pool)).map(({ indices }) => heldIn(database, indices.company)));

/** The expected rosters, computed from the employments. */
export async function wantedRosters(database: TestDatabase, limit: number): ReturnType<typeof heldIn> {
  const rows = await database.rows<{ id: string; redirect_to: string | null; people: string[] | null }>(
    `SELECT c.id, c.redirect_to, array_agg(e.person_id ORDER BY e.person_id) FILTER (WHERE NOT e.removed) AS people
     FROM company c JOIN employment e ON e.company_id = c.id GROUP BY c.id, c.redirect_to ORDER BY c.id`,
  );
  const wanted = ({ redirect_to, people }: (typeof rows)[number]) => {
    if (redirect_to) return `to ${redirect_to}`;
    return (people ?? []).length > limit ? 'large' : (people ?? []).join();
  };
  return {
    rosters: Object.fromEntries(rows.map((row) => [row.id, wanted(row)])),
    rostered: rows.flatMap(({ id, redirect_to }) => (redirect_to ? [] : [id])),
  };
}
