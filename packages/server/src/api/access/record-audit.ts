import type { KeyObject } from 'node:crypto';
import type { AuditedAction } from '../../stores/postgres/access/audit.ts';
import { lockAudit } from '../../stores/postgres/locks.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { appendEntry } from './audit.ts';

export type RecordAudit = (client: Client, done: AuditedAction) => Promise<number>;

/**
 * Adds an audit entry inside another transaction, and returns its number. Call it last: the audit log stays locked until the
 * transaction ends.
 */
export const recordAuditAs =
  (auditKey: KeyObject, actor: string): RecordAudit =>
  async (client, done) => {
    await lockAudit(client);
    return appendEntry(client, auditKey, { actor, ...done });
  };
