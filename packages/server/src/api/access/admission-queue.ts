export type Kind = 'lookup' | 'search' | 'other';

export interface Job {
  readonly kind: Kind;
  readonly key: string;
}

export interface Waiter extends Job {
  readonly until: number;
  /** Increases with each arrival. */
  readonly arrival: number;
  letIn(): void;
  refuse(): void;
}

interface Gate {
  kindMay(kind: Kind): boolean;
  keyMay(key: string): boolean;
}

const kinds = ['lookup', 'search', 'other'] as const satisfies readonly Kind[];

/** Waiting requests: kinds take turns, within a kind keys take turns, within a key it is first in, first out. */
export class AdmissionQueue {
  readonly #seats: number;
  /** In order of arrival. */
  readonly #all = new Set<Waiter>();
  /** The order of the keys is the order of their turns. */
  readonly #lines: Record<Kind, Map<string, Waiter[]>> = { lookup: new Map(), search: new Map(), other: new Map() };
  readonly #crowds = new QueueLengths();
  #turn = 0;

  constructor(seats: number) {
    this.#seats = seats;
  }

  get size(): number {
    return this.#all.size;
  }

  hasOthersThan(key: string): boolean {
    return this.#all.size > this.#crowds.sizeOf(key);
  }

  oldest(): Waiter | undefined {
    return this.#all.values().next().value;
  }

  /** Returns the request to reject if the queue is full: the newest of the key with the most, possibly the new one. */
  add(waiter: Waiter): Waiter | undefined {
    let leaver: Waiter | undefined;
    if (this.#all.size >= this.#seats) {
      if (this.#crowds.sizeOf(waiter.key) + 1 >= this.#crowds.largestSize) return waiter;
      leaver = this.#newestOf(this.#crowds.largest() ?? '');
      if (leaver) this.remove(leaver);
    }
    this.#all.add(waiter);
    this.#crowds.change(waiter.key, 1);
    const lines = this.#lines[waiter.kind];
    const line = lines.get(waiter.key);
    if (line) line.push(waiter);
    else lines.set(waiter.key, [waiter]);
    return leaver;
  }

  /** Always the first or the last of its queue. */
  remove(waiter: Waiter): void {
    this.#all.delete(waiter);
    this.#crowds.change(waiter.key, -1);
    const lines = this.#lines[waiter.kind];
    const line = lines.get(waiter.key);
    if (line?.[0] === waiter) line.shift();
    else line?.pop();
    if (line?.length === 0) lines.delete(waiter.key);
  }

  takeNext(gate: Gate): Waiter | undefined {
    for (let i = 0; i < kinds.length; i += 1) {
      const turn = (this.#turn + i) % kinds.length;
      const kind = kinds[turn] ?? 'other';
      const next = gate.kindMay(kind) ? this.#firstOf(kind, gate) : undefined;
      if (!next) continue;
      this.#turn = turn + 1;
      this.#take(next);
      return next;
    }
    return undefined;
  }

  #firstOf(kind: Kind, gate: Gate): Waiter | undefined {
    // Usually one iteration: few keys can use so much that they are skipped.
    for (const [key, [first]] of this.#lines[kind]) if (gate.keyMay(key)) return first;
    return undefined;
  }

  #take(waiter: Waiter): void {
    this.remove(waiter);
    const lines = this.#lines[waiter.kind];
    const line = lines.get(waiter.key);
    if (!line) return;
    lines.delete(waiter.key);
    lines.set(waiter.key, line);
  }

  #newestOf(key: string): Waiter | undefined {
    let newest: Waiter | undefined;
    for (const kind of kinds) {
      const last = this.#lines[kind].get(key)?.at(-1);
      if (last && (!newest || last.arrival > newest.arrival)) newest = last;
    }
    return newest;
  }
}

/** How many requests of each key wait, and which key has the most; every step takes constant time. */
class QueueLengths {
  readonly #sizes = new Map<string, number>();
  readonly #keysOfSize: Set<string>[] = [];
  #largestSize = 0;

  get largestSize(): number {
    return this.#largestSize;
  }

  /** One of the keys with the most waiting requests. */
  largest(): string | undefined {
    return this.#keysOfSize[this.#largestSize]?.values().next().value;
  }

  sizeOf(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }

  change(key: string, by: 1 | -1): void {
    const before = this.sizeOf(key);
    const after = before + by;
    this.#keysOfSize[before]?.delete(key);
    if (after === 0) this.#sizes.delete(key);
    else this.#place(key, after);
    if (after > this.#largestSize) this.#largestSize = after;
    else if (before === this.#largestSize && this.#keysOfSize[before]?.size === 0) this.#largestSize = after;
  }

  #place(key: string, size: number): void {
    this.#sizes.set(key, size);
    const keys = this.#keysOfSize[size] ?? new Set<string>();
    keys.add(key);
    this.#keysOfSize[size] = keys;
  }
}
