import { type Client, columnsOf, type Queryable, queryRow } from '../pool.ts';

/**
 * What a run has left to do, in this order. A batch of one step removes its entries and adds those of later steps in one
 * transaction, so a run that was killed continues there.
 */
const steps = {
  /** Matches whose records changed: find their groups. */
  match: 0,
  /** Unregistered groups: find their pairs. */
  pair: 1,
  /** Companies: compare all their pairs. */
  compare: 2,
  /** Matches whose unregistered group is gone. */
  orphan: 3,
  /** Unregistered groups: compare their pairs with their matches. */
  plan: 4,
  /** Matches to be linked. */
  link: 5,
} as const;
export type Step = keyof typeof steps;

/** Sorted, because several lanes add entries, and would otherwise wait for each other in a circle. */
export async function addTodo(client: Queryable, entries: Readonly<Partial<Record<Step, Iterable<number>>>>) {
  const rows = (Object.keys(steps) as Step[]).flatMap((step) =>
    [...new Set(entries[step])].sort((a, b) => a - b).map((id) => ({ step: steps[step], id })),
  );
  if (rows.length === 0) return;
  await client.query(
    'INSERT INTO match_todo SELECT * FROM unnest($1::smallint[], $2::bigint[]) ON CONFLICT DO NOTHING',
    columnsOf(rows, 'step', 'id'),
  );
}

export async function removeTodo(client: Client, step: Step, ids: readonly number[]): Promise<void> {
  await client.query('DELETE FROM match_todo WHERE step = $1 AND id = ANY($2::bigint[])', [steps[step], ids]);
}

export interface TodoPage {
  after: number;
  limit: number;
  /** Each lane has its share of the ids. */
  lane: number;
  lanes: number;
}

export async function readTodo(database: Queryable, step: Step, page: TodoPage): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM match_todo WHERE step = $1 AND id > $2 AND id % $3 = $4 ORDER BY id LIMIT $5',
    [steps[step], page.after, page.lanes, page.lane, page.limit],
  );
  return rows.map(({ id }) => id);
}

/** Matches that a full run compares at a time. */
const idsAtATime = 100_000;

/** Adds all links and proposed matches, each part in its own transaction. */
export async function addAllMatches(database: Queryable): Promise<void> {
  const { last } = await queryRow<{ last: number }>(database, 'SELECT coalesce(max(id), 0) AS last FROM match');
  for (let from = 0; from <= last; from += idsAtATime) {
    await database.query(
      `INSERT INTO match_todo SELECT ${steps.match}, id FROM match
       WHERE id >= $1 AND id < $2 AND state IN ('candidate', 'linked') ON CONFLICT DO NOTHING`,
      [from, from + idsAtATime],
    );
  }
}
