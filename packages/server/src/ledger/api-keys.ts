import type { Scope } from '@orgdex/contract';
import type { Pool } from 'pg';

/** The channel on which every process learns of a revoked key. */
export const keyChannel = 'orgdex_keys';

export interface StoredKey {
  readonly id: string;
  readonly account: string;
  readonly scopes: readonly string[];
}

export interface ListedKey extends StoredKey {
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface NewKey {
  readonly id: string;
  readonly account: string;
  readonly hash: Buffer;
  readonly hint: string;
  readonly scopes: readonly Scope[];
}

/** The key that hashes to this, unless it was revoked. */
export async function findKey(pool: Pool, hash: Buffer): Promise<StoredKey | undefined> {
  const { rows } = await pool.query<StoredKey>({
    name: 'find-key',
    text: `SELECT k.id, a.name AS account, k.scopes FROM api_key k JOIN account a ON a.id = k.account_id
           WHERE k.hash = $1 AND k.revoked_at IS NULL`,
    values: [hash],
  });
  return rows[0];
}

/** Stores a key; its account is made if it is new. */
export async function storeKey(pool: Pool, { id, account, hash, hint, scopes }: NewKey): Promise<void> {
  await pool.query(
    // The empty update makes an account that exists already come back too.
    `WITH owner AS (
       INSERT INTO account (name) VALUES ($2) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id
     )
     INSERT INTO api_key (id, account_id, hash, hint, scopes) SELECT $1, owner.id, $3, $4, $5 FROM owner`,
    [id, account, hash, hint, scopes],
  );
}

export async function listKeys(pool: Pool): Promise<ListedKey[]> {
  const { rows } = await pool.query<ListedKey>(
    `SELECT k.id, a.name AS account, k.scopes, k.hint, k.created_at AS "createdAt", k.revoked_at AS "revokedAt"
     FROM api_key k JOIN account a ON a.id = k.account_id ORDER BY k.created_at, k.id`,
  );
  return rows;
}

/** Revokes a key everywhere; false: no such key, or it was revoked before. */
export async function revokeKey(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH revoked AS (UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id)
     SELECT pg_notify($2, id) FROM revoked`,
    [id, keyChannel],
  );
  return rowCount === 1;
}
