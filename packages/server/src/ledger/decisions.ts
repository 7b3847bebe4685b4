import { addClaims, type RecordName } from './claims.ts';
import type { Client } from './pool.ts';

export interface OwnRecord extends RecordName {
  source: string;
  /** A match brought it: it is here for as long as that holds. */
  matched: boolean;
}

/** The records that a company is made of. */
export async function recordsOf(client: Client, company: string): Promise<OwnRecord[]> {
  const { rows } = await client.query(
    `SELECT r.source_id, s.name AS source, r.key, r.matched_by IS NOT NULL AS matched
     FROM company_record r JOIN source s ON s.id = r.source_id
     WHERE r.company_id = $1 ORDER BY s.name, r.key`,
    [company],
  );
  return rows;
}

/** Remembers a decision as claims of the records, and makes their neighbourhood the next to be looked at. */
export async function saveDecision(
  client: Client,
  kind: 'join' | 'split',
  sides: readonly (readonly RecordName[])[],
): Promise<void> {
  const { rows } = await client.query('INSERT INTO decision (kind) VALUES ($1) RETURNING id', [kind]);
  const claims = sides.flatMap((records, side) =>
    records.map(({ source_id, key }) => ({
      source_id,
      key,
      claim: `${kind}.${rows[0].id}:${kind === 'join' ? 'all' : side + 1}`,
    })),
  );
  await client.query(
    `INSERT INTO decided_record (source_id, key, claim, decision_id)
     SELECT d.*, $4 FROM unnest($1::smallint[], $2::text[], $3::text[]) d (source_id, key, claim)`,
    [
      claims.map(({ source_id }) => source_id),
      claims.map(({ key }) => key),
      claims.map(({ claim }) => claim),
      rows[0].id,
    ],
  );
  await addClaims(client, claims);
}

/** The companies that these records belong to now. */
export async function companiesOf(client: Client, records: readonly RecordName[]): Promise<Set<string>> {
  const { rows } = await client.query(
    `SELECT DISTINCT r.company_id FROM unnest($1::smallint[], $2::text[]) d (source_id, key)
     JOIN company_record r ON r.source_id = d.source_id AND r.key = d.key`,
    [records.map(({ source_id }) => source_id), records.map(({ key }) => key)],
  );
  return new Set(rows.map((row) => row.company_id));
}
