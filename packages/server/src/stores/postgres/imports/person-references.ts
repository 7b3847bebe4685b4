import { optimizerFence, withNestedLoops } from '../planner.ts';
import type { Client } from '../pool.ts';

/**
 * Collects the new targets of people's references: records that are new or moved, and identifiers that find another
 * company.
 */
export async function saveReferences(client: Client, sourceId: number): Promise<void> {
  const { rows } = await client.query('SELECT EXISTS (SELECT 1 FROM person_reference) AS any');
  if (!rows[0].any) return;
  await client.query(`INSERT INTO batch_reference SELECT identifier, company_id FROM batch_changed_identifier`);
  await client.query(
    `INSERT INTO batch_reference
     SELECT 'key:' || $1::smallint || ':' || key, candidate FROM batch_company WHERE action = 'new' AND resolve IS NOT TRUE`,
    [sourceId],
  );
  await withNestedLoops(client, () =>
    client.query(
      `INSERT INTO batch_reference
       SELECT 'key:' || r.source_id || ':' || r.key, r.company_id
       FROM ${optimizerFence('batch_record')} b JOIN company_record r ON r.source_id = b.source_id AND r.key = b.key`,
    ),
  );
}
