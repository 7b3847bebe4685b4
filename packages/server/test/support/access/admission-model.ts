import type { Job } from '../../../src/access/admission-queue.ts';

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

/** What admission promises, written down slowly: it follows what happened and objects. */
export class AdmissionModel {
  readonly #limits: Limits;
  readonly #inside = new Map<number, Job>();
  #waiting: Visitor[] = [];
  /** When a key joined the line of a kind, or had its last turn in it. */
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
    require(this.#mayEnter(visitor), 'A limit is exceeded');
    const sameLine = this.#waiting.filter((one) => lineOf(one) === lineOf(visitor));
    require(sameLine[0] === visitor, 'Who came later was let in first');
    const others = this.#waiting.filter((one) => one.id !== id && this.#mayEnter(one));
    if (id === newcomer) require(others.length === 0, 'A newcomer passed somebody');
    else this.#checkTurns(visitor, others);
    this.#remove(visitor);
    this.#inside.set(id, visitor);
    this.#events += 1;
    if (this.#turns.has(lineOf(visitor))) this.#turns.set(lineOf(visitor), this.#events);
  }

  refused(id: number, { now, newcomer }: { now: number; newcomer: number | undefined }): void {
    const visitor = this.#find(id);
    if (newcomer === undefined) require(now - visitor.cameAt === this.#limits.waitMs, 'Refused at the wrong time');
    else this.#checkGivesWay(visitor, newcomer);
    this.#remove(visitor);
  }

  /** What holds whenever everybody has been told. */
  checkRest(now: number): void {
    require(this.#inside.size <= this.#limits.limit, 'More are served than the limit');
    require(this.#waiting.length <= this.#limits.queue, 'More wait than there are seats');
    require(!this.#waiting.some((one) => this.#mayEnter(one)), 'Somebody waits who could be let in');
    require(this.#waiting.every((one) => now - one.cameAt < this.#limits.waitMs), 'Somebody waits for too long');
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
    require(this.#waiting.length > this.#limits.queue, 'Refused though there was a seat');
    const crowdOf = (key: string) => this.#waiting.filter((one) => one.key === key);
    const largest = Math.max(...this.#waiting.map((one) => crowdOf(one.key).length));
    const crowd = crowdOf(visitor.key);
    require(crowd.length === largest && crowd.at(-1) === visitor, 'Not the newest of the largest crowd gave way');
    const isNewcomersCrowd = crowdOf(this.#find(newcomer).key).length === largest;
    require(!isNewcomersCrowd || visitor.id === newcomer, 'Somebody gave way to a crowd that is as large');
  }

  #find(id: number): Visitor {
    const visitor = this.#waiting.find((one) => one.id === id);
    if (!visitor) throw new Error('Somebody was told twice');
    return visitor;
  }

  #remove(visitor: Visitor): void {
    this.#waiting = this.#waiting.filter((one) => one !== visitor);
    if (!this.#waiting.some((one) => lineOf(one) === lineOf(visitor))) this.#turns.delete(lineOf(visitor));
  }
}

const lineOf = ({ kind, key }: Job) => `${kind} ${key}`;
