import type { Claim, Lease } from '../../stores/postgres/usage/credits.ts';

/**
 * Held: the remaining credits are leased to other processes and may be returned. Too few: a batch may cost more than is
 * left this month.
 */
export type Refusal = 'quota_exhausted' | 'too_few_credits' | 'credits_held' | 'credits_unavailable';

/** How long a rejection is cached. */
const rememberMs = 1000;
const idleMs = 5000;

interface Waiter {
  /** How many it needs, all or none. */
  readonly credits: number;
  /** The leased credits; undefined: the account no longer has a quota. */
  grant(leased: LeasedCredits | undefined): void;
  refuse(refusal: Refusal): void;
}

/** The credits of one account and month that are leased to this process. Pure: no clock, no database. */
export class LeasedCredits {
  readonly accountId: number;
  readonly month: string;
  available = 0;
  reserved = 0;
  spent = 0;
  /** The remaining credits, as far as known. */
  left = 0;
  /** A query to the database is in progress. One at a time: the lease does not change meanwhile. */
  isBusy = false;
  /** Another process asked for our unused credits while they could not be returned. */
  isWanted = false;
  /** The database may have a larger lease for this process than it holds. */
  isDoubtful = false;
  readonly #waiting: Waiter[] = [];
  /** How many the last lease added. */
  #block = 0;
  #refused: { readonly refusal: Refusal; readonly until: number } | undefined;
  #usedAt = 0;

  constructor(accountId: number, month: string) {
    this.accountId = accountId;
    this.month = month;
  }

  get hasWaiters(): boolean {
    return this.#waiting.length > 0;
  }

  /** At most half of a block is left: more should be leased before a request has to wait for it. */
  get isLow(): boolean {
    return this.#block > 1 && this.available <= this.#block / 2;
  }

  get isEmpty(): boolean {
    return this.available === 0 && this.reserved === 0 && !this.isBusy && !this.isDoubtful && !this.hasWaiters;
  }

  claim(processId: string): Claim {
    const { accountId, month, spent } = this;
    return { processId, accountId, month, taken: this.available + this.reserved + spent, spent };
  }

  /** Why no credit is available, if known. */
  refusalAt(now: number): Refusal | undefined {
    if (this.available > 0 || !this.#refused) return undefined;
    const leftMs = this.#refused.until - now;
    // More than it was kept for: the clock has stepped back.
    if (leftMs <= 0 || leftMs > rememberMs) return undefined;
    return this.#refused.refusal;
  }

  /** How many credits the first waiter lacks. */
  get wanted(): number {
    return Math.max(1, (this.#waiting[0]?.credits ?? 1) - this.available);
  }

  /** Reserves credits, all or none; false: too few are leased. */
  reserve(now: number, credits: number): boolean {
    this.#usedAt = now;
    if (this.available < credits) return false;
    this.available -= credits;
    this.reserved += credits;
    return true;
  }

  wait(waiter: Waiter): void {
    this.#waiting.push(waiter);
  }

  /** Spends some of the reserved credits and returns the others. */
  spend(credits: number, reserved: number): void {
    this.reserved -= reserved;
    this.available += reserved - credits;
    this.spent += credits;
    this.left = Math.max(0, this.left - credits);
    if (reserved > credits) this.#grant();
  }

  release(reserved: number): void {
    this.reserved -= reserved;
    this.available += reserved;
    this.#grant();
  }

  /** Adds what was leased since this claim. */
  add({ taken, left }: Lease, claim: Claim): void {
    this.#block = taken;
    if (left === undefined) {
      for (const { grant } of this.#waiting.splice(0)) grant(undefined);
      return;
    }
    this.left = Math.max(0, left - (this.spent - claim.spent));
    this.available += taken;
    this.#grant();
  }

  refuse(refusal: Refusal, now: number): void {
    this.#refused = { refusal, until: now + rememberMs };
    const { left } = this;
    if (refusal !== 'credits_unavailable') this.left = Math.min(left, this.reserved + this.available);
    // A batch may need more than is left while a single request does not.
    for (const waiter of this.#waiting.splice(0)) {
      if (waiter.credits <= this.available) this.#give(waiter);
      else if (refusal === 'credits_held' && waiter.credits > left) waiter.refuse('too_few_credits');
      else waiter.refuse(refusal);
    }
  }

  /** Returns what is not reserved: the database may lease it again, whatever it rejected before. */
  shed(): void {
    this.available = 0;
    this.#block = 0;
    this.#refused = undefined;
  }

  isIdle(now: number): boolean {
    return this.available > 0 && now - this.#usedAt >= idleMs;
  }

  /** Its row in the database is gone, and with it all counts so far. Reserved credits can still be spent. */
  forget(): void {
    this.available = 0;
    this.#block = 0;
    this.spent = 0;
    // A claim in flight still describes the old state.
    this.isDoubtful = this.isBusy;
  }

  #grant(): void {
    for (;;) {
      const [waiter] = this.#waiting;
      if (!waiter || waiter.credits > this.available) return;
      this.#waiting.shift();
      this.#give(waiter);
    }
  }

  #give(waiter: Waiter): void {
    this.available -= waiter.credits;
    this.reserved += waiter.credits;
    waiter.grant(this);
  }
}
