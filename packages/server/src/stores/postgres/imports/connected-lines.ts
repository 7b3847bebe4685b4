import { claimSql } from '../../../knowledge/rules/identifiers/claims.ts';
import { growAll, reachedRecords } from '../identity/affected-records.ts';
import { withNestedLoops } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';
import { temp } from './batch-tables.ts';
import { stageOf } from './stage.ts';

/** A part of the lines of a first load that share identifiers. */
export interface LineRange {
  after: number;
  upTo: number;
}

/** A line, and the hash of one of its identifiers; null: it has none. */
export interface AnchoredLine {
  line: number;
  anchor: number | null;
}

/** What a batch of connected lines did. */
export interface ConnectedBatch {
  /** How many lines it had. */
  lines: number;
  accepted: number;
  /** The identifier that the most of its records share. */
  widest: { identifier: string; records: number } | null;
}

/** The table in which batches note what they did. */
export const createConnected = (client: Client, runId: number) =>
  client.query(
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${stageOf(runId).connected} (lines bigint NOT NULL, accepted bigint NOT NULL, widest jsonb)`,
  );

/** How many lines are left. */
export async function countShared(client: Client, runId: number): Promise<number> {
  const { count } = await queryRow<{ count: number }>(client, `SELECT count(*) FROM ${stageOf(runId).shared}`);
  return count;
}

const stagedIn = (runId: number) => `
  SELECT d.line, s.claims FROM ${stageOf(runId).shared} d JOIN ${stageOf(runId).company} s ON s.line = d.line
  WHERE d.line > $1 AND d.line <= $2`;

const anchorOf = (claims: string) => `hashtext(${claimSql.identifierOf(`${claims}[1]`)})`;

/**
 * Reads what connects the lines of a range with others: pairs of identifiers that a line claims, or a record of the database that a
 * chain of identifiers leads to. In a transaction; changes nothing.
 */
export async function readConnections(
  client: Client,
  runId: number,
  { after, upTo }: LineRange,
): Promise<{ lines: AnchoredLine[]; pairs: Buffer }> {
  return withNestedLoops(client, async () => {
    await client.query(
      `INSERT INTO ${temp.identifier} (identifier, round) SELECT DISTINCT ${claimSql.identifiersOf('claims')}, 0 FROM (${stagedIn(runId)}) s`,
      [after, upTo],
    );
    await growAll(client);
    return queryRow<{ lines: AnchoredLine[]; pairs: Buffer }>(
      client,
      `WITH staged AS MATERIALIZED (${stagedIn(runId)}),
       pair AS (SELECT ${anchorOf('claims')} AS anchor, hashtext(${claimSql.identifiersOf('claims')}) AS identifier FROM (
         SELECT claims FROM staged UNION ALL SELECT r.claims FROM ${reachedRecords}) c)
       SELECT (SELECT coalesce(string_agg(int4send(anchor) || int4send(identifier), ''), '') FROM pair) AS pairs,
         (SELECT coalesce(json_agg(json_build_object('line', line, 'anchor', ${anchorOf('claims')}) ORDER BY line), '[]') FROM staged) AS lines`,
      [after, upTo],
    );
  });
}

/** Gives the lines of a batch to the connection, in its transaction. */
export async function loadLines(client: Client, lines: readonly number[]): Promise<void> {
  await client.query(`INSERT INTO ${temp.line} SELECT unnest($1::bigint[])`, [lines]);
}

/** Notes what a batch did, in its transaction. Its lines are no longer left. */
export async function saveConnected(
  client: Client,
  runId: number,
  lines: readonly number[],
  { accepted, widest }: Omit<ConnectedBatch, 'lines'>,
): Promise<void> {
  const { shared, connected } = stageOf(runId);
  await client.query(`DELETE FROM ${shared} WHERE line = ANY($1::bigint[])`, [lines]);
  await client.query(`INSERT INTO ${connected} VALUES ($1, $2, $3)`, [lines.length, accepted, widest]);
}

/** Takes what the batches noted, so that it is counted once. */
export async function takeConnected(client: Client, runId: number): Promise<ConnectedBatch[]> {
  const { rows } = await client.query<ConnectedBatch>(`DELETE FROM ${stageOf(runId).connected} RETURNING *`);
  return rows;
}
