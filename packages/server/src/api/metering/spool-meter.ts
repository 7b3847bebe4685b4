import { setTimeout as wait } from 'node:timers/promises';
import { type PeriodicTask, runPeriodically } from '../../core/async/periodic-task.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { transactionWithTimeout } from '../../stores/postgres/transaction-with-timeout.ts';
import { leaseCredits, returnCredits } from '../../stores/postgres/usage/credits.ts';
import { heartbeat, registerProcess, removeProcess } from '../../stores/postgres/usage/processes.ts';
import { saveKeyUse, UsageDatabase } from '../../stores/postgres/usage/usage.ts';
import { dayOf, endOfMonth, monthOf } from '../../stores/postgres/usage/usage-month.ts';
import { Credits } from './credits.ts';
import { DeadProcesses } from './dead-processes.ts';
import type { Refusal } from './leased-credits.ts';
import type { Meter, MeterDeps } from './meter-deps.ts';
import { type Reservation, reservation } from './reservation.ts';
import { OwnShipping, Shipper } from './ship-own-usage.ts';
import type { Spool } from './spool.ts';
import { openSpoolFolder, removeSegments } from './spool-folder.ts';
import { readLiveness, type SpoolSocket } from './spool-socket.ts';

const limitMs = 5000;

const refusals: Record<Refusal, (now: number) => Failure> = {
  quota_exhausted: (now) => {
    const renewsAt = endOfMonth(monthOf(now));
    const message = `The account has used all its credits for this month. New credits are available from ${dayOf(renewsAt)} (UTC).`;
    return new Failure('quota_exhausted', { retryAfter: Math.ceil((renewsAt - now) / 1000), message });
  },
  too_few_credits: () =>
    new Failure('quota_exhausted', {
      message: 'The account has fewer credits left this month than this request has items. Send fewer items.',
    }),
  credits_held: () =>
    new Failure('quota_exhausted', {
      retryAfter: 1,
      message: 'The last credits of this month are reserved by requests in progress.',
    }),
  credits_unavailable: () => new Failure('credits_unavailable', { retryAfter: 1 }),
};

/** Meters through a spool. */
export class SpoolMeter implements Meter {
  readonly #deps: MeterDeps;
  readonly #now: () => number;
  readonly #spool: Spool;
  readonly #socket: SpoolSocket;
  readonly #credits: Credits;
  readonly #shipping: OwnShipping;
  readonly #orphans: DeadProcesses;
  #chores: readonly { stop(): Promise<void> }[] = [];
  #isStopped = false;
  #processes = 1;
  readonly #uses = new Map<string, number>();

