import type { Caller } from '../../stores/postgres/access/caller.ts';
import type { ReceivedPeople } from '../../stores/postgres/usage/received-people.ts';
import { monthOf } from '../../stores/postgres/usage/usage-month.ts';
import type { LeasedCredits } from './leased-credits.ts';
import type { Spool } from './spool.ts';
import { toLine } from './spool-line.ts';

export interface Spending {
  readonly requestId: string;
  readonly operation: string;
  /** How many of the reserved credits it costs, at least 1. The others are returned. */
  readonly credits: number;
  /** The people in the response, if they are recorded. */
  readonly received?: ReceivedPeople;
}

/** The right to send one metered response, with the credits that it may cost. */
export interface Reservation {
  /**
   * Records the response before it is sent. Returns the remaining credits; undefined: no quota. Throws
   * Failure('usage_unavailable'): then nothing was recorded, and the response must not be sent.
   */
  spend(spending: Spending): number | undefined;
  /** Returns the credits unless they were spent. */
  release(): void;
}

interface Reserved {
  readonly caller: Caller;
  /** The source of the credit; undefined: the account has no quota. */
  readonly leased: LeasedCredits | undefined;
  readonly credits: number;
}

interface Counting {
  readonly spool: Spool;
  readonly now: () => number;
}

/** Records one response, or none. */
export function reservation({ spool, now }: Counting, { caller, leased, credits: reserved }: Reserved): Reservation {
  let isOpen = true;
  return {
    spend({ requestId, operation, credits, received }) {
      if (!isOpen) throw new Error('A reservation can be spent once');
      const at = now();
      // The month of the lease: its credit is not valid in another month.
      const month = leased?.month ?? monthOf(at);
      const { accountId, key: keyId } = caller;
      const isLeased = leased !== undefined;
      const recorded = received && { received };
      spool.append(toLine({ ...recorded, requestId, at, accountId, keyId, operation, month, isLeased, credits }));
      isOpen = false;
      leased?.spend(credits, reserved);
      return leased?.left;
    },
    release() {
      if (isOpen) leased?.release(reserved);
      isOpen = false;
    },
  };
}
