import { claimSql } from '../../../knowledge/rules/identifiers/claims.ts';
import { withNestedLoops } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { insertInto, temp } from './batch-tables.ts';

export interface CompanyBatch {
  sourceId: number;
  runId: number;
  /** The stage table, and the table with the numbers of the lines to process. */
  table: string;
  lines: string;
  after: number;
  upTo: number;
  /** The source had no records before this run. */
  first: boolean;
}

/** The first number of a run in the order of arrival: the run, then the line. */
export const firstSeq = (runId: number): number => runId * 2 ** 32;

const decided = `coalesce((SELECT array_agg(d.claim ORDER BY d.claim) FROM decided_record d
                             WHERE d.source_id = $1 AND d.key = s.key), '{}')`;
// A link by a match holds until the next match run. It is the database's own claim, so it is no difference to the source.
const matched = `coalesce((SELECT array_agg(c ORDER BY c) FROM unnest(r.claims) c WHERE ${claimSql.isMatch('c')}), '{}')`;

/** The staged rows of the batch: all of them, or those that another table lists. */
const stagedRows = ({ table, lines }: CompanyBatch) =>
  lines === table
    ? `${table} s WHERE s.line > $3 AND s.line <= $4`
    : `${lines} d JOIN ${table} s ON s.line = d.line WHERE d.line > $3 AND d.line <= $4`;

/** Every row of a source's first run is new; removals have no effect. */
const loadFirst = (batch: CompanyBatch) =>
  insertInto(
    temp.company,
    {
      source_id: '$1',
      line: 's.line',
      key: 's.key',
      action: `'new'`,
      country: 's.country',
      observed: 'coalesce(s.observed, current_date)',
      claims: 's.claims',
      candidate: 's.candidate',
      seq: '$2::bigint + s.line',
    },
    `FROM ${stagedRows(batch)} AND NOT s.removed`,
  );

/** Identity depends on which claims a record has, not on their order. */
const sameClaims = 'c.claims @> r.claims AND c.claims <@ r.claims';

const loadCompared = ({ table, lines }: CompanyBatch) =>
  insertInto(
    temp.company,
    {
      source_id: '$1',
      line: 's.line',
      key: 's.key',
      action: `CASE WHEN s.removed THEN 'remove' WHEN r.key IS NULL THEN 'new' ELSE 'change' END`,
      country: 's.country',
      observed: 'coalesce(s.observed, CASE WHEN r.hash = s.hash THEN r.observed END, current_date)',
      claims: 'c.claims',
      candidate: 's.candidate',
      seq: 'coalesce(r.seq, $2::bigint + s.line)',
      old_claims: 'r.claims',
      resolve: `CASE WHEN r.key IS NOT NULL THEN s.removed <> r.removed OR NOT (${sameClaims}) END`,
    },
    `FROM ${lines} d JOIN ${table} s ON s.line = d.line
     LEFT JOIN company_record r ON r.source_id = $1 AND r.key = s.key
     CROSS JOIN LATERAL (SELECT s.claims || ${decided} || ${matched} AS claims OFFSET 0) c
     WHERE d.line > $3 AND d.line <= $4`,
  );

/** Loads the rows that differ from the database; returns how many are new, changed or to be removed. */
export async function loadCompanies(client: Client, batch: CompanyBatch): Promise<number> {
  const values = [batch.sourceId, firstSeq(batch.runId), batch.after, batch.upTo];
  const { rowCount } = await withNestedLoops(client, () =>
    client.query(batch.first ? loadFirst(batch) : loadCompared(batch), values),
  );
  if (!rowCount) return 0;
  await client.query(
    `INSERT INTO ${temp.claim} (key, identifier, candidate)
     SELECT key, ${claimSql.identifiersOf('claims')}, candidate FROM ${temp.company} WHERE action = 'new'`,
  );
  await client.query(`ANALYZE ${temp.company} (line, key, action)`);
  await client.query(`ANALYZE ${temp.claim} (identifier)`);
  return rowCount;
}

/**
 * Finds the identifiers where identity must be resolved again. A new record that shares no identifier becomes a company
 * of its own.
 */
export async function findSeeds(client: Client, { sourceId, first }: CompanyBatch): Promise<void> {
  // LATERAL with LIMIT forces one lookup per claim. With EXISTS, PostgreSQL would compare every claim of the batch with
  // every claim of a table that was never analyzed, as in a first import.
  const seeds = await withNestedLoops(client, () =>
    client.query(
      `INSERT INTO ${temp.identifier} (identifier, round)
       SELECT identifier, 0 FROM ${temp.claim} GROUP BY identifier HAVING count(*) > 1
       UNION SELECT b.identifier, 0 FROM ${temp.claim} b
       CROSS JOIN LATERAL (SELECT FROM claim c WHERE c.identifier = b.identifier LIMIT 1) c`,
    ),
  );
  const changed = first
    ? { rowCount: 0 }
    : await client.query(
        `INSERT INTO ${temp.identifier} (identifier, round)
         SELECT DISTINCT ${claimSql.identifiersOf('claims || old_claims')}, 0 FROM ${temp.company} WHERE action <> 'new' AND resolve
         ON CONFLICT DO NOTHING`,
      );
  if (seeds.rowCount || changed.rowCount) {
    await client.query(
      `UPDATE ${temp.company} b SET resolve = true
       FROM (SELECT DISTINCT c.key FROM ${temp.claim} c JOIN ${temp.identifier} i ON i.identifier = c.identifier) sharing
       WHERE b.key = sharing.key AND b.action = 'new'`,
    );
  }
  await client.query(
    `INSERT INTO ${temp.record} (source_id, key, round) SELECT $1, key, 0 FROM ${temp.company} WHERE resolve`,
    [sourceId],
  );
}

