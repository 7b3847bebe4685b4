import { appendEntry } from '../access/audit.ts';
import type { ChangeDeps, Done } from '../access/audited-change.ts';
import { lockAudit } from '../ledger/locks.ts';
import type { Client } from '../ledger/pool.ts';
import { currentUser } from '../settings/current-user.ts';
import { readSecret } from '../settings/secret.ts';
import type { Context } from './context.ts';

/** The operator, as recorded in the audit log. */
export const actorOf = (): string => `cli:${currentUser()}`;

/** Opens the ledger for changes that the audit log records with the operator as the actor. */
export function withAuditActor<T>(context: Context, run: (deps: ChangeDeps) => Promise<T>): Promise<T> {
  return context.withLedger((pool) => {
    const { auditKey } = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, auditKey, actor: actorOf() });
  });
}

/**
 * Adds an audit entry inside another transaction. Call it last: the audit log stays locked until the transaction ends.
 */
export const auditing =
  (context: Context) =>
  async (client: Client, done: Done): Promise<void> => {
    await lockAudit(client);
    await appendEntry(client, readSecret(context.config().ORGDEX_HOME).auditKey, { actor: actorOf(), ...done });
  };
