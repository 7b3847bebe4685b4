import { type Endpoint, reconcileScope, scopes } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { includesAddress } from '../../core/ip-addresses.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { type BrowserRequest, checkSameOrigin, hashOfSession, sessionIdOf } from './browser-request.ts';
import { DatabaseTimeout, type KeyCache } from './key-cache.ts';
import { hashOf, isUrlKey, type KeyText, parseKey } from './key-form.ts';
import type { SessionCache } from './session-cache.ts';

export interface CheckKeyDeps {
  readonly keys: Pick<KeyCache, 'find'>;
  now?(): number;
}

/** What follows `Bearer`, in any case; undefined: no key was sent. */
export function keyText(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

const keysUnavailable = (cause: unknown) => new Failure('keys_unavailable', { retryAfter: 1, cause });
const invalidKey = (message: string) => new Failure('key_unknown', { message });

function missingMessage(authorization: string | undefined): string {
  if (!authorization) return 'No API key was sent. Send the header `Authorization: Bearer <key>`.';
  return 'The `Authorization` header must have the form `Bearer <key>`.';
}

/** The caller of a key; undefined if it is unknown or revoked, or its account is suspended. */
function readCaller({ keys }: CheckKeyDeps, hash: Buffer): Promise<Caller | undefined> {
  return keys.find(hash).catch((error: unknown) => {
    throw error instanceof DatabaseTimeout ? keysUnavailable(error) : error;
  });
}

const hasExpired = ({ expiresAt }: Caller, { now = Date.now }: CheckKeyDeps): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now();

const mistyped = (prefixes: string) =>
  invalidKey(`The API key is incomplete or mistyped. Copy it again: it starts with ${prefixes}.`);

async function readValidCaller(deps: CheckKeyDeps, key: KeyText): Promise<Caller> {
  const caller = await readCaller(deps, hashOf(key));
  if (!caller) throw invalidKey('The API key is unknown or revoked, or its account is suspended. Ask the operator.');
  if (hasExpired(caller, deps)) {
    throw invalidKey(`The API key expired at ${caller.expiresAt?.toISOString()}. Ask the operator for a new one.`);
  }
  return caller;
}

/** The caller of a key as it was sent; fails unless the key is valid. */
export async function findKeyCaller(deps: CheckKeyDeps, text: string): Promise<Caller> {
  const key = parseKey(text);
  if (!key) throw mistyped('orgdex_live_ or orgdex_test_');
  // It may be in the history of a browser or in the log of a proxy.
  if (isUrlKey(key)) throw invalidKey('This API key works only in the address of the reconciliation service.');
  return readValidCaller(deps, key);
}

/** The caller of a key that may be in a URL. One that can do more than reconcile is rejected: it does not belong there. */
export async function findUrlCaller(deps: CheckKeyDeps, text: string): Promise<Caller> {
  const key = parseKey(text);
  if (!key) throw mistyped('orgdex_recon_');
  if (!isUrlKey(key)) {
    throw invalidKey(
      `The reconciliation service takes only keys with the scope ${reconcileScope}, which start with orgdex_recon_.`,
    );
  }
  return readValidCaller(deps, key);
}

/** The caller that the header names; fails unless its key is valid. */
export function findCaller(deps: CheckKeyDeps, authorization: string | undefined): Promise<Caller> {
  const text = keyText(authorization);
  if (text !== undefined) return findKeyCaller(deps, text);
  return Promise.reject(new Failure('key_missing', { message: missingMessage(authorization) }));
}

/** What a session of this key may do: a session of an admin key may do everything. */
export function asSession(caller: Caller): Caller {
  const isAdmin = caller.scopes.includes('admin');
  return isAdmin ? { ...caller, scopes, session: 'admin' } : { ...caller, session: 'customer' };
}

/** The caller whose session the browser has; undefined if it has none. Fails if the session has ended. */
export async function findSessionCaller(
  deps: CheckKeyDeps,
  sessions: Pick<SessionCache, 'find'>,
  request: BrowserRequest,
): Promise<Caller | undefined> {
  const id = sessionIdOf(request);
  if (id === undefined) return undefined;
  checkSameOrigin(request);
  const keyHash = await sessions.find(hashOfSession(id)).catch((error: unknown) => {
    throw keysUnavailable(error);
  });
  const caller = keyHash && (await readCaller(deps, keyHash));
  if (!caller || hasExpired(caller, deps)) throw new Failure('session_ended');
  return asSession(caller);
}

/** Fails if the key has an IP allowlist without this address. */
export function checkAddress({ addresses }: Caller, ip: string): void {
  if (!addresses || includesAddress(addresses, ip)) return;
  throw new Failure('address_not_allowed', {
    message: `The IP address ${ip} is not on the allowlist of this API key. Ask the operator to add it.`,
  });
}

/** Fails unless key and plan have this scope; every valid key has `any` and `none`. */
export function checkScope({ scopes: allowed }: Caller, scope: Endpoint['scope']): void {
  if (scope === 'any' || scope === 'none' || allowed.includes(scope)) return;
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
