import { appendEntry } from '../access/audit.ts';
import type { ChangeDeps, Done } from '../access/change.ts';
import { currentUser } from '../current-user.ts';
import { lockAudit } from '../ledger/locks.ts';
import type { Client } from '../ledger/pool.ts';
import { readSecret } from '../secret.ts';
import type { Context } from './context.ts';

/** Who types, as the audit log names them. */
export const actorOf = (): string => `cli:${currentUser()}`;

/** The ledger and the right to change it: what is done is written down under the name of whoever runs the command. */
export function acting<T>(context: Context, run: (deps: ChangeDeps) => Promise<T>): Promise<T> {
  return context.withLedger((pool) => {
    const { auditKey } = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, auditKey, actor: actorOf() });
  });
}

/** Writes down what somebody else's transaction does. Last in it: the log is locked from there to its end. */
export const auditing =
  (context: Context) =>
  async (client: Client, done: Done): Promise<void> => {
    await lockAudit(client);
    await appendEntry(client, readSecret(context.config().ORGDEX_HOME).auditKey, { actor: actorOf(), ...done });
  };
