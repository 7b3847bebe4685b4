import type { ApiKey } from '@orgdex/contract';
import type { Queryable } from '../pool.ts';
import { type Caller, type CallerRow, toCaller } from './caller.ts';

/** The channel that notifies every process of a change: the payload is the id of a revoked key, or `otherChange`. */
export const keyChannel = 'orgdex_keys';
export const otherChange = '*';

/** If the database hangs, its connection is released after this time. */
const queryTimeoutMs = 1000;

export interface NewKey extends Omit<ApiKey, 'account' | 'created_at' | 'revoked_at' | 'last_used_at' | 'replaced_by'> {
  readonly account_id: number;
  readonly hash: Buffer;
}

/**
 * Returns the caller of the key with this hash, unless the key is revoked or its account is suspended. Expired keys are
 * included.
 */
export async function findKey(database: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const statement = {
    name: 'find-key',
    text: `SELECT k.id, k.account_id, a.name AS account, k.mode, k.scopes, k.countries, k.addresses, k.expires_at,
             k.records_people, to_jsonb(p) AS plan
           FROM api_key k JOIN account a ON a.id = k.account_id JOIN plan p ON p.name = a.plan
           WHERE k.hash = $1 AND k.revoked_at IS NULL AND NOT a.suspended`,
    values: [hash],
    query_timeout: queryTimeoutMs,
  };
  const { rows } = await database.query<CallerRow>(statement);
  return rows[0] && toCaller(rows[0]);
}

const details = `SELECT k.id, a.name AS account, k.hint, k.mode, k.label, k.scopes, k.countries, k.addresses,
    k.expires_at, k.records_people, k.created_at, k.revoked_at, k.last_used_at, k.replaced_by
  FROM api_key k JOIN account a ON a.id = k.account_id`;

type Stored<T> = { [K in keyof T]: K extends `${string}_at` ? Date | null : T[K] };

function toApiKey({ expires_at, created_at, revoked_at, last_used_at, ...rest }: Stored<ApiKey>): ApiKey {
  const text = (time: Date | null) => time?.toISOString() ?? null;
  return {
    ...rest,
    expires_at: text(expires_at),
    created_at: created_at?.toISOString() ?? '',
    revoked_at: text(revoked_at),
    last_used_at: text(last_used_at),
  };
}

/** All keys, or those of one account, oldest first. */
export async function readKeys(database: Queryable, account?: string): Promise<ApiKey[]> {
  const { rows } = await database.query<Stored<ApiKey>>(
    `${details} WHERE $1::text IS NULL OR a.name = $1 ORDER BY k.created_at, k.id`,
    [account ?? null],
  );
  return rows.map(toApiKey);
}

export async function readKey(database: Queryable, id: string): Promise<ApiKey | undefined> {
  const { rows } = await database.query<Stored<ApiKey>>(`${details} WHERE k.id = $1`, [id]);
  return rows[0] && toApiKey(rows[0]);
}

export async function storeKey(database: Queryable, key: NewKey): Promise<void> {
  const { id, account_id, hash, hint, mode, label, scopes, countries, addresses, expires_at, records_people } = key;
  await database.query(
    `INSERT INTO api_key (id, account_id, hash, hint, mode, label, scopes, countries, addresses, expires_at, records_people)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, account_id, hash, hint, mode, label, scopes, countries, addresses, expires_at, records_people],
  );
}

export async function saveKeyTerms(
  database: Queryable,
  key: Omit<NewKey, 'account_id' | 'hash' | 'hint' | 'mode'>,
): Promise<void> {
  const { id, label, scopes, countries, addresses, expires_at, records_people } = key;
  await database.query(
    `UPDATE api_key SET label = $2, scopes = $3, countries = $4, addresses = $5, expires_at = $6, records_people = $7
     WHERE id = $1`,
    [id, label, scopes, countries, addresses, expires_at, records_people],
  );
}

export async function setKeyRevoked(database: Queryable, id: string): Promise<void> {
  await database.query('UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [id]);
}

/** Sets the expiry of a key, unless it already expires earlier. */
export async function expireKey(database: Queryable, id: string, at: Date): Promise<void> {
  await database.query('UPDATE api_key SET expires_at = least(expires_at, $2) WHERE id = $1', [id, at]);
}

/** Notifies every process when the transaction commits. */
export async function notifyKeyChange(database: Queryable, change: string): Promise<void> {
  await database.query('SELECT pg_notify($1, $2)', [keyChannel, change]);
}

/** Stores which key replaced this one. */
export async function saveReplacement(database: Queryable, id: string, by: string): Promise<void> {
  await database.query('UPDATE api_key SET replaced_by = $2 WHERE id = $1', [id, by]);
}
