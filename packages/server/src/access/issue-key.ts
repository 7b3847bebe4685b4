import type { Scope } from '@orgdex/contract';
import { storeKey } from '../ledger/api-keys.ts';
import type { Pool } from '../ledger/pool.ts';
import { hashOf, hintOf, type KeyText, newKey, randomLetters } from './key-form.ts';

export interface IssuedKey {
  readonly id: string;
  /** Shown once: only its hash is kept. */
  readonly key: KeyText;
}

export async function issueKey(
  pool: Pool,
  { account, scopes }: { account: string; scopes: readonly Scope[] },
): Promise<IssuedKey> {
  const key = newKey();
  const id = `key_${randomLetters(12)}`;
  await storeKey(pool, { id, account, hash: hashOf(key), hint: hintOf(key), scopes });
  return { id, key };
}