  constructor(deps: MeterDeps, { spool, socket }: { spool: Spool; socket: SpoolSocket }) {
    const { pool, folder, log, onShipped } = deps;
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#spool = spool;
    this.#socket = socket;
    this.#credits = new Credits({
      processId: spool.id,
      lease: (claim, options) => leaseCredits(pool, claim, options),
      giveBack: (months, claims) => returnCredits(pool, months, claims),
      now: this.#now,
      wait,
      refuse: (refusal) => refusals[refusal](this.#now()),
    });
    const shipper = new Shipper({ usage: new UsageDatabase(pool), onShipped, onSkipped: this.#skipped });
    this.#shipping = new OwnShipping({
      spool,
      shipper,
      register: (from) => transactionWithTimeout(pool, limitMs, (client) => registerProcess(client, spool.id, from)),
      onLost: this.#lost,
    });
    this.#orphans = new DeadProcesses({ folder, ownId: spool.id, shipper, log, readLiveness, remove: this.#remove });
  }

  async reserve(caller: Caller, credits: number): Promise<Reservation> {
    this.#spool.checkWritable();
    const hasQuota = caller.agreed.monthlyCredits !== null;
    const leased = hasQuota ? await this.#credits.reserve(caller.accountId, credits) : undefined;
    return reservation({ spool: this.#spool, now: this.#now }, { caller, leased, credits });
  }

  checkKnownExhausted({ accountId, agreed }: Caller): void {
    if (agreed.monthlyCredits === null) return;
    const now = this.#now();
    const refusal = this.#credits.find(accountId)?.refusalAt(now);
    if (refusal && refusal !== 'credits_unavailable') throw refusals[refusal](now);
  }

  remaining({ accountId, agreed }: Caller): number | undefined {
    return agreed.monthlyCredits === null ? undefined : this.#credits.find(accountId)?.left;
  }

  isHealthy(): boolean {
    return this.#spool.isWritable;
  }

  unshippedBytes(): number {
    return this.#shipping.unshippedBytes;
  }

  async flush(): Promise<void> {
    if (this.#shipping.hasMore && !this.#isStopped) await this.#shipping.flush();
  }

  processes(): number {
    return this.#processes;
  }

  noteUse(keyId: string): void {
    this.#uses.set(keyId, this.#now());
  }

  recall(accountId: number): void {
    void this.#credits.recall(accountId);
  }

  start(): void {
    const { log } = this.#deps;
    const chores: readonly PeriodicTask[] = [
      { name: 'ship usage', everyMs: 200, work: () => this.flush() },
      { name: 'remove people from the spool', everyMs: 5000, work: async () => this.#shipping.leavePeople() },
      { name: 'keep the spool writable', everyMs: 1000, work: () => this.#keepSpoolWritable() },
      { name: 'return unused credits', everyMs: 1000, work: () => this.#credits.tidy() },
      { name: 'heartbeat', everyMs: 2000, firstMs: 0, work: () => this.#sendHeartbeat() },
      { name: 'recover usage of dead processes', everyMs: 2000, firstMs: 0, work: () => this.#orphans.sweep() },
      { name: 'save when keys were last used', everyMs: 10_000, work: () => this.#noteUses() },
    ];
    this.#chores = chores.map((chore) => runPeriodically(chore, log));
  }

  async stop(): Promise<void> {
    this.#spool.seal();
    this.#isStopped = true;
    await Promise.all(this.#chores.map((chore) => chore.stop()));
    try {
      await this.#leave();
    } catch (error) {
      this.#deps.log.warn(
        { message: (error as Error).message },
        'not all usage could be written to the database: the next process will do it',
      );
      await this.#spool.sync();
      await this.#socket.close();
    } finally {
      this.#spool.close();
    }
  }

  /** Removes the row with its leases last: as long as a line exists, so does the row that says whether it was counted. */
  async #leave(): Promise<void> {
    await this.#shipping.flush();
    await this.#noteUses();
    removeSegments(this.#deps.folder, this.#spool.id);
    await this.#remove(this.#spool.id);
    await this.#socket.remove();
  }

  async #keepSpoolWritable(): Promise<void> {
    await this.#spool.sync();
    openSpoolFolder(this.#deps.folder);
    this.#spool.retry();
    await this.#socket.recreateIfMissing();
  }

  async #sendHeartbeat(): Promise<void> {
    const { pool } = this.#deps;
    const beat = await transactionWithTimeout(pool, limitMs, (client) => heartbeat(client, this.#spool.id));
    this.#processes = beat.processes;
    // Shipping notices it too, and registers us again.
    if (!beat.isListed) await this.#shipping.flush();
  }

  async #noteUses(): Promise<void> {
    const uses = new Map(this.#uses);
    if (uses.size === 0) return;
    await transactionWithTimeout(this.#deps.pool, limitMs, (client) => saveKeyUse(client, uses));
    for (const [key, at] of uses) if (this.#uses.get(key) === at) this.#uses.delete(key);
  }

  readonly #remove = (id: string): Promise<void> =>
    transactionWithTimeout(this.#deps.pool, limitMs, (client) => removeProcess(client, id));

  readonly #skipped = (lines: number, processId: string): void => {
    this.#deps.log.warn(
      { process: processId, lines },
      'skipped incomplete spool lines: their responses were never sent',
    );
    this.#deps.onSkipped?.(lines);
  };

  readonly #lost = (): void => {
    this.#credits.forget();
    this.#deps.log.error(
      { process: this.#spool.id, folder: this.#deps.folder },
      'this process was unregistered: does another machine use the same spool folder?',
    );
  };
}
