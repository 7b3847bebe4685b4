import { temp } from '../imports/batch-tables.ts';
import { withNestedLoops } from '../planner.ts';
import { type Client, columnsOf } from '../pool.ts';

export interface RecordName {
  source_id: number;
  key: string;
}
export interface RecordClaim extends RecordName {
  claim: string;
}

const given = `SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[]) g (source_id, key, claim)`;
const byRecord = `SELECT source_id, key, array_agg(claim ORDER BY claim) AS claims FROM (${given}) g GROUP BY 1, 2`;

/** Marks these records as the seeds of the next neighborhood to resolve. */
const seed = `INSERT INTO ${temp.record} (source_id, key, round)
  SELECT DISTINCT source_id, key, 0 FROM (${given}) g ON CONFLICT DO NOTHING`;

/** Adds claims that no source stated. The caller must resolve identity again in the same transaction. */
export async function addClaims(client: Client, claims: readonly RecordClaim[]): Promise<void> {
  const columns = columnsOf(claims, 'source_id', 'key', 'claim');
  await withNestedLoops(client, () =>
    client.query(
      `UPDATE company_record r SET claims = r.claims || g.claims FROM (${byRecord}) g
       WHERE r.source_id = g.source_id AND r.key = g.key`,
      columns,
    ),
  );
  await client.query(
    `INSERT INTO claim (identifier, source_id, key) SELECT claim, source_id, key FROM (${given}) g`,
    columns,
  );
  await client.query(seed, columns);
}

/** Removes claims that `addClaims` added. The caller must resolve identity again in the same transaction. */
export async function dropClaims(client: Client, claims: readonly RecordClaim[]): Promise<void> {
  const columns = columnsOf(claims, 'source_id', 'key', 'claim');
  await withNestedLoops(client, async () => {
    await client.query(
      `UPDATE company_record r
       SET claims = ARRAY(SELECT c FROM unnest(r.claims) WITH ORDINALITY u (c, n) WHERE c <> ALL (g.claims) ORDER BY n)
       FROM (${byRecord}) g WHERE r.source_id = g.source_id AND r.key = g.key`,
      columns,
    );
    await client.query(
      `DELETE FROM claim c USING (${given}) g
       WHERE c.identifier = g.claim AND c.source_id = g.source_id AND c.key = g.key`,
      columns,
    );
  });
  await client.query(seed, columns);
}
