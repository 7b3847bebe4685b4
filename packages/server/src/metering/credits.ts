import type { AccountMonth, Claim, Lease } from '../ledger/usage/credits.ts';
import { monthOf } from '../ledger/usage/usage-month.ts';
import { LeasedCredits, type Refusal } from './leased-credits.ts';

/** How long other processes have to return unused credits. */
const recallMs = 100;

export interface CreditsDeps {
  readonly processId: string;
  readonly lease: (claim: Claim, options: { recall: boolean }) => Promise<Lease>;
  /** `claims` is called once the ledger is connected and the rows are locked. */
  readonly giveBack: (months: readonly AccountMonth[], claims: () => readonly Claim[]) => Promise<void>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The failure of the request. */
  readonly refuse: (refusal: Refusal) => Error;
}

/** The leased credits of this process. */
export class Credits {
  readonly #deps: CreditsDeps;
  readonly #purses = new Map<string, LeasedCredits>();
  #month = '';

  constructor(deps: CreditsDeps) {
    this.#deps = deps;
  }

  /** Reserves a credit; undefined: the account no longer has a quota. */
  async reserve(accountId: number): Promise<LeasedCredits | undefined> {
    const purse = this.#open(accountId);
    const now = this.#deps.now();
    if (purse.reserve(now)) return purse;
    const refusal = purse.refusalAt(now);
    if (refusal) throw this.#deps.refuse(refusal);
    return new Promise((resolve, reject) => {
      purse.wait({ grant: resolve, refuse: (why) => reject(this.#deps.refuse(why)) });
      this.#fillSoon(purse);
    });
  }

  find(accountId: number): LeasedCredits | undefined {
    return this.#purses.get(`${accountId} ${this.#currentMonth()}`);
  }

  /** Another process has none left: returns all credits that are not reserved. */
  async recall(accountId: number): Promise<void> {
    const own = [...this.#purses.values()].filter((purse) => purse.accountId === accountId);
    for (const purse of own) purse.isWanted = purse.isBusy;
    await this.#giveBack(
      own.filter(({ available }) => available > 0),
      () => true,
    );
  }

  /** Returns credits that were not used for a while, and corrects leases that the ledger may have wrong. */
  async tidy(): Promise<void> {
    const isIdle = (purse: LeasedCredits) => purse.isIdle(this.#deps.now());
    const due = [...this.#purses.values()].filter((purse) => purse.isDoubtful || isIdle(purse));
    await this.#giveBack(due, isIdle);
    const month = this.#currentMonth();
    for (const [name, purse] of this.#purses) if (purse.month < month && purse.isEmpty) this.#purses.delete(name);
  }

  /** The ledger no longer has the leases of this process. */
  forget(): void {
    for (const purse of this.#purses.values()) purse.forget();
  }

  /** Never goes back, whatever the clock does: a closed month is not reopened. */
  #currentMonth(): string {
    const month = monthOf(this.#deps.now());
    if (month > this.#month) this.#month = month;
    return this.#month;
  }

  #open(accountId: number): LeasedCredits {
    const month = this.#currentMonth();
    const name = `${accountId} ${month}`;
    const known = this.#purses.get(name);
    if (known) return known;
    const purse = new LeasedCredits(accountId, month);
    this.#purses.set(name, purse);
    return purse;
  }

  #fillSoon(purse: LeasedCredits): void {
    if (!purse.isBusy && purse.hasWaiters) void this.#fill(purse);
  }

  async #fill(purse: LeasedCredits): Promise<void> {
    purse.isBusy = true;
    try {
      const refusal = (await this.#lease(purse, true)) && (await this.#leaseAgain(purse));
      if (refusal) purse.refuse(refusal, this.#deps.now());
    } catch {
      purse.isDoubtful = true;
      purse.refuse('credits_unavailable', this.#deps.now());
    } finally {
      purse.isBusy = false;
    }
    this.#goOn(purse);
  }

  async #leaseAgain(purse: LeasedCredits): Promise<Refusal | undefined> {
    await this.#deps.wait(recallMs);
    return purse.hasWaiters ? this.#lease(purse, false) : undefined;
  }

  /** Returns why there was none. */
  async #lease(purse: LeasedCredits, recall: boolean): Promise<Refusal | undefined> {
    const claim = purse.claim(this.#deps.processId);
    purse.isDoubtful = false;
    const lease = await this.#deps.lease(claim, { recall });
    purse.add(lease, claim);
    if (lease.taken > 0 || lease.left === undefined) return undefined;
    return lease.left > 0 ? 'credits_held' : 'quota_exhausted';
  }

  /** After a query to the ledger: serves local waiters first, then other processes that asked for credits. */
  #goOn(purse: LeasedCredits): void {
    this.#fillSoon(purse);
    if (!purse.isWanted || purse.isBusy) return;
    purse.isWanted = false;
    if (purse.available > 0) void this.#giveBack([purse], () => true);
  }

  /** Reports our leases to the ledger, less the credits to return. Until it responds, leased credits can be spent. */
  async #giveBack(purses: readonly LeasedCredits[], isShed: (purse: LeasedCredits) => boolean): Promise<void> {
    const own = purses.filter(({ isBusy }) => !isBusy);
    if (own.length === 0) return;
    for (const purse of own) purse.isBusy = true;
    let isTold = false;
    const claims = () => {
      isTold = true;
      return own.map((purse) => {
        if (isShed(purse)) purse.available = 0;
        purse.isDoubtful = false;
        return purse.claim(this.#deps.processId);
      });
    };
    try {
      await this.#deps.giveBack(own, claims);
    } catch {
      if (isTold) for (const purse of own) purse.isDoubtful = true;
    }
    for (const purse of own) {
      purse.isBusy = false;
      this.#goOn(purse);
    }
  }
}
