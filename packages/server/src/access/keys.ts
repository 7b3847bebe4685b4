import type { Scope } from '@orgdex/contract';
import { Failure } from '../failure.ts';
import type { StoredKey } from '../ledger/api-keys.ts';
import { type KeyCache, LedgerSilent } from './key-cache.ts';
import { hashOf, parseKey } from './key-form.ts';

export interface CheckKeyDeps {
  readonly keys: KeyCache;
}

/** What follows `Bearer`, in any case; undefined: there is no key. */
function keyText(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

async function findKey({ keys }: CheckKeyDeps, text: string): Promise<StoredKey> {
  const key = parseKey(text);
  if (!key) throw new Failure('key_unknown', { because: 'it is not a whole key; copy it again' });
  const stored = await keys.find(hashOf(key)).catch((error: unknown) => {
    throw error instanceof LedgerSilent ? new Failure('keys_unavailable', { retryAfter: 1, cause: error }) : error;
  });
  if (!stored) throw new Failure('key_unknown', { because: 'ask the operator for another' });
  return stored;
}

/** Whose key this is; fails unless it is known, valid, and has the scope. */
export async function checkKey(deps: CheckKeyDeps, authorization: string | undefined, scope: Scope) {
  const text = keyText(authorization);
  if (text === undefined) throw new Failure('key_missing', { because: 'send the header Authorization: Bearer <key>' });
  const { id, account, scopes } = await findKey(deps, text);
  if (!scopes.includes(scope)) throw new Failure('scope_missing', { because: `this needs ${scope}` });
  return { key: id, account };
}
