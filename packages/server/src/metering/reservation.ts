import type { Caller } from '../ledger/caller.ts';
import { monthOf } from '../ledger/usage-month.ts';
import type { Purse } from './purse.ts';
import type { Spool } from './spool.ts';
import { toLine } from './spool-line.ts';

export interface Spending {
  readonly requestId: string;
  readonly operation: string;
}

/** The right to give one answer. */
export interface Reservation {
  /**
   * Writes the answer down, before it leaves. Gives what is left of the quota; undefined: there is none. Throws
   * Failure('usage_unavailable'): then nothing was counted, and the answer must not leave.
   */
  spend(spending: Spending): number | undefined;
  /** Gives the credit back unless it was spent. */
  release(): void;
}

interface Reserved {
  readonly caller: Caller;
  /** Where the credit comes from; undefined: the account has no quota. */
  readonly purse: Purse | undefined;
}

interface Counting {
  readonly spool: Spool;
  readonly now: () => number;
}

/** Counts one answer, or none. */
export function reservation({ spool, now }: Counting, { caller, purse }: Reserved): Reservation {
  let isOpen = true;
  return {
    spend({ requestId, operation }) {
      if (!isOpen) throw new Error('A reservation is good for one answer');
      const at = now();
      // The month of the lease: its credit cannot be had in another one.
      const month = purse?.month ?? monthOf(at);
      const { accountId, key: keyId } = caller;
      spool.append(toLine({ requestId, at, accountId, keyId, operation, month, isLeased: purse !== undefined }));
      isOpen = false;
      purse?.spend();
      return purse?.left;
    },
    release() {
      if (isOpen) purse?.release();
      isOpen = false;
    },
  };
}
