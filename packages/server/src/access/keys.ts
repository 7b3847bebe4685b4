import type { Scope } from '@orgdex/contract';
import { Failure } from '../failure.ts';
import { holds } from '../rules/addresses.ts';
import type { Caller } from './caller.ts';
import { type KeyCache, LedgerSilent } from './key-cache.ts';
import { hashOf, parseKey } from './key-form.ts';

export interface CheckKeyDeps {
  readonly keys: Pick<KeyCache, 'find'>;
  now?(): number;
}

/** What follows `Bearer`, in any case; undefined: there is no key. */
function keyText(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

const unknown = (because: string) => new Failure('key_unknown', { because });

/** Whose key this is; fails unless it is known and valid. */
export async function findCaller(deps: CheckKeyDeps, authorization: string | undefined): Promise<Caller> {
  const { keys, now = Date.now } = deps;
  const text = keyText(authorization);
  if (text === undefined) throw new Failure('key_missing', { because: 'send the header Authorization: Bearer <key>' });
  const key = parseKey(text);
  if (!key) throw unknown('it is not a whole key; copy it again');
  const caller = await keys.find(hashOf(key)).catch((error: unknown) => {
    throw error instanceof LedgerSilent ? new Failure('keys_unavailable', { retryAfter: 1, cause: error }) : error;
  });
  if (!caller) throw unknown('it was revoked, its account is suspended, or nobody has it; ask the operator');
  const { expiresAt } = caller;
  if (expiresAt && expiresAt.getTime() <= now()) {
    throw unknown(`it ended at ${expiresAt.toISOString()}; ask the operator for another`);
  }
  return caller;
}

/** Fails where the key is bound to addresses and this is none of them. */
export function checkAddress({ addresses }: Caller, ip: string): void {
  if (!addresses || holds(addresses, ip)) return;
  throw new Failure('address_not_allowed', { because: `it is bound to others than ${ip}; ask the operator to add it` });
}

/** Fails unless key and plan allow this; `any`: every valid key will do. */
export function checkScope({ scopes }: Caller, scope: Scope | 'any'): void {
  if (scope === 'any' || scopes.includes(scope)) return;
  throw new Failure('scope_missing', { because: `this needs ${scope}` });
}

/** Fails unless key and plan allow questions about this country. */
export function checkCountry({ countries }: Caller, country: string, param: string): void {
  if (!countries || countries.some((allowed) => allowed === country)) return;
  const because = countries.length > 0 ? `it may ask about ${countries.join(', ')}` : 'its plan leaves it none';
  throw new Failure('country_not_allowed', { param, because });
}
