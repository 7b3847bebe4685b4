import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountMonth, blockOf, type Claim, type Lease, leaseOf } from '../../stores/postgres/usage/credits.ts';
import { monthOf } from '../../stores/postgres/usage/usage-month.ts';
import { Credits } from './credits.ts';
import type { LeasedCredits, Refusal } from './leased-credits.ts';

const accountId = 7;

type Fault = 'none' | 'before' | 'after';

/** The rows of one account; `leaseOf` does what the SQL does, one transaction after the other. */
class Rows {
  monthly: number | null;
  readonly used = new Map<string, number>();
  readonly leases = new Map<string, { month: string; processId: string; taken: number; spent: number }>();

  constructor(monthly: number | null) {
    this.monthly = monthly;
  }

  outstanding(month: string, isCounted: (processId: string) => boolean): number {
    const rows = [...this.leases.values()].filter((row) => row.month === month && isCounted(row.processId));
    return rows.reduce((sum, { taken, spent }) => sum + taken - spent, 0);
  }

  lease(claim: Claim, wanted: number): Lease {
    const { processId, month } = claim;
    const row = this.leases.get(`${processId} ${month}`);
    const used = this.used.get(month) ?? 0;
    const others = this.outstanding(month, (id) => id !== processId);
    const lease = leaseOf({ monthly: this.monthly, used, others, counted: row?.spent ?? 0 }, claim, wanted);
    const taken = claim.taken + lease.taken;
    this.leases.set(`${processId} ${month}`, { month, processId, spent: 0, ...row, taken });
    return lease;
  }

  giveBack(claims: readonly Claim[]): void {
    for (const { processId, month, taken } of claims) {
      const row = this.leases.get(`${processId} ${month}`);
      if (row) row.taken = taken;
    }
  }

  count(processId: string, month: string): void {
    this.used.set(month, (this.used.get(month) ?? 0) + 1);
    const row = this.leases.get(`${processId} ${month}`);
    if (row) row.spent += 1;
  }

  remove(processId: string): void {
    for (const [name, row] of this.leases) if (row.processId === processId) this.leases.delete(name);
  }
}

/** Credits that a request holds. */
interface Held {
  readonly leased: LeasedCredits;
  readonly credits: number;
}

interface Process {
  readonly id: string;
  readonly credits: Credits;
  readonly reserved: Held[];
  /** In the spool, by month. */
  unshipped: string[];
  asking: number;
  isAlive: boolean;
}

