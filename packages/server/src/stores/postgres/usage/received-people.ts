import { receivedPeopleDays } from '@orgdex/contract';
import type { Client, Queryable } from '../pool.ts';

/** The people in one response, and what the customer said they are for. */
export interface ReceivedPeople {
  readonly purpose: string | null;
  readonly people: readonly string[];
}

interface Response {
  readonly requestId: string;
  readonly at: number;
  readonly keyId: string;
  readonly operation: string;
  readonly received?: ReceivedPeople;
}

/** Stores which people the responses contained, in the transaction that counts them. */
export async function insertReceived(client: Client, responses: readonly Response[]): Promise<void> {
  const recorded = responses.flatMap(({ received, requestId, at, keyId, operation }) =>
    received ? [{ at, request_id: requestId, key_id: keyId, operation, ...received }] : [],
  );
  if (recorded.length === 0) return;
  await client.query(
    `INSERT INTO received_people (at, request_id, key_id, operation, purpose, people)
     SELECT to_timestamp(r.at / 1000.0), r.request_id, r.key_id, r.operation, r.purpose, r.people
     FROM jsonb_to_recordset($1) AS r (at bigint, request_id uuid, key_id text, operation text, purpose text, people text[])`,
    [JSON.stringify(recorded)],
  );
}

/** A response that contained a person. */
export interface Disclosure {
  at: Date;
  key: string;
  account: string;
  operation: string;
  purpose: string | null;
}

/** Who received one of these people within the retention period, newest first. */
export async function readReceived(database: Queryable, people: readonly string[]): Promise<Disclosure[]> {
  const { rows } = await database.query<Disclosure>(
    `SELECT r.at, r.key_id AS key, a.name AS account, r.operation, r.purpose FROM received_people r
     JOIN api_key k ON k.id = r.key_id JOIN account a ON a.id = k.account_id
     WHERE r.people && $1::text[] AND r.at > now() - interval '${receivedPeopleDays} days' ORDER BY r.at DESC, r.request_id`,
    [people],
  );
  return rows;
}

/** Removes people from all entries. */
export const forgetReceived = (client: Client, people: readonly string[]) =>
  client.query(
    `UPDATE received_people SET people = ARRAY(SELECT p FROM unnest(people) p WHERE p <> ALL ($1)) WHERE people && $1::text[]`,
    [people],
  );

/** Deletes up to this many entries that are too old; returns how many. */
export async function deleteOldReceived(database: Queryable, limit: number): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM received_people WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM received_people WHERE at < now() - interval '${receivedPeopleDays} days' LIMIT $1))`,
    [limit],
  );
  return rowCount ?? 0;
}
