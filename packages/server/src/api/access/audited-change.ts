import type { KeyObject } from 'node:crypto';
import { notifyKeyChange, otherChange } from '../../stores/postgres/access/api-keys.ts';
import { lockAudit } from '../../stores/postgres/locks.ts';
import { type Client, type Pool, transaction } from '../../stores/postgres/pool.ts';
import { transactionWithTimeout } from '../../stores/postgres/transaction-with-timeout.ts';
import { appendEntry } from './audit.ts';

export interface ChangeDeps {
  readonly pool: Pool;
  /** The key of the audit hashes; stored outside the database. */
  readonly auditKey: KeyObject;
  /** Who makes the change: `cli:<user>` or `key:<id>`. */
  readonly actor: string;
  /** Timeout, after which nothing is changed; absent: none. */
  readonly withinMs?: number;
}

export interface Done {
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

/** One transaction: the change itself, its audit entry and the notification. */
export interface Change {
  readonly client: Client;
  /** Adds an entry to the audit log. */
  record(done: Done): Promise<unknown>;
  /** Every process rereads every key. */
  notifyAll(): Promise<void>;
  /** Every process drops this key at once. */
  notifyRevoked(keyId: string): Promise<void>;
}

/** Changes a plan, an account or a key atomically, together with the audit entry. */
export function change<T>(deps: ChangeDeps, work: (change: Change) => Promise<T>): Promise<T> {
  const { pool, auditKey, actor, withinMs } = deps;
  const run = async (client: Client) => {
    await lockAudit(client);
    return work({
      client,
      record: (done) => appendEntry(client, auditKey, { actor, ...done }),
      notifyAll: () => notifyKeyChange(client, otherChange),
      notifyRevoked: (keyId) => notifyKeyChange(client, keyId),
    });
  };
  return withinMs === undefined ? transaction(pool, run) : transactionWithTimeout(pool, withinMs, run);
}

/** The fields that differ, before and after; nothing else goes into the audit log. */
export function differenceOf<T extends object>(before: T, after: T): { from: Partial<T>; to: Partial<T> } | undefined {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (all: T) => Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<T>;
  return names.length > 0 ? { from: only(before), to: only(after) } : undefined;
}
