import type { AccountMonth, Claim, Lease, LeaseOptions } from '../../stores/postgres/usage/credits.ts';
import { monthOf } from '../../stores/postgres/usage/usage-month.ts';
import { LeasedCredits, type Refusal } from './leased-credits.ts';

/** How long other processes have to return unused credits. */
const recallMs = 100;

export interface CreditsDeps {
  readonly processId: string;
  readonly lease: (claim: Claim, options: LeaseOptions) => Promise<Lease>;
  /** `claims` is called once the database is connected and the rows are locked. */
  readonly giveBack: (months: readonly AccountMonth[], claims: () => readonly Claim[]) => Promise<void>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The failure of the request. */
  readonly refuse: (refusal: Refusal) => Error;
}

/** The leased credits of this process. */
export class Credits {
  readonly #deps: CreditsDeps;
  readonly #leases = new Map<string, LeasedCredits>();
  #month = '';

  constructor(deps: CreditsDeps) {
    this.#deps = deps;
  }

  /** Reserves credits, all or none; undefined: the account no longer has a quota. */
  async reserve(accountId: number, credits: number): Promise<LeasedCredits | undefined> {
    const leased = this.#open(accountId);
    const now = this.#deps.now();
    if (leased.reserve(now, credits)) {
      if (leased.isLow && !leased.isBusy && !leased.isUncertain) void this.#leaseAhead(leased);
      return leased;
    }
    const refusal = leased.refusalAt(now);
    if (refusal) throw this.#deps.refuse(refusal);
    return new Promise((resolve, reject) => {
      leased.wait({ credits, grant: resolve, refuse: (why) => reject(this.#deps.refuse(why)) });
      this.#fillSoon(leased);
    });
  }

  find(accountId: number): LeasedCredits | undefined {
    return this.#leases.get(`${accountId} ${this.#currentMonth()}`);
  }

  /** Another process has none left: returns all credits that are not reserved. */
  async recall(accountId: number): Promise<void> {
    const own = [...this.#leases.values()].filter((leased) => leased.accountId === accountId);
    for (const leased of own) leased.isWanted = leased.isBusy;
    await this.#giveBack(
      own.filter(({ available }) => available > 0),
      () => true,
    );
  }

  /** Returns credits that were not used for a while, and corrects leases that the database may have wrong. */
  async tidy(): Promise<void> {
    const isIdle = (leased: LeasedCredits) => leased.isIdle(this.#deps.now());
    const due = [...this.#leases.values()].filter((leased) => leased.isUncertain || isIdle(leased));
    await this.#giveBack(due, isIdle);
    const month = this.#currentMonth();
    for (const [name, leased] of this.#leases) if (leased.month < month && leased.isEmpty) this.#leases.delete(name);
  }

  /** The database no longer has the leases of this process. */
  forget(): void {
    for (const leased of this.#leases.values()) leased.forget();
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
    const known = this.#leases.get(name);
    if (known) return known;
    const leased = new LeasedCredits(accountId, month);
    this.#leases.set(name, leased);
    return leased;
  }

  /** Leases the next block while requests spend the rest of this one. None left: the request that needs more asks again, and recalls. */
  async #leaseAhead(leased: LeasedCredits): Promise<void> {
    await this.#query(leased, () => this.#lease(leased, false));
  }

  #fillSoon(leased: LeasedCredits): void {
    if (!leased.isBusy && leased.hasWaiters) void this.#fill(leased);
  }

  async #fill(leased: LeasedCredits): Promise<void> {
    await this.#query(leased, async () => {
      const refusal = (await this.#lease(leased, true)) && (await this.#leaseAgain(leased));
      if (refusal) leased.refuse(refusal, this.#deps.now());
    });
  }

  /** Queries the database. After a failure without waiters, the next request tries again. */
  async #query(leased: LeasedCredits, query: () => Promise<unknown>): Promise<void> {
    leased.isBusy = true;
    try {
      await query();
    } catch {
      leased.isUncertain = true;
      if (leased.hasWaiters) leased.refuse('credits_unavailable', this.#deps.now());
    } finally {
      leased.isBusy = false;
    }
    this.#resume(leased);
  }

  async #leaseAgain(leased: LeasedCredits): Promise<Refusal | undefined> {
    await this.#deps.wait(recallMs);
    return leased.hasWaiters ? this.#lease(leased, false) : undefined;
  }

  /** Returns why there was none. */
  async #lease(leased: LeasedCredits, recall: boolean): Promise<Refusal | undefined> {
    const claim = leased.claim(this.#deps.processId);
    leased.isUncertain = false;
    const lease = await this.#deps.lease(claim, { recall, wanted: leased.wanted });
    leased.add(lease, claim);
    if (lease.taken > 0 || lease.left === undefined) return undefined;
    return lease.left > 0 ? 'credits_held' : 'quota_exhausted';
  }

  /** After a query to the database: serves local waiters first, then other processes that asked for credits. */
  #resume(leased: LeasedCredits): void {
    this.#fillSoon(leased);
    if (!leased.isWanted || leased.isBusy) return;
    leased.isWanted = false;
    if (leased.available > 0) void this.#giveBack([leased], () => true);
  }

  /** Reports our leases to the database, less the credits to return. Until it responds, leased credits can be spent. */
  async #giveBack(leases: readonly LeasedCredits[], isShed: (leased: LeasedCredits) => boolean): Promise<void> {
    const own = leases.filter(({ isBusy }) => !isBusy);
    if (own.length === 0) return;
    for (const leased of own) leased.isBusy = true;
    let isNotified = false;
    const claims = () => {
      isNotified = true;
      return own.map((leased) => {
        if (isShed(leased)) leased.shed();
        leased.isUncertain = false;
        return leased.claim(this.#deps.processId);
      });
    };
    try {
      await this.#deps.giveBack(own, claims);
    } catch {
      if (isNotified) for (const leased of own) leased.isUncertain = true;
    }
    for (const leased of own) {
      leased.isBusy = false;
      this.#resume(leased);
    }
  }
}