/** Lets everything continue that does not wait for a step. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

class Simulation {
  readonly rows: Rows;
  readonly processes: Process[];
  now = Date.UTC(2026, 10, 15);
  fault: Fault = 'none';
  readonly refusals: Refusal[] = [];
  #pending: (() => void)[] = [];

  constructor(monthly: number | null, processes = 3) {
    this.rows = new Rows(monthly);
    this.processes = Array.from({ length: processes }, (_, index) => this.#start(`p${index}`));
  }

  get month(): string {
    return monthOf(this.now);
  }

  /** Blocks something until a step lets it continue. */
  #later(): Promise<void> {
    return new Promise((resolve) => this.#pending.push(resolve));
  }

  async #transaction<T>(id: string, work: () => T): Promise<T> {
    await this.#later();
    const { fault } = this;
    this.fault = 'none';
    const isAlive = this.processes.find((process) => process.id === id)?.isAlive;
    if (fault === 'before' || !isAlive) throw new Error('the database is away');
    const result = work();
    await this.#later();
    if (fault === 'after') throw new Error('the confirmation was lost');
    return result;
  }

  #start(id: string): Process {
    const credits = new Credits({
      processId: id,
      lease: async (claim, { recall, wanted }) => {
        const lease = await this.#transaction(id, () => this.rows.lease(claim, wanted));
        if (recall && lease.taken < wanted) for (const other of this.processes) void other.credits.recall(accountId);
        return lease;
      },
      giveBack: (_: readonly AccountMonth[], claims) => this.#transaction(id, () => this.rows.giveBack(claims())),
      now: () => this.now,
      wait: () => this.#later(),
      refuse: (refusal) => {
        this.refusals.push(refusal);
        return new Error(refusal);
      },
    });
    return { id, credits, reserved: [], unshipped: [], asking: 0, isAlive: true };
  }

  pick(number: number): Process | undefined {
    const living = this.processes.filter(({ isAlive }) => isAlive);
    return living[number % living.length];
  }

  reserve(process: Process | undefined, credits = 1): void {
    if (!process) return;
    process.asking += 1;
    const granted = (leased: LeasedCredits | undefined) => {
      process.asking -= 1;
      if (leased) process.reserved.push({ leased, credits });
    };
    process.credits.reserve(accountId, credits).then(granted, () => {
      process.asking -= 1;
    });
  }

  /** A response that costs at most the reserved credits, and at least one. */
  spend(process: Process | undefined, most = 1): void {
    const held = process?.reserved.shift();
    if (!process || !held) return;
    const { leased, credits: reserved } = held;
    const credits = Math.min(reserved, most);
    for (let n = 0; n < credits; n += 1) process.unshipped.push(leased.month);
    leased.spend(credits, reserved);
  }

  miss(process: Process | undefined): void {
    const held = process?.reserved.shift();
    held?.leased.release(held.credits);
  }

  ship(process: Process | undefined): void {
    for (const month of process?.unshipped.splice(0) ?? []) this.rows.count(process?.id ?? '', month);
  }

  kill(process: Process | undefined): void {
    if (!process) return;
    process.isAlive = false;
    this.ship(process);
    this.rows.remove(process.id);
  }

  async step(number: number): Promise<void> {
    const [next] = this.#pending.splice(number % Math.max(1, this.#pending.length), 1);
    next?.();
    await settle();
  }

  async rest(): Promise<void> {
    await settle();
    while (this.#pending.length > 0) await this.step(0);
  }

  answered(month: string): number {
    const unshipped = this.processes.flatMap((process) => process.unshipped.filter((one) => one === month));
    return (this.rows.used.get(month) ?? 0) + unshipped.length;
  }

  /** The database never has a smaller lease for a process than it holds. */
  checkCovered(): void {
    for (const { id, credits, isAlive, unshipped } of this.processes) {
      const leased = credits.find(accountId);
      if (!isAlive || !leased) continue;
      const held = leased.available + leased.reserved + unshipped.filter((month) => month === leased.month).length;
      const known = this.rows.outstanding(leased.month, (other) => other === id);
      if (known < held) throw new Error(`${id} holds ${held} credits, and the database knows of ${known}`);
    }
  }
}

