import { Failure } from '../../core/errors/failure.ts';
import { AdmissionQueue, type Job, type Kind, type Waiter } from './admission-queue.ts';

export interface AdmissionLimits {
  /** How many requests may be in progress at once. */
  readonly limit: number;
  /** How many requests may wait. */
  readonly queue: number;
  readonly waitMs?: number;
  now?(): number;
}

type Leave = () => void;

/** The share of the limit that each kind of request may use, so that none starves another. */
const shares: Record<Kind, number> = { lookup: 7 / 8, search: 3 / 4, other: 1 / 2 };
/** The share that one key may use while others wait, and at most. No request is ever aborted to make room for another. */
const keyShares = { amongOthers: 1 / 2, alone: 3 / 4 } as const;

const partOf = (limit: number, share: number) => Math.max(1, Math.floor(limit * share));

/**
 * Admits as many requests as the server can process; the others wait briefly, in turns, or are rejected.
 * After each step no waiting request could be admitted, so admitting a new one at once overtakes none.
 */
export class Admission {
  readonly #limit: number;
  readonly #limitOfKind: Record<Kind, number>;
  readonly #limitOfKey: Record<keyof typeof keyShares, number>;
  readonly #waitMs: number;
  readonly #now: () => number;
  readonly #room: AdmissionQueue;
  #served = 0;
  readonly #servedOfKind: Record<Kind, number> = { lookup: 0, search: 0, other: 0 };
  readonly #servedOfKey = new Map<string, number>();
  #arrivals = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ limit, queue, waitMs = 5, now = () => performance.now() }: AdmissionLimits) {
    this.#limit = limit;
    this.#limitOfKey = { amongOthers: partOf(limit, keyShares.amongOthers), alone: partOf(limit, keyShares.alone) };
    this.#limitOfKind = {
      lookup: partOf(limit, shares.lookup),
      search: partOf(limit, shares.search),
      other: partOf(limit, shares.other),
    };
    this.#waitMs = waitMs;
    this.#now = now;
    this.#room = new AdmissionQueue(queue);
  }

  /** Resolves to the function that releases the place. */
  enter(job: Job): Promise<Leave> {
    if (this.#kindHasRoom(job.kind) && this.#keyHasRoom(job.key)) return Promise.resolve(this.#letIn(job));
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    this.#arrivals += 1;
    const leaver = this.#room.add({
      ...job,
      until: this.#now() + this.#waitMs,
      arrival: this.#arrivals,
      letIn: () => resolve(this.#letIn(job)),
      refuse: () => reject(new Failure('overloaded', { retryAfter: 1 })),
    });
    leaver?.refuse();
    this.#watch();
    return promise;
  }

  #kindHasRoom(kind: Kind): boolean {
    return this.#served < this.#limit && this.#servedOfKind[kind] < this.#limitOfKind[kind];
  }

  #keyHasRoom(key: string): boolean {
    const served = this.#servedOfKey.get(key) ?? 0;
    if (served < this.#limitOfKey.amongOthers) return true;
    return served < this.#limitOfKey.alone && !this.#room.hasOthersThan(key);
  }

  #letIn({ kind, key }: Job): Leave {
    this.#count(kind, key, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count(kind, key, -1);
      this.#serve();
    };
  }

  #count(kind: Kind, key: string, change: 1 | -1): void {
    this.#served += change;
    this.#servedOfKind[kind] += change;
    const ofKey = (this.#servedOfKey.get(key) ?? 0) + change;
    if (ofKey === 0) this.#servedOfKey.delete(key);
    else this.#servedOfKey.set(key, ofKey);
  }

  #serve(): void {
    for (;;) {
      const next = this.#next();
      if (!next) return;
      next.letIn();
    }
  }

  #next(): Waiter | undefined {
    if (this.#room.size === 0) return undefined;
    return this.#room.takeNext({
      kindMay: (kind) => this.#kindHasRoom(kind),
      keyMay: (key) => this.#keyHasRoom(key),
    });
  }

  /** One timer for all: they wait equally long, so the oldest expires first. */
  #watch(): void {
    const oldest = this.#room.oldest();
    if (this.#timer || !oldest) return;
    this.#timer = setTimeout(() => this.#refuseLate(), Math.max(0, oldest.until - this.#now()));
  }

  #refuseLate(): void {
    this.#timer = undefined;
    const now = this.#now();
    for (let oldest = this.#room.oldest(); oldest && oldest.until <= now; oldest = this.#room.oldest()) {
      this.#room.remove(oldest);
      oldest.refuse();
    }
    // A key that was limited to its share while others waited may now use more.
    this.#serve();
    this.#watch();
  }
}
