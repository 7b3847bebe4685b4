import { bumpRosterVersions } from '../outbox/rosters.ts';
import { withNestedLoops, withPlanner } from '../planner.ts';
import { type Client, inTransaction } from '../pool.ts';
import { firstSeq } from './company-batch.ts';
import { contentColumns, upsertEmployments } from './employments.ts';
import type { AloneRange } from './first-load.ts';
import { insertReferences } from './person-batch.ts';
import { stageOf } from './stage.ts';

/**
 * The first import of a source writes most of its people at once: those whose slug no other row has, so that no one is
 * joined. The rest is applied like any other import.
 */

/** Whether nothing is published, so that new people need no follow-up. */
export async function isUnpublished(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT NOT EXISTS (SELECT FROM generation) AS unpublished');
  return rows[0].unpublished;
}

/** Whether the source has no people yet either. */
export async function arePeopleUnheard(client: Client, sourceId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT NOT EXISTS (SELECT FROM person_record WHERE source_id = $1) AS first', [
    sourceId,
  ]);
  return rows[0].first && isUnpublished(client);
}

/** The tables of the first load: which lines are not alone, which ranges were written, and which companies got people. */
export async function prepareFirstPeople(client: Client, runId: number): Promise<void> {
  const { person, sharedPeople, writtenPeople, rostered } = stageOf(runId);
  await withPlanner(client, { work_mem: '128MB' }, () =>
    client.query(
      `CREATE UNLOGGED TABLE ${sharedPeople} AS
       SELECT line FROM ${person} WHERE removed OR company_ref LIKE 'described:%'
       UNION SELECT s.line FROM ${person} s
       JOIN (SELECT network FROM ${person} WHERE network IS NOT NULL GROUP BY 1 HAVING count(*) > 1) d ON d.network = s.network`,
    ),
  );
  await client.query(`CREATE INDEX ON ${sharedPeople} (line)`);
  await client.query(`ANALYZE ${sharedPeople}`);
  await client.query(`CREATE UNLOGGED TABLE ${writtenPeople} (up_to bigint PRIMARY KEY, rows bigint NOT NULL)`);
  await client.query(`CREATE UNLOGGED TABLE ${rostered} (company_id text COLLATE "C")`);
}

const aloneIn = (runId: number) => `${stageOf(runId).person} s WHERE s.line > $1 AND s.line <= $2
  AND NOT EXISTS (SELECT FROM ${stageOf(runId).sharedPeople} x WHERE x.line = s.line)`;

/** Each value is looked up: a subquery with LIMIT leaves the planner no choice. */
const lookUp = (table: string, condition: string) =>
  `EXISTS (SELECT FROM (SELECT FROM ${table} x WHERE ${condition} LIMIT 1) found)`;

const isOptedOut = lookUp('suppression', 'x.value = ANY (s.handles || s.candidate)');

/**
 * People who opted out, whose slug or id another source has, or whose id was given up, are not alone. Each may also have been
 * added since the import began.
 */
const isKnown = [
  isOptedOut,
  lookUp('person_slug', 'x.slug = s.network'),
  lookUp('person_alias', 'x.id = s.candidate'),
].join(' OR ');

/** Stores which companies the people of a range refer to. In its own transaction, because other ranges refer to the same ones. */
export const writeReferences = (client: Client, { runId, sourceId, after, upTo }: AloneRange): Promise<void> =>
  withNestedLoops(client, () =>
    insertReferences(client, {
      sourceId,
      // In order, so that two ranges never wait for each other.
      named: `SELECT DISTINCT s.company_ref FROM ${aloneIn(runId)} AND NOT ${isOptedOut} ORDER BY 1`,
      values: [after, upTo],
    }),
  );

const content = contentColumns('');

/** Writes one range, and that it was written, in the caller's transaction. */
export async function writeAlonePeople(client: Client, range: AloneRange): Promise<void> {
  const { runId, sourceId, after, upTo } = range;
  const { sharedPeople, writtenPeople, rostered } = stageOf(runId);
  const alone = aloneIn(runId);
  await withNestedLoops(client, async () => {
    await client.query(`INSERT INTO ${sharedPeople} SELECT s.line FROM ${alone} AND (${isKnown})`, [after, upTo]);
    const { rows } = await client.query(
      `WITH record AS (
         INSERT INTO person_record (source_id, key, seq, run_id, company_ref, company_id, observed, contacts, hash, person_id, ${content})
         SELECT $3, s.key, $4::bigint + s.line, $5, s.company_ref, r.company_id, coalesce(s.observed, current_date), s.contacts,
           s.hash, s.candidate, ${contentColumns('s.')}
         FROM (SELECT * FROM ${alone} OFFSET 0) s JOIN person_reference r ON r.company_ref = s.company_ref ORDER BY s.key
         RETURNING company_id, person_id, ${content}),
       written AS (${upsertEmployments(`SELECT company_id, person_id, ${content} FROM record WHERE company_id IS NOT NULL ORDER BY company_id`)}),
       companies AS (INSERT INTO ${rostered} SELECT DISTINCT company_id FROM written)
       SELECT count(*) AS rows FROM record`,
      [after, upTo, sourceId, firstSeq(runId), runId],
    );
    await client.query(
      `INSERT INTO person_slug (slug, person_id, seq)
       SELECT s.network, s.candidate, $3::bigint + s.line FROM ${alone} AND s.network IS NOT NULL ORDER BY s.network`,
      [after, upTo, firstSeq(runId)],
    );
    await client.query(
      `INSERT INTO contact_hash (hash, source_id, key)
       SELECT unnest(s.contacts) AS hash, $3, s.key FROM ${alone} ORDER BY hash ON CONFLICT DO NOTHING`,
      [after, upTo, sourceId],
    );
    await client.query(`INSERT INTO ${writtenPeople} VALUES ($1, $2)`, [upTo, rows[0].rows]);
  });
}

/** The number of transactions in which the companies with new people are published. */
const rosterParts = 16;

/** Gives the companies of the people who were written a new version of their roster. It can be interrupted and repeated. */
export async function bumpFirstRosters(
  client: Client,
  runId: number,
  lock: (client: Client) => Promise<unknown>,
): Promise<void> {
  const { rostered } = stageOf(runId);
  const ofPart = `${rostered} WHERE hashtext(company_id) & ${rosterParts - 1} = $1`;
  for (let part = 0; part < rosterParts; part += 1) {
    await inTransaction(client, async () => {
      await lock(client);
      await bumpRosterVersions(client, `SELECT DISTINCT company_id, false AS losing FROM ${ofPart}`, [part]);
      await client.query(`DELETE FROM ${ofPart}`, [part]);
    });
  }
}
