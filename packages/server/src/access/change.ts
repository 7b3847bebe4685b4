import type { KeyObject } from 'node:crypto';
import { otherChange, tellKeys } from '../ledger/api-keys.ts';
import { lockAudit } from '../ledger/locks.ts';
import { type Client, type Pool, transaction } from '../ledger/pool.ts';
import { transactionWithin } from '../ledger/transaction-within.ts';
import { appendEntry } from './audit.ts';

export interface ChangeDeps {
  readonly pool: Pool;
  /** Makes the hashes of the audit log; held outside the ledger. */
  readonly auditKey: KeyObject;
  /** Who does it: `cli:<user>` or `key:<id>`. */
  readonly actor: string;
  /** After this long it is given up, and nothing is changed; absent: it may take its time. */
  readonly withinMs?: number;
}

export interface Done {
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

/** One transaction in which something is changed, written down and told. */
export interface Change {
  readonly client: Client;
  /** Adds it to the audit log. */
  record(done: Done): Promise<void>;
  /** Every process asks again about every key. */
  tellAll(): Promise<void>;
  /** Every process forgets this key at once. */
  tellEnd(keyId: string): Promise<void>;
}

/** Changes a plan, an account or a key: it happens whole, with its audit entry, or not at all. */
export function change<T>(deps: ChangeDeps, work: (change: Change) => Promise<T>): Promise<T> {
  const { pool, auditKey, actor, withinMs } = deps;
  const run = async (client: Client) => {
    await lockAudit(client);
    return work({
      client,
      record: (done) => appendEntry(client, auditKey, { actor, ...done }),
      tellAll: () => tellKeys(client, otherChange),
      tellEnd: (keyId) => tellKeys(client, keyId),
    });
  };
  return withinMs === undefined ? transaction(pool, run) : transactionWithin(pool, withinMs, run);
}

/** The fields that differ, as they were and as they are; nothing else goes into the log. */
export function differenceOf<T extends object>(before: T, after: T): { from: Partial<T>; to: Partial<T> } | undefined {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (all: T) => Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<T>;
  return names.length > 0 ? { from: only(before), to: only(after) } : undefined;
}