type Step = (simulation: Simulation) => unknown;
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });
const which = fc.nat(2);
/** Single requests and batches. */
const size = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }));
const step = fc.nat(20).map((n) => named(`step ${n}`, (w) => w.step(n)));
const breakDatabase = (simulation: Simulation, fault: Fault) => Object.assign(simulation, { fault });
const pass = (simulation: Simulation, ms: number) => Object.assign(simulation, { now: simulation.now + ms });
const steps = [
  { weight: 6, arbitrary: step },
  { weight: 2, arbitrary: fc.constant(named('rest', (w) => w.rest())) },
  {
    weight: 6,
    arbitrary: fc.tuple(which, size).map(([n, of]) => named(`reserve ${n}: ${of}`, (w) => w.reserve(w.pick(n), of))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(which, size).map(([n, of]) => named(`spend ${n}: ${of}`, (w) => w.spend(w.pick(n), of))),
  },
  { weight: 2, arbitrary: which.map((n) => named(`miss ${n}`, (w) => w.miss(w.pick(n)))) },
  { weight: 2, arbitrary: which.map((n) => named(`ship ${n}`, (w) => w.ship(w.pick(n)))) },
  { weight: 2, arbitrary: which.map((n) => named(`tidy ${n}`, (w) => void w.pick(n)?.credits.tidy())) },
  { weight: 1, arbitrary: which.map((n) => named(`recall ${n}`, (w) => void w.pick(n)?.credits.recall(accountId))) },
  { weight: 1, arbitrary: which.map((n) => named(`kill ${n}`, (w) => w.kill(w.pick(n)))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('before', 'after').map((f) => named(`fault ${f}`, (w) => breakDatabase(w, f))),
  },
  { weight: 1, arbitrary: fc.constantFrom(500, 6000).map((ms) => named(`${ms} ms`, (w) => pass(w, ms))) },
];

test('whatever fails or crashes, no credit is granted twice and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(140),
      fc.array(fc.oneof(...steps), { maxLength: 50, size: 'max' }),
      async (monthly, sequence) => {
        const simulation = new Simulation(monthly);
        for (const one of sequence) {
          await one(simulation);
          await settle();
          // Without `expect`: this runs half a million times.
          if (simulation.answered(simulation.month) > monthly) throw new Error('More answers than credits');
          simulation.checkCovered();
        }
        await putDown(simulation);
        expect(simulation.rows.outstanding(simulation.month, () => true)).toBe(0);
        const [last] = simulation.processes.filter(({ isAlive }) => isAlive);
        if (last) await useUp(simulation, last);
        expect(simulation.answered(simulation.month)).toBe(
          last ? monthly : (simulation.rows.used.get(simulation.month) ?? 0),
        );
      },
    ),
    { numRuns: 7500 },
  );
});

/** All processes release their reservations, ship, and return what is left. */
async function putDown(simulation: Simulation): Promise<void> {
  await simulation.rest();
  simulation.fault = 'none';
  for (const process of simulation.processes.filter(({ isAlive }) => isAlive)) {
    while (process.reserved.length > 0) simulation.miss(process);
    simulation.ship(process);
  }
  simulation.now += 10_000;
  // Twice: in the first round a process may be busy.
  for (const _ of [1, 2]) {
    for (const { isAlive, credits } of simulation.processes) if (isAlive) void credits.tidy();
    await simulation.rest();
  }
}

async function useUp(simulation: Simulation, process: Process): Promise<void> {
  for (let before = -1; before < simulation.answered(simulation.month); ) {
    before = simulation.answered(simulation.month);
    simulation.reserve(process);
    await simulation.rest();
    simulation.spend(process);
  }
}

