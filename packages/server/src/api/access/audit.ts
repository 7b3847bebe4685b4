import { createHmac, type KeyObject } from 'node:crypto';
import { type AuditEntry, type AuditQuestion, auditPage } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import {
  type AuditedAction,
  readBeforeLast,
  readEntries,
  readEntriesBefore,
  readTail,
  type StoredEntry,
  storeEntry,
} from '../../stores/postgres/access/audit.ts';
import { lockAudit } from '../../stores/postgres/locks.ts';
import type { Client, Queryable } from '../../stores/postgres/pool.ts';

/** The predecessor of the first entry. */
export const noEntry = { number: 0, hash: Buffer.alloc(32) } as const;

/** Covers every field of an entry and the hash of its predecessor. */
export function hashOfEntry(key: KeyObject, before: Buffer, entry: Omit<StoredEntry, 'hash'>): Buffer {
  const { number, at, actor, action, subject, detail } = entry;
  const text = JSON.stringify([number, at, actor, action, subject, detail]);
  return createHmac('sha256', key).update(before).update(text).digest();
}

/** Adds one entry, and returns its number. The caller must hold the lock of the audit log. */
export async function appendEntry(
  client: Client,
  key: KeyObject,
  { actor, action, subject, detail }: { actor: string; action: string; subject: string; detail: object },
): Promise<number> {
  const tail = await readTail(client, detail);
  const entry = { number: (tail.number ?? 0) + 1, at: tail.at, actor, action, subject, detail: tail.detail };
  await storeEntry(client, { ...entry, hash: hashOfEntry(key, tail.hash ?? noEntry.hash, entry) });
  return entry.number;
}

const toEntry = ({ detail, hash, ...rest }: StoredEntry): AuditEntry => ({
  ...rest,
  detail: JSON.parse(detail),
  hash: hash.toString('hex'),
});

/** One page of entries: after a number, oldest first, or before one, newest first. */
export async function listAudit(
  { pool }: { pool: Queryable },
  { after = '0', before, size }: AuditQuestion,
): Promise<AuditEntry[]> {
  const limit = Number(size ?? auditPage.maxSize);
  if (before === undefined) return (await readEntries(pool, { after: Number(after), limit })).map(toEntry);
  if (after !== '0') throw invalidField('before', 'must not be sent together with `after`.');
  return (await readEntriesBefore(pool, { before: Number(before), limit })).map(toEntry);
}

/** The last entries, newest first. */
export async function listLastAudit({ pool }: { pool: Queryable }, count: number): Promise<AuditEntry[]> {
  const after = await readBeforeLast(pool, count);
  return (await readEntries(pool, { after, limit: count })).map(toEntry).reverse();
}

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
