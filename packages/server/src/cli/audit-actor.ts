import type { ChangeDeps } from '../api/access/audited-change.ts';
import { type RecordAudit, recordAuditAs } from '../api/access/record-audit.ts';
import { currentUser } from '../core/settings/current-user.ts';
import { readSecret } from '../core/settings/secret.ts';
import type { Context } from './context.ts';

/** The operator, as recorded in the audit log. */
export const actorOf = (): string => `cli:${currentUser()}`;

/** Opens the database for changes that the audit log records with the operator as the actor. */
export function withAuditActor<T>(context: Context, run: (deps: ChangeDeps) => Promise<T>): Promise<T> {
  return context.withDatabase((pool) => {
    const { auditKey } = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, auditKey, actor: actorOf() });
  });
}

/** Adds an audit entry of the operator inside another transaction. */
export const auditing = (context: Context): RecordAudit =>
  recordAuditAs(readSecret(context.config().ORGDEX_HOME).auditKey, actorOf());
