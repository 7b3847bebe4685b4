import { createHmac, type KeyObject } from 'node:crypto';
import type { AuditEntry } from '@orgdex/contract';
import { readBeforeLast, readEntries, readTail, type StoredEntry, storeEntry } from '../ledger/audit.ts';
import type { Client, Queryable } from '../ledger/pool.ts';

/** How many entries are read at once. */
const pageSize = 1000;

/** What the first entry follows. */
export const noEntry = { number: 0, hash: Buffer.alloc(32) } as const;

/** Covers every field of an entry and the hash of the one before. */
export function hashOfEntry(key: KeyObject, before: Buffer, entry: Omit<StoredEntry, 'hash'>): Buffer {
  const { number, at, actor, action, subject, detail } = entry;
  const text = JSON.stringify([number, at, actor, action, subject, detail]);
  return createHmac('sha256', key).update(before).update(text).digest();
}

/** Adds one entry. The lock of the log must be held. */
export async function appendEntry(
  client: Client,
  key: KeyObject,
  { actor, action, subject, detail }: { actor: string; action: string; subject: string; detail: object },
): Promise<void> {
  const tail = await readTail(client, detail);
  const entry = { number: (tail.number ?? 0) + 1, at: tail.at, actor, action, subject, detail: tail.detail };
  await storeEntry(client, { ...entry, hash: hashOfEntry(key, tail.hash ?? noEntry.hash, entry) });
}

const toEntry = ({ detail, hash, ...rest }: StoredEntry): AuditEntry => ({
  ...rest,
  detail: JSON.parse(detail),
  hash: hash.toString('hex'),
});

/** The entries after this number, oldest first, a page of them. */
export async function listAudit({ pool }: { pool: Queryable }, after: number): Promise<AuditEntry[]> {
  return (await readEntries(pool, { after, limit: pageSize })).map(toEntry);
}

/** The last entries, oldest first. */
export async function listLastAudit({ pool }: { pool: Queryable }, count: number): Promise<AuditEntry[]> {
  const after = await readBeforeLast(pool, count);
  return (await readEntries(pool, { after, limit: count })).map(toEntry);
}
