import {
  companyOfRosterDocument,
  rosterDocumentId,
  rosterDocumentIdSql,
} from '../../../knowledge/rules/identifiers/document-ids.ts';
import { temp } from '../imports/batch-tables.ts';
import { optimizerFence, withNestedLoops, withPlanner } from '../planner.ts';
import { type Client, type Pool, transaction } from '../pool.ts';
import { documentKinds, enqueue } from './enqueue.ts';
import { type EmploymentRow, tableFor, type Which } from './published-rows.ts';

/** What a roster needs of an employment. */
export type RosterMember = Pick<
  EmploymentRow,
  'person_id' | 'country' | 'position' | 'network' | 'levels' | 'departments' | 'flags'
>;

/** A company with one of its people, whose columns are null if it has none. */
type MemberRow = { company_id: string; roster_version: number; redirect_to: string | null } & (
  | RosterMember
  | Record<keyof RosterMember, null>
);

/** The people of one company, as stored in the database. */
export interface RosterRow {
  id: string;
  company_id: string;
  version: number;
  redirect_to: string | null;
  /** Limited to the requested number: one more than a roster may contain shows that there are too many. */
  people: RosterMember[];
}

const documentId = rosterDocumentIdSql('c.id');

// A roster that only loses people is deferred until other rosters have gained theirs, unless an earlier change is
// pending that is not deferred.
// A scalar subquery looks up each row; for NOT EXISTS, the planner may read all rosters of the outbox instead.
const isLate = `c.redirect_to IS NOT NULL OR (r.losing AND (
  SELECT d.id FROM outbox d WHERE d.slot IN (0, 1) AND d.kind = ${documentKinds.roster} AND d.id = ${documentId} AND NOT d.late
  LIMIT 1) IS NULL)`;

/**
 * Increments the version of the rosters of companies whose employments changed, and adds them to the outbox. A company
 * that gets its first people is published too, since its own document says that it has a roster.
 * @param select returns each company_id once, and losing: people only left
 */
export async function bumpRosterVersions(client: Client, select: string, values: unknown[] = []): Promise<void> {
  // LATERAL with OFFSET 0 forces one lookup per company, whatever the planner estimates.
  const changed = `(${select}) r CROSS JOIN LATERAL (SELECT * FROM company WHERE id = r.company_id OFFSET 0) c`;
  await withNestedLoops(client, async () => {
    await client.query(
      `UPDATE company c SET roster_version = c.roster_version + 1, version = c.version + (c.roster_version = 0)::integer,
         changed_at = CASE c.roster_version WHEN 0 THEN now() ELSE c.changed_at END
       FROM (${select}) r WHERE c.id = r.company_id`,
      values,
    );
    await enqueue(
      client,
      'roster',
      `SELECT ${documentId} AS id, c.roster_version AS version, ${isLate} AS late FROM ${changed}`,
      values,
    );
    await enqueue(
      client,
      'company',
      `SELECT c.id, c.version, c.redirect_to IS NOT NULL AS late FROM ${changed} WHERE c.roster_version = 1`,
      values,
    );
  });
}

/** Adds the rosters of the batch's merged companies to the outbox: they redirect, as their companies do. */
export const enqueueRedirectedRosters = (client: Client): Promise<void> =>
  enqueue(
    client,
    'roster',
    `SELECT ${documentId} AS id, c.roster_version AS version, true AS late FROM ${optimizerFence(temp.changed_company)} b
     CROSS JOIN LATERAL (SELECT * FROM company WHERE id = b.id OFFSET 0) c
     WHERE c.redirect_to IS NOT NULL AND c.roster_version > 0`,
  );

/** Adds the rosters of companies that no longer redirect to the outbox, even if no person moved back to them. */
export const enqueueRevivedRosters = (client: Client, companies: readonly string[]): Promise<void> =>
  enqueue(
    client,
    'roster',
    `SELECT ${documentId} AS id, c.roster_version AS version, false AS late FROM company c
     WHERE c.id = ANY ($1) AND c.roster_version > 0`,
    [companies],
  );

/**
 * Reads at most the requested number of people per company, so that a large company is recognized without reading it
 * all. A company and its employments are in partitions of the same number, because both are hashed by its id. Bitmap
 * scans are off because they would read the whole index range first.
 */
function readPeople(pool: Pool, which: Which, mostPeople: number) {
  const [some, values] =
    'ids' in which
      ? ['id = ANY($2)', [which.ids.map(companyOfRosterDocument)]]
      : ['id > $2 AND roster_version > 0 ORDER BY id LIMIT $3', [companyOfRosterDocument(which.after), which.limit]];
  return transaction(pool, (client) =>
    withPlanner(client, { enable_bitmapscan: 'off' }, () =>
      client.query<MemberRow>(
        `SELECT c.id AS company_id, c.roster_version, c.redirect_to, e.*
       FROM (SELECT id, roster_version, redirect_to FROM ${tableFor(which, 'company')} WHERE ${some}) c
       LEFT JOIN LATERAL (
         SELECT e.person_id, e.country, e.position, e.network, e.levels, e.departments, e.flags
         FROM ${tableFor(which, 'employment')} e
         WHERE e.company_id = c.id AND NOT e.removed AND c.redirect_to IS NULL LIMIT $1) e ON true
       ORDER BY c.id`,
        [mostPeople, ...values],
      ),
    ),
  );
}

/**
 * Rosters with at most `mostPeople` people each. One statement reads version and content, so both come from one
 * snapshot.
 */
export async function readRosterRows(pool: Pool, which: Which, mostPeople: number): Promise<RosterRow[]> {
  const { rows } = await readPeople(pool, which, mostPeople);
  const rosters: RosterRow[] = [];
  // The rows of a company follow each other.
  for (const row of rows) {
    let roster = rosters.at(-1);
    if (roster?.company_id !== row.company_id) {
      const { company_id, roster_version: version, redirect_to } = row;
      roster = { id: rosterDocumentId(company_id), company_id, version, redirect_to, people: [] };
      rosters.push(roster);
    }
    if (row.person_id !== null) roster?.people.push(row);
  }
  return rosters;
}
