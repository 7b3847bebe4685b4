import type { Session } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { readKey } from '../../stores/postgres/access/api-keys.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { deleteSession, storeSession } from '../../stores/postgres/access/sessions.ts';
import { type Pool, transaction } from '../../stores/postgres/pool.ts';
import { hashOfSession, newSessionId } from '../access/browser-request.ts';
import type { SessionCache } from '../access/session-cache.ts';
import { readCredits } from '../access/usage-report.ts';

export interface SessionDeps {
  readonly pool: Pool;
  readonly sessions: SessionCache;
  /** The generation that is served; fails while there is none. */
  generation(): { readonly id: number };
}

/** Starts a session of this key, and ends the one that the browser had. Returns the id for the browser. */
export async function startSession(
  { pool, sessions }: SessionDeps,
  { keyId, previousId }: { keyId: string; previousId: string | undefined },
): Promise<string> {
  const id = newSessionId();
  const replaces = previousId === undefined ? undefined : hashOfSession(previousId);
  await transaction(pool, (client) => storeSession(client, { hash: hashOfSession(id), keyId, replaces }));
  if (replaces) sessions.end(replaces);
  return id;
}

/** Ends a session; false if it had ended before. */
export async function endSession({ pool, sessions }: SessionDeps, id: string): Promise<boolean> {
  const hash = hashOfSession(id);
  const hasEnded = await deleteSession(pool, hash);
  sessions.end(hash);
  return hasEnded;
}

function servedGeneration({ generation }: SessionDeps): number | null {
  try {
    return generation().id;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Who is signed in. Fails for a caller without a session, which sent a key instead. */
export async function describeSession(deps: SessionDeps, caller: Caller): Promise<Session> {
  const key = await readKey(deps.pool, caller.key);
  if (!caller.session || !key) throw new Failure('session_ended');
  const { remaining } = await readCredits(deps.pool, caller);
  const isAdmin = caller.session === 'admin';
  return {
    key: key.id,
    hint: key.hint,
    label: key.label,
    account: caller.account,
    plan: caller.agreed.plan,
    mode: caller.mode,
    is_admin: isAdmin,
    scopes: [...caller.scopes],
    countries: caller.countries && [...caller.countries],
    is_metered: caller.mode === 'live' && !isAdmin,
    credits_remaining: remaining,
    generation: servedGeneration(deps),
  };
}
