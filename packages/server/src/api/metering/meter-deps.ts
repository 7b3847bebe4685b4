import type { TaskLog } from '../../core/async/periodic-task.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import type { Reservation } from './reservation.ts';

export interface MeterDeps {
  readonly pool: Pool;
  /** The folder of the spools of this machine. Each machine needs its own. */
  readonly folder: string;
  readonly log: TaskLog;
  readonly now?: () => number;
  /** Size at which a new spool file starts. */
  readonly segmentBytes?: number;
  /** Called with the number of usage records written to the database. */
  readonly onShipped?: (answers: number) => void;
  /** Called with the number of incomplete spool lines. */
  readonly onSkipped?: (lines: number) => void;
  /** Called when the spool becomes writable or unwritable. */
  readonly onSpool?: (isWritable: boolean) => void;
}

export interface Meter {
  /** Reserves credits, all or none. Fails with quota_exhausted, credits_unavailable or usage_unavailable. */
  reserve(caller: Caller, credits: number): Promise<Reservation>;
  /** Throws quota_exhausted if that is already known. */
  checkKnownExhausted(caller: Caller): void;
  /** The known remaining credits, without a query. */
  remaining(caller: Caller): number | undefined;
  isHealthy(): boolean;
  /** Size of the usage records that are not in the database yet. */
  unshippedBytes(): number;
  /** Ships all usage records of this process. */
  flush(): Promise<void>;
  /** How many processes serve, at least 1. */
  processes(): number;
  /** Stored as last_used_at within seconds. */
  noteUse(keyId: string): void;
  /** Another process needs the unspent credits of this account. */
  recall(accountId: number): void;
  /** Ships the rest, returns leases, unregisters this process. */
  stop(): Promise<void>;
}
