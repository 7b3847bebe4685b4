import { idDigits } from '../../../core/id-digits.ts';
import { lockWrites } from '../locks.ts';
import { type Client, type Queryable, queryRow } from '../pool.ts';

/** What matching knows about a source, as it is compared with the last run. */
export type SourceFacts = Readonly<Record<string, unknown>>;

/** What the index was built with. */
export interface MatchBasis {
  rules: string;
  /** By source id. */
  sources: Readonly<Record<string, SourceFacts>>;
}

export interface MatchState extends MatchBasis {
  /** Why the last full run was one. */
  reason: string;
  complete: boolean;
  /** How many companies, and groups without a register number, the last full run has read. */
  companies: number;
  free: number;
}

export async function readMatchState(database: Queryable): Promise<MatchState | undefined> {
  const { rows } = await database.query<MatchState>(
    'SELECT rules, sources, reason, complete, companies, free FROM match_state',
  );
  return rows[0];
}

/** A range of company ids. Each lane reads some of them. */
export interface MatchPart {
  part: number;
  /** The last company that was read. */
  position: string;
  companies: number;
  free: number;
}

/** Ids are hashes, so ranges by the first digit have about the same size. */
const parts = [...idDigits].map((_, part) => part);
const firstOf = (part: number) => (part === 0 ? '' : `c${idDigits[part]}`);
/** Where a range ends: before this id. */
export const endOf = (part: number): string => (part === parts.length - 1 ? '~' : firstOf(part + 1));

const indexTables = [
  'match_state',
  'match_part',
  'match_change',
  'match_todo',
  'match_group',
  'match_name',
  'match_pair',
];

/** Empties the index. From now on, changes of companies are noted. */
export async function beginIndex(client: Client, basis: MatchBasis, reason: string): Promise<void> {
  // A batch of an import that has begun does not see the new state. It ends before this lock is granted.
  await lockWrites(client);
  await client.query(`TRUNCATE ${indexTables.join(', ')}`);
  await client.query('INSERT INTO match_state (rules, sources, reason) VALUES ($1, $2, $3)', [
    basis.rules,
    JSON.stringify(basis.sources),
    reason,
  ]);
  await client.query('INSERT INTO match_part (part, position) SELECT * FROM unnest($1::smallint[], $2::text[])', [
    parts,
    parts.map(firstOf),
  ]);
}

/** The ranges that are not complete. */
export async function listOpenParts(database: Queryable): Promise<MatchPart[]> {
  const { rows } = await database.query<MatchPart>(
    'SELECT part, position, companies, free FROM match_part WHERE position IS NOT NULL ORDER BY part',
  );
  return rows;
}

/** Stores how far a range was read. Fails if another run has read it meanwhile. */
export async function savePart(
  client: Client,
  before: MatchPart,
  next: Omit<MatchPart, 'part' | 'position'> & { position: string | null },
): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE match_part SET position = $3, companies = $4, free = $5 WHERE part = $1 AND position = $2',
    [before.part, before.position, next.position, next.companies, next.free],
  );
  if (rowCount !== 1) throw new Error('Another match run reads the same companies.');
}

/** Stores that all companies were read. */
export const completeIndex = (database: Queryable) =>
  database.query(
    `UPDATE match_state SET complete = true, companies = p.companies, free = p.free
     FROM (SELECT sum(companies) AS companies, sum(free) AS free FROM match_part) p`,
  );

/** Sources that are new since the last run have no influence on what it compared. */
export const saveSources = (database: Queryable, sources: MatchBasis['sources']) =>
  database.query('UPDATE match_state SET sources = $1 WHERE sources <> $1', [JSON.stringify(sources)]);

/** Whether the database has at least this many companies. */
export async function hasCompanies(database: Queryable, count: number): Promise<boolean> {
  const select = 'SELECT count(*) AS count FROM (SELECT FROM company LIMIT $1) c';
  return (await queryRow<{ count: number }>(database, select, [count])).count >= count;
}
