import { decisionClaim } from '../../../knowledge/rules/identifiers/claims.ts';
import { noteDecided } from '../matches/match-changes.ts';
import { type Client, columnsOf, queryRow } from '../pool.ts';
import { addClaims, dropClaims, type RecordClaim, type RecordName } from './claims.ts';

export interface OwnRecord extends RecordName {
  source: string;
  /** A match linked it: it belongs to the company as long as the match holds. */
  matched: boolean;
  claims: string[];
}

/** The records of a company. */
export async function recordsOf(client: Client, company: string): Promise<OwnRecord[]> {
  const { rows } = await client.query<OwnRecord>(
    `SELECT r.source_id, s.name AS source, r.key, r.matched_by IS NOT NULL AS matched, r.claims
     FROM company_record r JOIN source s ON s.id = r.source_id
     WHERE r.company_id = $1 ORDER BY s.name, r.key`,
    [company],
  );
  return rows;
}

/** Stores a decision as claims of the records, and marks their neighborhood to be resolved. */
export async function saveDecision(
  client: Client,
  kind: 'join' | 'split',
  sides: readonly (readonly RecordName[])[],
): Promise<number> {
  const { id } = await queryRow<{ id: number }>(client, 'INSERT INTO decision (kind) VALUES ($1) RETURNING id', [kind]);
  const claims = sides.flatMap((records, side) =>
    records.map(({ source_id, key }) => ({ source_id, key, claim: decisionClaim(kind, id, side) })),
  );
  await client.query(
    `INSERT INTO decided_record (source_id, key, claim, decision_id)
     SELECT d.*, $4 FROM unnest($1::smallint[], $2::text[], $3::text[]) d (source_id, key, claim)`,
    [...columnsOf(claims, 'source_id', 'key', 'claim'), id],
  );
  await addClaims(client, claims);
  await noteDecided(client, claims);
  return id;
}

/** The splits that put a record of one company and a record of the other on different sides. */
export async function splitsBetween(client: Client, one: string, other: string): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT DISTINCT d.id FROM company_record r
     JOIN decided_record a ON a.source_id = r.source_id AND a.key = r.key
     JOIN decision d ON d.id = a.decision_id AND d.kind = 'split'
     JOIN decided_record b ON b.decision_id = d.id AND b.claim <> a.claim
     JOIN company_record o ON o.source_id = b.source_id AND o.key = b.key
     WHERE r.company_id = $1 AND o.company_id = $2 ORDER BY d.id`,
    [one, other],
  );
  return rows.map(({ id }) => id);
}

/** Deletes decisions and their claims. The caller must resolve identity again in the same transaction. */
export async function removeDecisions(client: Client, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<RecordClaim>(
    'DELETE FROM decided_record WHERE decision_id = ANY($1) RETURNING source_id, key, claim',
    [ids],
  );
  await client.query('DELETE FROM decision WHERE id = ANY($1)', [ids]);
  await dropClaims(client, rows);
  await noteDecided(client, rows);
}

/** The companies that these records belong to now. */
export async function companiesOf(client: Client, records: readonly RecordName[]): Promise<Set<string>> {
  const { rows } = await client.query<{ company_id: string }>(
    `SELECT DISTINCT r.company_id FROM unnest($1::smallint[], $2::text[]) d (source_id, key)
     JOIN company_record r ON r.source_id = d.source_id AND r.key = d.key`,
    columnsOf(records, 'source_id', 'key'),
  );
  return new Set(rows.map((row) => row.company_id));
}
