import { optimizerFence, withNestedLoops } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { temp } from './batch-tables.ts';

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
