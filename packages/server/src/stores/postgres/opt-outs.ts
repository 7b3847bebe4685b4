import { type Client, columnsOf, type Queryable, queryRow } from './pool.ts';

/** What was recorded, with its counts at that time; never a value. */
export interface StoredOptOut {
  id: string;
  /** Exact to the microsecond. */
  at: string;
  /** How the person was identified; null if it was recorded before there were receipts. */
  by: string | null;
  people: number;
  positions: number;
  emails: number;
  phones: number;
  profiles: number;
  lifted_at: string | null;
  lift_reason: string | null;
}

const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const columns = `id, ${moment('made_at')} AS at, identified_by AS by, people, positions, emails, phones, profiles,
  ${moment('lifted_at')} AS lifted_at, lift_reason`;

/** The place of an opt-out in the list. */
export type OptOutPlace = Pick<StoredOptOut, 'at' | 'id'>;

/** Newest first. */
export async function listOptOuts(
  database: Queryable,
  { before, limit }: { before?: OptOutPlace | undefined; limit: number },
): Promise<StoredOptOut[]> {
  const { rows } = await database.query<StoredOptOut>(
    `SELECT ${columns} FROM opt_out WHERE $1::timestamptz IS NULL OR (made_at, id) < ($1, $2)
     ORDER BY opt_out.made_at DESC, opt_out.id DESC LIMIT $3`,
    [before?.at ?? null, before?.id ?? null, limit],
  );
  return rows;
}

export async function readOptOuts(database: Queryable, ids: readonly string[]): Promise<Map<string, StoredOptOut>> {
  const { rows } = await database.query<StoredOptOut>(`SELECT ${columns} FROM opt_out WHERE id = ANY($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores receipts. One that is stored already keeps what it says. */
export async function storeOptOuts(client: Client, optOuts: readonly StoredOptOut[]): Promise<void> {
  await client.query(
    `INSERT INTO opt_out (id, made_at, identified_by, people, positions, emails, phones, profiles, lifted_at, lift_reason)
     SELECT id, at, by, people, positions, emails, phones, profiles, lifted_at, lift_reason
     FROM json_to_recordset($1) AS given (id text, at timestamptz, by text, people integer, positions integer,
       emails integer, phones integer, profiles integer, lifted_at timestamptz, lift_reason text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(optOuts)],
  );
}

/** A value that an opt-out keeps on the suppression list; without an id, it stays permanently. */
export interface OptOutValue {
  id: string;
  value: string;
}

/** Puts values on the suppression list. */
export async function storeValues(client: Client, values: readonly OptOutValue[]): Promise<void> {
  const pairs = columnsOf(values, 'value', 'id');
  // Those on the list without an opt-out were stored by a version without receipts. Lifting this opt-out must not free them.
  await client.query(
    `INSERT INTO opt_out_value (value, opt_out_id)
     SELECT s.value, '' FROM suppression s WHERE s.value = ANY($1)
       AND NOT EXISTS (SELECT FROM opt_out_value v WHERE v.value = s.value)`,
    pairs.slice(0, 1),
  );
  await client.query(
    'INSERT INTO opt_out_value (value, opt_out_id) SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING',
    pairs,
  );
  await client.query(
    'INSERT INTO suppression (value) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING',
    pairs.slice(0, 1),
  );
}

/** Which of these opt-outs have which of these values. */
export async function readValues(
  database: Queryable,
  values: readonly string[],
  ids: readonly string[],
): Promise<OptOutValue[]> {
  const { rows } = await database.query<OptOutValue>(
    'SELECT value, opt_out_id AS id FROM opt_out_value WHERE value = ANY($1) AND opt_out_id = ANY($2)',
    [values, ids],
  );
  return rows;
}

/** Those of these values that are on the list. */
export async function readListed(database: Queryable, values: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ value: string }>('SELECT value FROM suppression WHERE value = ANY($1)', [
    values,
  ]);
  return new Set(rows.map((row) => row.value));
}

/** Those of these values that stay on the list whichever opt-out is lifted. */
export async function readPermanent(database: Queryable, values: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ value: string }>(
    `SELECT s.value FROM suppression s WHERE s.value = ANY($1) AND (
       EXISTS (SELECT FROM opt_out_value v WHERE v.value = s.value AND v.opt_out_id = '')
       OR NOT EXISTS (SELECT FROM opt_out_value v WHERE v.value = s.value))`,
    [values],
  );
  return new Set(rows.map((row) => row.value));
}

export async function markLifted(
  client: Client,
  { id, at, reason }: { id: string; at: string; reason: string },
): Promise<void> {
  await client.query('UPDATE opt_out SET lifted_at = $2, lift_reason = $3 WHERE id = $1', [id, at, reason]);
}

/** Takes the values of an opt-out off the list, except those that another one has too. Returns its values. */
export async function releaseValues(client: Client, id: string): Promise<{ values: string[]; kept: number }> {
  const { rows } = await client.query<{ value: string }>(
    'DELETE FROM opt_out_value WHERE opt_out_id = $1 RETURNING value',
    [id],
  );
  const values = rows.map(({ value }) => value);
  const { rowCount } = await client.query(
    `DELETE FROM suppression s WHERE s.value = ANY($1) AND NOT EXISTS (SELECT FROM opt_out_value v WHERE v.value = s.value)`,
    [values],
  );
  return { values, kept: values.length - (rowCount ?? 0) };
}

/** Whether this database role may lift opt-outs: that of an import may only record them. */
export async function mayLift(database: Queryable): Promise<boolean> {
  const { may } = await queryRow<{ may: boolean }>(
    database,
    `SELECT has_column_privilege('opt_out', 'lifted_at', 'UPDATE') AS may`,
  );
  return may;
}