/** Updates the claims of new and changed records. */
export async function saveClaims(client: Client, { sourceId, first }: CompanyBatch): Promise<void> {
  await client.query(`INSERT INTO claim (identifier, source_id, key) SELECT identifier, $1, key FROM ${temp.claim}`, [
    sourceId,
  ]);
  if (first) return;
  await withNestedLoops(client, () =>
    client.query(
      `DELETE FROM claim c USING (
         SELECT key, ${claimSql.identifiersOf('old_claims')} AS identifier FROM ${temp.company} WHERE action = 'change'
         EXCEPT SELECT key, ${claimSql.identifiersOf('claims')} FROM ${temp.company} WHERE action = 'change' OFFSET 0) gone
       WHERE c.identifier = gone.identifier AND c.source_id = $1 AND c.key = gone.key`,
      [sourceId],
    ),
  );
  await client.query(
    `INSERT INTO claim (identifier, source_id, key)
     SELECT ${claimSql.identifiersOf('claims')}, $1, key FROM ${temp.company} WHERE action = 'change' AND claims <> old_claims
     ON CONFLICT DO NOTHING`,
    [sourceId],
  );
}

/** Inserts new records, when identity is resolved. A record that shares no identifier founds its company. */
export async function insertRecords(client: Client, { sourceId, runId, table }: CompanyBatch): Promise<void> {
  // LATERAL with OFFSET 0 forces one lookup per line: the lines of a batch may be spread over the whole stage.
  await client.query(
    `INSERT INTO company_record (source_id, key, seq, company_id, linked_by, matched_by, hidden, founded, country, observed, hash,
       claims, content, run_id)
     SELECT $1, b.key, b.seq, coalesce(l.company_id, b.candidate), l.linked_by, l.matched_by, coalesce(l.hidden, false),
       coalesce(l.founded, 1), b.country, b.observed, s.hash, b.claims, s.content, $2
     FROM ${temp.company} b CROSS JOIN LATERAL (SELECT s.hash, s.content FROM ${table} s WHERE s.line = b.line OFFSET 0) s
     LEFT JOIN ${temp.link} l ON l.key = b.key WHERE b.action = 'new'`,
    [sourceId, runId],
  );
  // In index order, which differs from the order of arrival.
  await client.query(
    `INSERT INTO company (id, founder_source, founder_key, founded_seq)
     SELECT candidate, $1, key, seq FROM ${temp.company} WHERE action = 'new' AND resolve IS NOT TRUE ORDER BY candidate`,
    [sourceId],
  );
}

/** Changes the records that the source had before. */
export async function changeRecords(client: Client, batch: CompanyBatch): Promise<void> {
  if (!batch.first) await withNestedLoops(client, () => updateRecords(client, batch));
}

async function updateRecords(client: Client, { sourceId, runId, table }: CompanyBatch): Promise<void> {
  await client.query(
    `UPDATE company_record r SET country = b.country, observed = b.observed, removed = false, hash = b.hash,
       claims = b.claims, content = b.content, run_id = $2
     FROM (
       SELECT b.key, b.country, b.observed, b.claims, s.hash, s.content
       FROM ${temp.company} b JOIN ${table} s ON s.line = b.line WHERE b.action = 'change' OFFSET 0) b
     WHERE r.source_id = $1 AND r.key = b.key`,
    [sourceId, runId],
  );
  await client.query(
    `UPDATE company_record r SET removed = true, run_id = $2
     FROM (SELECT key FROM ${temp.company} WHERE action = 'remove' OFFSET 0) b WHERE r.source_id = $1 AND r.key = b.key`,
    [sourceId, runId],
  );
  await client.query(
    `INSERT INTO ${temp.changed_company} (id)
     SELECT DISTINCT r.company_id FROM (SELECT key FROM ${temp.company} WHERE action <> 'new' OFFSET 0) b
     JOIN company_record r ON r.source_id = $1 AND r.key = b.key WHERE r.company_id IS NOT NULL`,
    [sourceId],
  );
}

/** Whether identity must be resolved again for any record of the batch. */
export async function hasUnresolved(client: Client): Promise<boolean> {
  const { any } = await queryRow<{ any: boolean }>(client, `SELECT EXISTS (SELECT 1 FROM ${temp.record}) AS any`);
  return any;
}