describe('credits', () => {
  test('a block is a share of the unleased credits, at least 1, at most 1000, never more than there are', () => {
    expect([-5, 0, 1, 31, 63, 64, 320, 1_000_000].map(blockOf)).toEqual([0, 0, 1, 1, 1, 2, 10, 1000]);
  });

  test('concurrent requests share one query, and each returned credit goes to one that waits', async () => {
    const simulation = new Simulation(2, 1);
    const [process] = simulation.processes as [Process];
    for (let asked = 0; asked < 5; asked++) simulation.reserve(process);
    await simulation.step(0);
    await simulation.step(0);
    expect([process.reserved.length, process.asking]).toEqual([1, 4]);
    simulation.miss(process);
    await settle();
    expect([process.reserved.length, process.asking]).toEqual([1, 3]);
    await simulation.rest();
    expect([process.reserved.length, process.asking, simulation.refusals.length]).toEqual([2, 0, 2]);
  });

  test('the next block is leased while half of the last one is left, so that no request waits for it', async () => {
    const simulation = new Simulation(3200, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    await simulation.rest();
    const leased = process.credits.find(accountId) as LeasedCredits;
    expect(leased.available).toBe(99);
    while (leased.available > 50) simulation.reserve(process);
    expect(leased.isBusy).toBe(true);
    simulation.reserve(process);
    await settle();
    expect([process.asking, leased.available]).toEqual([0, 49]);
    await simulation.rest();
    expect([leased.available, leased.isBusy]).toEqual([49 + 96, false]);
  });

  test('a failure to lease ahead fails no request, and is not repeated until the lease is correct again', async () => {
    const simulation = new Simulation(3200, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    await simulation.rest();
    const leased = process.credits.find(accountId) as LeasedCredits;
    simulation.fault = 'after';
    while (!leased.isBusy) simulation.reserve(process);
    await simulation.rest();
    expect([leased.isDoubtful, simulation.refusals]).toEqual([true, []]);
    simulation.reserve(process);
    expect(leased.isBusy).toBe(false);
    void process.credits.tidy();
    await simulation.rest();
    simulation.checkCovered();
    simulation.reserve(process);
    await simulation.rest();
    expect(leased.available).toBeGreaterThan(50);
  });

  test('an exhausted quota is cached for a second, unless a credit is returned', async () => {
    const simulation = new Simulation(1, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    simulation.reserve(process);
    await simulation.rest();
    const leased = process.credits.find(accountId) as LeasedCredits;
    // It is reserved, not spent: it may be returned.
    expect(leased.refusalAt(simulation.now)).toBe('credits_held');
    expect(leased.refusalAt(simulation.now + 1000)).toBeUndefined();
    simulation.miss(process);
    expect(leased.refusalAt(simulation.now)).toBeUndefined();
  });

  test('a batch gets all its credits or none, and leaves what is too little for it to others', async () => {
    const simulation = new Simulation(5, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process, 6);
    simulation.reserve(process, 2);
    await simulation.rest();
    expect(simulation.refusals).toEqual(['too_few_credits']);
    expect(process.reserved.map(({ credits }) => credits)).toEqual([2]);
    simulation.spend(process, 1);
    simulation.reserve(process, 4);
    await simulation.rest();
    expect(process.reserved.map(({ credits }) => credits)).toEqual([4]);
    expect(simulation.answered(simulation.month)).toBe(1);
  });

  test('credits that a process returned because it was asked to are free for its next request', async () => {
    const simulation = new Simulation(3, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process, 4);
    await simulation.rest();
    expect(simulation.refusals).toEqual(['too_few_credits']);
    // The notification of the process itself arrives late.
    void process.credits.recall(accountId);
    await simulation.rest();
    simulation.reserve(process, 3);
    await simulation.rest();
    expect(process.reserved.map(({ credits }) => credits)).toEqual([3]);
  });

  test('a quota is exhausted only when all of it is spent', async () => {
    const simulation = new Simulation(1, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    await simulation.rest();
    simulation.spend(process);
    simulation.reserve(process);
    await simulation.rest();
    expect(process.credits.find(accountId)?.refusalAt(simulation.now)).toBe('quota_exhausted');
  });

  test('the remaining credits count down to zero', async () => {
    const simulation = new Simulation(70, 1);
    const [process] = simulation.processes as [Process];
    for (let left = 69; left >= 0; left--) {
      simulation.reserve(process);
      await simulation.rest();
      simulation.spend(process);
      expect(process.credits.find(accountId)?.left).toBe(left);
    }
  });

  test('a reservation of one month is spent in the next for the month of its lease', async () => {
    const simulation = new Simulation(40, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    await simulation.rest();
    simulation.now = Date.UTC(2026, 11, 1);
    simulation.spend(process);
    expect(process.unshipped).toEqual(['2026-11-01']);
    simulation.reserve(process);
    await simulation.rest();
    simulation.spend(process);
    expect(process.unshipped).toEqual(['2026-11-01', '2026-12-01']);
    // The clock is set back, but the old month stays closed.
    await process.credits.tidy();
    simulation.now = Date.UTC(2026, 10, 30);
    expect(process.credits.find(accountId)?.month).toBe('2026-12-01');
  });

  test('an account that no longer has a quota is not blocked', async () => {
    const simulation = new Simulation(null, 1);
    const [process] = simulation.processes as [Process];
    simulation.reserve(process);
    await simulation.rest();
    expect([process.asking, simulation.refusals.length]).toEqual([0, 0]);
  });
});
