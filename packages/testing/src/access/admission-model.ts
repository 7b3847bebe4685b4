import type { Job } from '../../../server/src/api/access/admission-queue.ts';

export interface Limits {
  readonly limit: number;
  readonly queue: number;
  readonly waitMs: number;
}

interface Visitor extends Job {
  readonly id: number;
  readonly cameAt: number;
}

const atLeastOne = (value: number) => Math.max(1, Math.floor(value));

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** A simple and slow model of what admission guarantees: it follows the events and throws if a guarantee is broken. */
export class AdmissionModel {
  readonly #limits: Limits;
  readonly #inside = new Map<number, Job>();
  #waiting: Visitor[] = [];
  /** When a key joined the queue of a kind, or had its last turn in it. */
  readonly #turns = new Map<string, number>();
  #events = 0;
  #lastKind: string | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get inside(): readonly number[] {
    return [...this.#inside.keys()];
  }

  came(visitor: Visitor): void {
    this.#events += 1;
    this.#waiting.push(visitor);
    const line = lineOf(visitor);
    if (!this.#turns.has(line)) this.#turns.set(line, this.#events);
  }

  left(id: number): void {
    this.#inside.delete(id);
  }

  letIn(id: number, newcomer: number | undefined): void {
    const visitor = this.#find(id);
    require(this.#mayEnter(visitor), 'A limit was exceeded');
    const sameLine = this.#waiting.filter((one) => lineOf(one) === lineOf(visitor));
    require(sameLine[0] === visitor, 'A later request was admitted first');
    const others = this.#waiting.filter((one) => one.id !== id && this.#mayEnter(one));
    if (id === newcomer) require(others.length === 0, 'A new request was admitted before a waiting one');
    else this.#checkTurns(visitor, others);
    this.#remove(visitor);
    this.#inside.set(id, visitor);
    this.#events += 1;
    if (this.#turns.has(lineOf(visitor))) this.#turns.set(lineOf(visitor), this.#events);
  }

  refused(id: number, { now, newcomer }: { now: number; newcomer: number | undefined }): void {
    const visitor = this.#find(id);
    if (newcomer === undefined)
      require(now - visitor.cameAt === this.#limits.waitMs, 'A request was refused at the wrong time');
    else this.#checkGivesWay(visitor, newcomer);
    this.#remove(visitor);
  }

  /** The guarantees that hold when all events are processed. */
  checkRest(now: number): void {
    require(this.#inside.size <= this.#limits.limit, 'More requests are served than the limit');
    require(this.#waiting.length <= this.#limits.queue, 'More requests wait than the queue allows');
    require(!this.#waiting.some((one) => this.#mayEnter(one)), 'A request waits that could be admitted');
    require(this.#waiting.every((one) => now - one.cameAt < this.#limits.waitMs), 'A request waits for too long');
  }

  isEmpty(): boolean {
    return this.#inside.size + this.#waiting.length === 0;
  }

  #mayEnter({ kind, key }: Job): boolean {
    const { limit } = this.#limits;
    const inside = [...this.#inside.values()];
    const most = { lookup: (limit * 7) / 8, search: (limit * 3) / 4, other: limit / 2 }[kind];
    if (inside.length >= limit || inside.filter((job) => job.kind === kind).length >= atLeastOne(most)) return false;
    const held = inside.filter((job) => job.key === key).length;
    const mostOfKey = this.#waiting.every((one) => one.key === key) ? (limit * 3) / 4 : limit / 2;
    return held < atLeastOne(mostOfKey);
  }

  #checkTurns(visitor: Visitor, others: readonly Visitor[]): void {
    const turnOf = (one: Visitor) => this.#turns.get(lineOf(one)) ?? 0;
    const rivals = others.filter((one) => one.kind === visitor.kind);
    require(rivals.every((one) => turnOf(one) >= turnOf(visitor)), 'A key was passed over');
    const isRepeated = visitor.kind === this.#lastKind;
    require(!isRepeated || others.every((one) => one.kind === visitor.kind), 'A kind was passed over');
    this.#lastKind = visitor.kind;
  }

  #checkGivesWay(visitor: Visitor, newcomer: number): void {
    require(this.#waiting.length > this.#limits.queue, 'A request was refused although the queue had room');
    const waitingOf = (key: string) => this.#waiting.filter((one) => one.key === key);
    const largest = Math.max(...this.#waiting.map((one) => waitingOf(one.key).length));
    const ownWaiting = waitingOf(visitor.key);
    require(ownWaiting.length === largest &&
      ownWaiting.at(-1) === visitor, 'The refused request was not the newest of the key with the longest queue');
    const isNewcomersQueue = waitingOf(this.#find(newcomer).key).length === largest;
    require(!isNewcomersQueue || visitor.id === newcomer, 'A request was refused for a key with an equally long queue');
  }

  #find(id: number): Visitor {
    const visitor = this.#waiting.find((one) => one.id === id);
    if (!visitor) throw new Error('A request got two results');
    return visitor;
  }

  #remove(visitor: Visitor): void {
    this.#waiting = this.#waiting.filter((one) => one !== visitor);
    if (!this.#waiting.some((one) => lineOf(one) === lineOf(visitor))) this.#turns.delete(lineOf(visitor));
  }
}

const lineOf = ({ kind, key }: Job) => `${kind} ${key}`;
