import { personDocumentIdSql } from '../../../knowledge/rules/identifiers/document-ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { bumpRosterVersions } from '../outbox/rosters.ts';
import { optimizerFence, withNestedLoops } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { temp } from './batch-tables.ts';

const content = ['country', 'position', 'network', 'levels', 'departments', 'flags'];
/** The columns that describe an employment, each after a prefix. */
export const contentColumns = (prefix: string) => content.map((name) => `${prefix}${name}`).join(', ');

/** The SET clause that ends an employment: it becomes a tombstone without content and with a new version. */
export const ending = `(${contentColumns('')}, removed, version) = (${content.map(() => 'NULL').join(', ')}, true, version + 1)`;

/**
 * Inserts employments, or updates those that differ; `select` returns company_id, person_id and the content. A new one may have been
 * deleted before, so its version is higher than those of all deleted ones.
 */
export const upsertEmployments = (select: string) => `
  INSERT INTO employment AS e (company_id, person_id, ${contentColumns('')}, version)
  SELECT s.*, (SELECT last_value FROM employment_version) FROM (${select}) s
  ON CONFLICT (company_id, person_id) DO UPDATE
    SET (${contentColumns('')}, removed, version) = ROW(${contentColumns('EXCLUDED.')}, false, e.version + 1)
    WHERE e.removed OR (${contentColumns('e.')}) IS DISTINCT FROM (${contentColumns('EXCLUDED.')})
  RETURNING company_id, person_id, version, removed`;

/**
 * Points people to the companies to which the batch moved their references, and collects the employments to recompute.
 */
export const repointPeople = (client: Client): Promise<void> => withNestedLoops(client, () => moveReferences(client));

async function moveReferences(client: Client): Promise<void> {
  const moved = await client.query<{ company_ref: string }>(
    `UPDATE person_reference p SET company_id = r.company_id FROM ${optimizerFence(temp.reference)} r
     WHERE p.company_ref = r.company_ref AND p.company_id IS DISTINCT FROM r.company_id RETURNING p.company_ref`,
  );
  if (!moved.rowCount) return;
  const refs = [moved.rows.map((row) => row.company_ref)];
  const collectPairs = `INSERT INTO ${temp.pair} (company_id, person_id) SELECT DISTINCT company_id, person_id FROM person_record
    WHERE company_ref = ANY($1) AND company_id IS NOT NULL ON CONFLICT DO NOTHING`;
  await client.query(collectPairs, refs);
  await client.query(
    `UPDATE person_record p SET company_id = r.company_id FROM person_reference r
     WHERE p.company_ref = ANY($1) AND r.company_ref = p.company_ref`,
    refs,
  );
  await client.query(collectPairs, refs);
}

const insertEmployments = `INSERT INTO ${temp.employment} (company_id, person_id, version, removed) SELECT * FROM written`;

/** For new people with no other record, the employment equals the record. */
export async function saveNewEmployments(client: Client): Promise<void> {
  await client.query(
    `WITH written AS (${upsertEmployments(`SELECT company_id, person_id, ${contentColumns('')} FROM ${temp.person} WHERE alone AND company_id IS NOT NULL`)})
     ${insertEmployments}`,
  );
}

/**
 * Recomputes the collected employments from all records of the person at that company, and adds changes to the outbox.
 */
export async function saveEmployments(client: Client): Promise<void> {
  const { any } = await queryRow<{ any: boolean }>(client, `SELECT EXISTS (SELECT 1 FROM ${temp.pair}) AS any`);
  if (any) await withNestedLoops(client, () => refreshPairs(client));
  await enqueue(
    client,
    'employment',
    `SELECT ${personDocumentIdSql} AS id, version, removed AS late FROM ${temp.employment}`,
  );
  await bumpRosterVersions(
    client,
    `SELECT company_id, bool_and(removed) AS losing FROM ${temp.employment} GROUP BY company_id`,
  );
}

async function refreshPairs(client: Client): Promise<void> {
  await client.query(`ANALYZE ${temp.pair}`);
  await client.query(
    `WITH winner AS (
       SELECT DISTINCT ON (b.company_id, b.person_id) b.company_id, b.person_id, p.country, p.position,
         p.network, p.levels, p.departments,
         bit_or(p.flags) OVER (PARTITION BY b.company_id, b.person_id) AS flags
       FROM ${optimizerFence(temp.pair)} b JOIN person_record p ON p.person_id = b.person_id AND p.company_id = b.company_id
       JOIN source s ON s.id = p.source_id
       ORDER BY b.company_id, b.person_id, s.precedence, p.observed DESC, s.name, p.key),
     written AS (${upsertEmployments(`SELECT company_id, person_id, ${contentColumns('')} FROM winner`)}),
     ended AS (
       UPDATE employment e SET ${ending}
       FROM (
         SELECT b.company_id, b.person_id FROM ${optimizerFence(temp.pair)} b WHERE NOT EXISTS (
           SELECT FROM person_record p WHERE p.person_id = b.person_id AND p.company_id = b.company_id) OFFSET 0) b
       WHERE e.company_id = b.company_id AND e.person_id = b.person_id AND NOT e.removed
       RETURNING e.company_id, e.person_id, e.version, e.removed)
     ${insertEmployments} UNION ALL SELECT * FROM ended`,
  );
}

/**
 * Collects the new targets of people's references: records that are new or moved, and identifiers that find another
 * company.
 */
export async function saveReferences(client: Client, sourceId: number): Promise<void> {
  const { any } = await queryRow<{ any: boolean }>(client, 'SELECT EXISTS (SELECT 1 FROM person_reference) AS any');
  if (!any) return;
  await client.query(
    `INSERT INTO ${temp.reference} (company_ref, company_id) SELECT identifier, company_id FROM ${temp.changed_identifier}`,
  );
  await client.query(
    `INSERT INTO ${temp.reference} (company_ref, company_id)
     SELECT 'key:' || $1::smallint || ':' || key, candidate FROM ${temp.company} WHERE action = 'new' AND resolve IS NOT TRUE`,
    [sourceId],
  );
  await withNestedLoops(client, () =>
    client.query(
      `INSERT INTO ${temp.reference} (company_ref, company_id)
       SELECT 'key:' || r.source_id || ':' || r.key, r.company_id
       FROM ${optimizerFence(temp.record)} b JOIN company_record r ON r.source_id = b.source_id AND r.key = b.key`,
    ),
  );
}
