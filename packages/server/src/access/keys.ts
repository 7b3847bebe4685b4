import type { Scope } from '@orgdex/contract';
import { Failure } from '../errors/failure.ts';
import type { Caller } from '../ledger/access/caller.ts';
import { includesAddress } from '../rules/ip-addresses.ts';
import { type KeyCache, LedgerTimeout } from './key-cache.ts';
import { hashOf, parseKey } from './key-form.ts';

export interface CheckKeyDeps {
  readonly keys: Pick<KeyCache, 'find'>;
  now?(): number;
}

/** What follows `Bearer`, in any case; undefined: no key was sent. */
function keyText(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

const invalidKey = (message: string) => new Failure('key_unknown', { message });

function missingMessage(authorization: string | undefined): string {
  if (!authorization) return 'No API key was sent. Send the header `Authorization: Bearer <key>`.';
  return 'The `Authorization` header must have the form `Bearer <key>`.';
}

/** The caller that the key belongs to; fails unless the key is valid. */
export async function findCaller(deps: CheckKeyDeps, authorization: string | undefined): Promise<Caller> {
  const { keys, now = Date.now } = deps;
  const text = keyText(authorization);
  if (text === undefined) throw new Failure('key_missing', { message: missingMessage(authorization) });
  const key = parseKey(text);
  if (!key)
    throw invalidKey(
      'The API key is incomplete or mistyped. Copy it again: it starts with orgdex_live_ or orgdex_test_.',
    );
  const caller = await keys.find(hashOf(key)).catch((error: unknown) => {
    throw error instanceof LedgerTimeout ? new Failure('keys_unavailable', { retryAfter: 1, cause: error }) : error;
  });
  if (!caller) throw invalidKey('The API key is unknown or revoked, or its account is suspended. Ask the operator.');
  const { expiresAt } = caller;
  if (expiresAt && expiresAt.getTime() <= now()) {
    throw invalidKey(`The API key expired at ${expiresAt.toISOString()}. Ask the operator for a new one.`);
  }
  return caller;
}

/** Fails if the key has an IP allowlist without this address. */
export function checkAddress({ addresses }: Caller, ip: string): void {
  if (!addresses || includesAddress(addresses, ip)) return;
  throw new Failure('address_not_allowed', {
    message: `The IP address ${ip} is not on the allowlist of this API key. Ask the operator to add it.`,
  });
}

/** Fails unless key and plan have this scope; `any`: every valid key has it. */
export function checkScope({ scopes }: Caller, scope: Scope | 'any'): void {
  if (scope === 'any' || scopes.includes(scope)) return;
  throw new Failure('scope_missing', {
    message: `The API key does not have the scope ${scope}, which this operation requires. Ask the operator to add it.`,
  });
}

/** Fails unless key and plan have access to this country. */
export function checkCountry({ countries }: Caller, country: string, param: string): void {
  if (!countries || countries.some((allowed) => allowed === country)) return;
  const allowed =
    countries.length > 0
      ? `Its countries are ${countries.join(', ')}.`
      : 'It has access to no country: none of the countries of the key is in its plan. Ask the operator.';
  const message = `The API key does not have access to ${country}. ${allowed}`;
  throw new Failure('country_not_allowed', { param, message });
}
