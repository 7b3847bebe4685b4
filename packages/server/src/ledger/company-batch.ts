import type { Client } from './pool.ts';

export interface CompanyBatch {
  sourceId: number;
  runId: number;
  /** The stage table. */
  table: string;
  after: number;
  upTo: number;
}

/** Arrival order over all runs: the run, then the line. */
export const firstSeq = (runId: number): number => runId * 2 ** 32;

/** Compares the staged rows with the ledger; gives how many are new, changed or to be removed. */
export async function loadCompanies(client: Client, batch: CompanyBatch): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO batch_company SELECT * FROM (
     SELECT s.line, s.key,
       CASE WHEN s.removed THEN CASE WHEN r.key IS NULL OR r.removed THEN 'unchanged' ELSE 'remove' END
            WHEN r.key IS NULL THEN 'new'
            WHEN r.hash = s.hash AND NOT r.removed THEN 'unchanged'
            ELSE 'change' END AS action,
       s.country, coalesce(s.observed, CASE WHEN r.hash = s.hash THEN r.observed END, current_date),
       s.claims || coalesce((SELECT array_agg(d.claim ORDER BY d.claim) FROM decided_record d
                             WHERE d.source_id = $1 AND d.key = s.key), '{}'),
       s.content, s.hash, s.candidate, coalesce(r.seq, $2::bigint + s.line), r.claims,
       r.key IS NOT NULL AND (s.removed <> r.removed OR r.claims <> s.claims)
     FROM ${batch.table} s LEFT JOIN company_record r ON r.source_id = $1 AND r.key = s.key
     WHERE s.line > $3 AND s.line <= $4) compared WHERE action <> 'unchanged'`,
    [batch.sourceId, firstSeq(batch.runId), batch.after, batch.upTo],
  );
  if (!rowCount) return 0;
  // A decision by hand that was made since is a new claim, although the source says the same.
  await client.query(
    `UPDATE batch_company SET resolve = true WHERE action = 'change' AND NOT resolve AND claims <> old_claims`,
  );
  await client.query('ANALYZE batch_company (line, key, action)');
  return rowCount;
}

/** Brings the claims of new and changed records up to date. */
export async function saveClaims(client: Client, { sourceId }: CompanyBatch): Promise<void> {
  await client.query(
    `DELETE FROM claim c USING (
       SELECT key, ltrim(unnest(old_claims), '~') AS identifier FROM batch_company WHERE action = 'change'
       EXCEPT SELECT key, ltrim(unnest(claims), '~') FROM batch_company) gone
     WHERE c.identifier = gone.identifier AND c.source_id = $1 AND c.key = gone.key`,
    [sourceId],
  );
  await client.query(
    `INSERT INTO claim (identifier, source_id, key)
     SELECT ltrim(unnest(claims), '~'), $1, key FROM batch_company WHERE action IN ('new', 'change')
     ON CONFLICT DO NOTHING`,
    [sourceId],
  );
}

/** Finds the identifiers at which identity has to be worked out again; a new record that shares none stands alone. */
export async function findSeeds(client: Client, { sourceId }: CompanyBatch): Promise<void> {
  await client.query(
    `INSERT INTO batch_identifier
     SELECT claimed.identifier, 0
     FROM (SELECT DISTINCT ltrim(unnest(claims), '~') AS identifier FROM batch_company WHERE action = 'new') claimed
     JOIN claim c ON c.identifier = claimed.identifier
     GROUP BY claimed.identifier HAVING count(*) > 1`,
  );
  await client.query(
    `INSERT INTO batch_identifier
     SELECT DISTINCT ltrim(unnest(claims || old_claims), '~'), 0 FROM batch_company WHERE action <> 'new' AND resolve
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `UPDATE batch_company b SET resolve = true
     FROM (SELECT DISTINCT claimed.key
           FROM (SELECT key, ltrim(unnest(claims), '~') AS identifier FROM batch_company WHERE action = 'new') claimed
           JOIN batch_identifier i ON i.identifier = claimed.identifier) sharing
     WHERE b.key = sharing.key AND b.action = 'new'`,
  );
  await client.query(`INSERT INTO batch_record SELECT $1, key, 0 FROM batch_company WHERE resolve`, [sourceId]);
}

/** Writes the records themselves. One that stands alone founds its company at once. */
export async function saveRecords(client: Client, { sourceId, runId }: CompanyBatch): Promise<void> {
  await client.query(
    `INSERT INTO company_record (source_id, key, seq, company_id, founded, country, observed, hash, claims, content, run_id)
     SELECT $1, key, seq, CASE WHEN resolve THEN NULL ELSE candidate END, CASE WHEN resolve THEN 0 ELSE 1 END,
       country, observed, hash, claims, content, $2
     FROM batch_company WHERE action = 'new'`,
    [sourceId, runId],
  );
  await client.query(
    `UPDATE company_record r SET country = b.country, observed = b.observed, removed = false, hash = b.hash,
       claims = b.claims, content = b.content, run_id = $2
     FROM batch_company b WHERE b.action = 'change' AND r.source_id = $1 AND r.key = b.key`,
    [sourceId, runId],
  );
  await client.query(
    `UPDATE company_record r SET removed = true, run_id = $2
     FROM batch_company b WHERE b.action = 'remove' AND r.source_id = $1 AND r.key = b.key`,
    [sourceId, runId],
  );
  await client.query(
    `INSERT INTO company (id, founder_source, founder_key, founded_seq)
     SELECT candidate, $1, key, seq FROM batch_company WHERE action = 'new' AND NOT resolve`,
    [sourceId],
  );
  await client.query(
    `INSERT INTO batch_changed_company
     SELECT DISTINCT r.company_id FROM batch_company b JOIN company_record r ON r.source_id = $1 AND r.key = b.key
     WHERE b.action <> 'new' AND r.company_id IS NOT NULL`,
    [sourceId],
  );
}

/** Whether identity has to be worked out again for any row of the batch. */
export async function hasUnresolved(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT EXISTS (SELECT 1 FROM batch_record) AS any');
  return rows[0].any;
}
