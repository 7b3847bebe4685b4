import { to } from 'pg-copy-streams';
import { withPlanner } from '../planner.ts';
import { type Client, columnsOf, queryRow } from '../pool.ts';
import { stageOf } from './stage.ts';

/** The rules by which the fingerprints of a source were taken; undefined: it has none. */
export async function readFingerprintRules(client: Client, sourceId: number): Promise<string | undefined> {
  const { rows } = await client.query<{ rules: string | null }>(
    'SELECT fingerprint_rules AS rules FROM source WHERE id = $1',
    [sourceId],
  );
  return rows[0]?.rules ?? undefined;
}

/** Without rules, the fingerprints are not used. */
export const saveFingerprintRules = (client: Client, sourceId: number, rules: string | null) =>
  client.query('UPDATE source SET fingerprint_rules = $2 WHERE id = $1', [sourceId, rules]);

/** The number of living company records of a source that has fingerprints. */
export async function countFingerprints(client: Client, sourceId: number): Promise<number> {
  const select = 'SELECT count(*) AS count FROM row_fingerprint WHERE source_id = $1';
  return (await queryRow<{ count: number }>(client, select, [sourceId])).count;
}

/** The binary format: a header, then the number of columns, the length and the value of each row. */
const headerBytes = 19;
const rowBytes = 2 + 4 + 8;

/** Calls `add` with the two halves of each fingerprint. */
export async function readFingerprints(
  client: Client,
  sourceId: number,
  add: (fingerprint: { high: number; low: number }) => void,
): Promise<void> {
  const select = `SELECT fingerprint FROM row_fingerprint WHERE source_id = ${Number(sourceId)} AND fingerprint IS NOT NULL`;
  const stream = client.query(to(`COPY (${select}) TO STDOUT (FORMAT binary)`));
  let held: Buffer = Buffer.alloc(0);
  let at = headerBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    for (; at + rowBytes <= held.length; at += rowBytes) {
      add({ high: held.readInt32BE(at + 6), low: held.readInt32BE(at + 10) });
    }
    if (at > held.length) continue;
    held = held.subarray(at);
    at = 0;
  }
}

const known = (table: string) =>
  `SELECT k.line, k.fingerprint FROM ${table}, unnest(lines, fingerprints) k (line, fingerprint)`;

/**
 * Stores which records of the source have no equal row in the file: their rows changed or are missing. Returns how many
 * records do have one.
 */
async function saveUnseen(client: Client, runId: number, sourceId: number): Promise<number> {
  const stage = stageOf(runId);
  await client.query(
    `CREATE UNLOGGED TABLE ${stage.unseen} AS SELECT f.key FROM row_fingerprint f WHERE f.source_id = ${Number(sourceId)}
     AND NOT EXISTS (SELECT FROM (${known(stage.known)}) k WHERE k.fingerprint = f.fingerprint)`,
  );
  const { count } = await queryRow<{ count: number }>(client, `SELECT count(*) AS count FROM ${stage.unseen}`);
  return (await countFingerprints(client, sourceId)) - count;
}

/**
 * If a file has a row that is known and another one with the same key, the later row counts. Returns how many of the known
 * rows came first. Rows of the stage that came first are deleted.
 */
async function settleRepeatedKeys(client: Client, runId: number, sourceId: number): Promise<number> {
  const stage = stageOf(runId);
  const { rows: repeated } = await client.query<{ fingerprint: string; key: string; line: number }>(
    `SELECT f.fingerprint::text, s.key, s.line FROM ${stage.company} s
     JOIN row_fingerprint f ON f.source_id = $1 AND f.key = s.key
     WHERE NOT EXISTS (SELECT FROM ${stage.unseen} u WHERE u.key = s.key)`,
    [sourceId],
  );
  if (repeated.length === 0) return 0;
  const { rowCount } = await client.query(
    `DELETE FROM ${stage.company} s USING (
       SELECT fingerprint, max(line) AS line FROM (${known(stage.known)}) k WHERE fingerprint = ANY($1::bigint[]) GROUP BY 1) k
     JOIN unnest($1::bigint[], $2::text[]) r (fingerprint, key) ON r.fingerprint = k.fingerprint
     WHERE s.key = r.key AND s.line < k.line`,
    columnsOf(repeated, 'fingerprint', 'key'),
  );
  return repeated.length - (rowCount ?? 0);
}

/** How the rows that were recognized by their fingerprints count. */
export interface KnownCounts {
  unchanged: number;
  superseded: number;
}

/** Compares the rows that were recognized with the records of the source. */
export async function settleKnownRows(
  client: Client,
  runId: number,
  { sourceId, rows }: { sourceId: number; rows: number },
): Promise<KnownCounts> {
  return withPlanner(client, { work_mem: '128MB' }, async () => {
    const seen = await saveUnseen(client, runId, sourceId);
    const staged = async () =>
      (await queryRow<{ count: number }>(client, `SELECT count(*) AS count FROM ${stageOf(runId).company}`)).count;
    const before = await staged();
    const replaced = await settleRepeatedKeys(client, runId, sourceId);
    return { unchanged: seen - replaced, superseded: rows - seen + replaced + before - (await staged()) };
  });
}

const insertStaged = (table: string) =>
  `INSERT INTO row_fingerprint (source_id, key, fingerprint) SELECT $1, key, fingerprint FROM ${table} WHERE NOT removed`;

/** Replaces the fingerprints of the records that the run read, created or removed. */
export async function updateFingerprints(client: Client, runId: number, sourceId: number): Promise<void> {
  const { company } = stageOf(runId);
  await client.query(`DELETE FROM row_fingerprint f USING ${company} s WHERE f.source_id = $1 AND f.key = s.key`, [
    sourceId,
  ]);
  await client.query(insertStaged(company), [sourceId]);
}

/** Replaces all fingerprints of a source, after a full file. The record of a rejected row lives on. */
export async function replaceFingerprints(client: Client, runId: number, sourceId: number): Promise<void> {
  const { company, rejection } = stageOf(runId);
  await client.query('DELETE FROM row_fingerprint WHERE source_id = $1', [sourceId]);
  await client.query(insertStaged(company), [sourceId]);
  await client.query(
    `INSERT INTO row_fingerprint (source_id, key)
     SELECT $1, r.key FROM (SELECT DISTINCT key FROM ${rejection} WHERE key IS NOT NULL) x
     JOIN company_record r ON r.source_id = $1 AND r.key = x.key AND NOT r.removed
     WHERE NOT EXISTS (SELECT FROM ${company} s WHERE s.key = x.key)`,
    [sourceId],
  );
}
