import { type ApiKey, defaultOverlapHours, type IssuedKey } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { shorten } from '../../core/output/escape.ts';
import { readAccount, type StoredAccount } from '../../stores/postgres/access/accounts.ts';
import { expireKey, readKey, readKeys, saveReplacement, setKeyRevoked } from '../../stores/postgres/access/api-keys.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { type Change, type ChangeDeps, change } from './audited-change.ts';
import { storeNewKey } from './create-key.ts';

const hourMs = 3_600_000;
const idShape = /^key_[0-9A-Za-z]{12}$/;

/** All keys, or those of one account. */
export const listKeys = ({ pool }: { pool: Queryable }, account?: string): Promise<ApiKey[]> => readKeys(pool, account);

export async function keyOf({ client }: Change, id: string): Promise<ApiKey> {
  const key = idShape.test(id) ? await readKey(client, id) : undefined;
  if (!key) throw new Failure('key_not_found', { param: 'id', message: `No API key has the id ${shorten(id)}.` });
  return key;
}

/** Revokes a key everywhere; a revoked key stays as it is. */
export function revokeKey(deps: ChangeDeps, id: string): Promise<ApiKey> {
  return change(deps, async (within) => {
    const key = await keyOf(within, id);
    if (key.revoked_at) return key;
    await setKeyRevoked(within.client, id);
    await within.record({ action: 'key.revoke', subject: `key:${id}`, detail: { account: key.account } });
    await within.notifyRevoked(id);
    return keyOf(within, id);
  });
}

/** The old key stays valid for the overlap, or is revoked at once. */
async function endBy(within: Change, id: string, overlapHours: number): Promise<void> {
  if (overlapHours > 0) {
    await expireKey(within.client, id, new Date(Date.now() + overlapHours * hourMs));
    return within.notifyAll();
  }
  await setKeyRevoked(within.client, id);
  await within.notifyRevoked(id);
}

export function checkLives({ revoked_at, expires_at }: ApiKey): void {
  const hasEnded = revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());
  if (hasEnded)
    throw new Failure('key_not_found', { param: 'id', message: 'The key is revoked or expired. Create a new one.' });
}

/** A second rotation would copy the expiry that the first one set. */
function checkNotReplaced({ replaced_by }: ApiKey): void {
  if (replaced_by === null) return;
  const message = `The key was already replaced by ${replaced_by}. Rotate that one.`;
  throw new Failure('key_not_found', { param: 'id', message });
}

/** Replaces a key by a new one with the same terms. */
export function rotateKey(
  deps: ChangeDeps,
  { id, overlapHours = defaultOverlapHours }: { id: string; overlapHours?: number | undefined },
): Promise<IssuedKey> {
  return change(deps, async (within) => {
    const old = await keyOf(within, id);
    checkLives(old);
    checkNotReplaced(old);
    const owner = (await readAccount(within.client, old.account)) as StoredAccount;
    const issued = await storeNewKey(within, { owner, terms: old, replaces: id });
    await saveReplacement(within.client, id, issued.details.id);
    await endBy(within, id, overlapHours);
    const detail = { account: old.account, replaced_by: issued.details.id, overlap_hours: overlapHours };
    await within.record({ action: 'key.rotate', subject: `key:${id}`, detail });
    return issued;
  });
}
