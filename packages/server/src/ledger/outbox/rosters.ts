import { companyOfRosterDocument, rosterDocumentIdSql } from '../../rules/identifiers/document-ids.ts';
import { type Client, optimizerFence, type Pool, transaction, withNestedLoops } from '../pool.ts';
import { documentKinds, enqueue } from './enqueue.ts';
import { type EmploymentRow, employmentColumns, type Which } from './published-rows.ts';

/** The people of one company, as the ledger holds them. */
export interface RosterRow {
  id: string;
  company_id: string;
  version: number;
  redirect_to: string | null;
  /** At most as many as asked for: one more than a roster holds tells that there are too many. */
  people: EmploymentRow[];
}

const documentId = rosterDocumentIdSql('c.id');

// Who only loses people waits until the others have theirs. One that gained somebody before, or is new, does not.
const isLate = `c.redirect_to IS NOT NULL OR (r.losing AND NOT EXISTS (
  SELECT 1 FROM outbox d WHERE d.slot IN (0, 1) AND d.kind = ${documentKinds.roster} AND d.id = ${documentId} AND NOT d.late))`;

/**
 * Raises and marks the rosters of companies whose employments changed. A company that has its first people is raised
 * too: its own document says that there is a roster.
 * @param select gives company_id, once, and losing: nobody came or changed
 */
export async function bumpRosterVersions(client: Client, select: string, values: unknown[] = []): Promise<void> {
  // One after the other, whatever the planner thinks of how many rosters have which version.
  const changed = `(${select}) r CROSS JOIN LATERAL (SELECT * FROM company WHERE id = r.company_id OFFSET 0) c`;
  await withNestedLoops(client, async () => {
    await client.query(
      `UPDATE company c SET roster_version = c.roster_version + 1, version = c.version + (c.roster_version = 0)::integer
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

/** An older version of orgdex that wrote to this ledger knew nothing of rosters: what is built anew shall have them all. */
export const completeRosters = (client: Client) =>
  client.query(
    `UPDATE company c SET roster_version = 1, version = c.version + 1
     WHERE roster_version = 0 AND EXISTS (SELECT 1 FROM employment e WHERE e.company_id = c.id)`,
  );

/** Marks the rosters of the batch's companies that were merged away: they redirect, as the company does. */
export const enqueueRedirectedRosters = (client: Client): Promise<void> =>
  enqueue(
    client,
    'roster',
    `SELECT ${documentId} AS id, c.roster_version AS version, true AS late FROM company c
     JOIN ${optimizerFence('batch_changed_company')} b ON b.id = c.id WHERE c.redirect_to IS NOT NULL AND c.roster_version > 0`,
  );

/** Marks the rosters of companies that redirected and stand again, though nobody may have come back to them. */
export const enqueueRevivedRosters = (client: Client, companies: readonly string[]): Promise<void> =>
  enqueue(
    client,
    'roster',
    `SELECT ${documentId} AS id, c.roster_version AS version, false AS late FROM company c
     WHERE c.id = ANY ($1) AND c.roster_version > 0`,
    [companies],
  );

/** Reads no more people of a company than asked for: not all of a large one to see that it is. Nor their index: hence the plan. */
function readPeople(pool: Pool, some: string, values: unknown[]) {
  return transaction(pool, async (client) => {
    await client.query('SET LOCAL enable_bitmapscan = off');
    return client.query(
      `SELECT ${documentId} AS roster_id, c.roster_version, c.id AS of_company, c.redirect_to, e.*
       FROM (SELECT id, roster_version, redirect_to FROM company WHERE ${some}) c
       LEFT JOIN LATERAL (
         SELECT ${employmentColumns} FROM employment e
         WHERE e.company_id = c.id AND NOT e.removed AND c.redirect_to IS NULL LIMIT $1) e ON true
       ORDER BY c.id`,
      values,
    );
  });
}

/** Rosters with at most so many people each, by one statement: version and content are of one snapshot. */
export async function readRosterRows(pool: Pool, which: Which, mostPeople: number): Promise<RosterRow[]> {
  const { rows } = await ('ids' in which
    ? readPeople(pool, 'id = ANY($2)', [mostPeople, which.ids.map(companyOfRosterDocument)])
    : readPeople(pool, 'id > $2 AND roster_version > 0 ORDER BY id LIMIT $3', [
        mostPeople,
        companyOfRosterDocument(which.after),
        which.limit,
      ]));
  const found = new Map<string, RosterRow>();
  for (const { roster_id: id, roster_version: version, of_company: company_id, redirect_to, ...person } of rows) {
    const row: RosterRow = found.get(id) ?? { id, company_id, version, redirect_to, people: [] };
    if (person.person_id !== null) row.people.push(person);
    found.set(id, row);
  }
  return [...found.values()];
}
