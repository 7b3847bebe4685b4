import type { Caller } from '../ledger/caller.ts';
import type { Pool } from '../ledger/pool.ts';
import type { MeterLog } from './meter-log.ts';
import type { Reservation } from './reservation.ts';

export interface MeterDeps {
  readonly pool: Pool;
  /** Where the spools of this machine lie. Each machine needs a folder of its own. */
  readonly folder: string;
  readonly log: MeterLog;
  readonly now?: () => number;
  /** A new file of the spool begins at this size. */
  readonly segmentBytes?: number;
  /** So many answers are now counted in the ledger. */
  readonly onShipped?: (answers: number) => void;
  /** So many lines of a spool were not whole. */
  readonly onSkipped?: (lines: number) => void;
  /** The spool can, or can no longer, be written. */
  readonly onSpool?: (isWritable: boolean) => void;
}

export interface Meter {
  /** Fails with quota_exhausted, credits_unavailable or usage_unavailable. */
  reserve(caller: Caller): Promise<Reservation>;
  /** Throws quota_exhausted when that is known already. */
  checkKnownExhausted(caller: Caller): void;
  /** What is known to be left of the quota, without asking. */
  remaining(caller: Caller): number | undefined;
  isWell(): boolean;
  /** What is written here and not yet counted in the ledger. */
  unshippedBytes(): number;
  /** Ships what this process has written so far. */
  flush(): Promise<void>;
  /** How many processes serve, at least 1. */
  processes(): number;
  /** Remembered as last_used_at within seconds. */
  noteUse(keyId: string): void;
  /** Another process wants the unspent credits of this account. */
  recall(accountId: number): void;
  /** Ships the rest, gives leases back, takes this process off the list. */
  stop(): Promise<void>;
}
