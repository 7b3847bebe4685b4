import type { Client } from './pool.ts';

export interface RecordName {
  source_id: number;
  key: string;
}

/** The records that a company is made of. */
export async function recordsOf(client: Client, company: string): Promise<(RecordName & { source: string })[]> {
  const { rows } = await client.query(
    `SELECT r.source_id, s.name AS source, r.key FROM company_record r JOIN source s ON s.id = r.source_id
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
    records.map((record) => ({ ...record, claim: `${kind}.${rows[0].id}:${kind === 'join' ? 'all' : side + 1}` })),
  );
  const columns = [
    claims.map(({ source_id }) => source_id),
    claims.map(({ key }) => key),
    claims.map(({ claim }) => claim),
  ];
  const decided = `SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[]) d (source_id, key, claim)`;
  await client.query(
    `INSERT INTO decided_record (source_id, key, claim, decision_id) SELECT d.*, $4 FROM (${decided}) d`,
    [...columns, rows[0].id],
  );
  await client.query(
    `UPDATE company_record r SET claims = r.claims || d.claim FROM (${decided}) d WHERE r.source_id = d.source_id AND r.key = d.key`,
    columns,
  );
  await client.query(
    `INSERT INTO claim (identifier, source_id, key) SELECT claim, source_id, key FROM (${decided}) d`,
    columns,
  );
  await client.query(`INSERT INTO batch_record SELECT source_id, key, 0 FROM (${decided}) d`, columns);
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
