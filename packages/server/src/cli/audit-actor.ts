import { appendEntry } from '../access/audit.ts';
import type { ChangeDeps, Done } from '../access/audited-change.ts';
import { lockAudit } from '../ledger/locks.ts';
import type { Client } from '../ledger/pool.ts';
import { currentUser } from '../settings/current-user.ts';
import { readSecret } from '../settings/secret.ts';
import type { Context } from './context.ts';

/** The operator, as the audit log names them. */
export const actorOf = (): string => `cli:${currentUser()}`;

/** The ledger, for changes that the audit log records under the name of the operator. */
export function withAuditActor<T>(context: Context, run: (deps: ChangeDeps) => Promise<T>): Promise<T> {
  return context.withLedger((pool) => {
    const { auditKey } = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, auditKey, actor: actorOf() });
  });
}

/** Adds an entry inside another transaction. Call it last: the log is locked from there to the end of the transaction. */
export const auditing =
  (context: Context) =>
  async (client: Client, done: Done): Promise<void> => {
    await lockAudit(client);
    await appendEntry(client, readSecret(context.config().ORGDEX_HOME).auditKey, { actor: actorOf(), ...done });
  };
