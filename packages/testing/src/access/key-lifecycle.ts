import type { Plan, Scope } from '@orgdex/contract';
import { hashOf, type KeyText, newKey } from '../../../server/src/api/access/key-form.ts';
import { type Caller, toCaller } from '../../../server/src/stores/postgres/access/caller.ts';

/** How the database responds to queries: `slow` reads at once and responds late. */
export type Mood = 'up' | 'slow' | 'refuses' | 'hangs';
export const slowMs = 400;

interface Facts {
  readonly scopes: readonly Scope[];
  readonly isValid: boolean;
  readonly expiresAt: number;
}

export interface LifeKey {
  readonly id: string;
  readonly text: KeyText;
  revoked: boolean;
  expiresAt: number;
  /** The history of its facts, each with its start. */
  readonly past: { at: number; facts: Facts }[];
  /** When the database last confirmed that it is valid. */
  readGoodAt: number;
  /** When all processes were notified that it was revoked. */
  forgottenAt: number;
}

/** A database with one account, and its complete history. */
export class LifeDatabase {
  readonly keys: LifeKey[] = [];
  readonly moods: { at: number; mood: Mood }[] = [];
  /** When a query failed or got no response. */
  readonly failures: number[] = [];
  suspended = false;
  planScopes: Scope[] = ['company:read', 'people:search'];

  constructor() {
    this.setMood('up');
  }

  get mood(): Mood {
    return this.moods.at(-1)?.mood ?? 'up';
  }

  setMood(mood: Mood): void {
    this.moods.push({ at: Date.now(), mood });
  }

  issue(livesMs = Number.POSITIVE_INFINITY): LifeKey {
    const id = `key_${this.keys.length}`;
    const expiresAt = Date.now() + livesMs;
    const times = { readGoodAt: Number.NEGATIVE_INFINITY, forgottenAt: Number.POSITIVE_INFINITY };
    const key: LifeKey = { id, text: newKey(), revoked: false, expiresAt, past: [], ...times };
    this.keys.push(key);
    this.note();
    return key;
  }

  /** Records the current facts. */
  note(): void {
    const at = Date.now();
    for (const key of this.keys) key.past.push({ at, facts: this.#factsOf(key) });
  }

  async read(hash: Buffer): Promise<Caller | undefined> {
    const { mood } = this;
    const caller = this.#callerOf(hash);
    if (mood === 'refuses') {
      this.failures.push(Date.now());
      throw new Error('connection refused');
    }
    if (mood === 'hangs') {
      setTimeout(() => this.failures.push(Date.now()), 1000);
      return new Promise(() => {});
    }
    if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
    const key = this.keys.find(({ id }) => id === caller?.key);
    if (key) key.readGoodAt = Date.now();
    return caller;
  }

  #factsOf({ revoked, expiresAt }: LifeKey): Facts {
    return { scopes: this.planScopes, isValid: !revoked && !this.suspended, expiresAt };
  }

  #callerOf(hash: Buffer): Caller | undefined {
    const key = this.keys.find(({ text }) => hashOf(text).equals(hash));
    if (!key || key.revoked || this.suspended) return undefined;
    const expires_at = Number.isFinite(key.expiresAt) ? new Date(key.expiresAt) : null;
    const row = { id: key.id, account_id: 1, account: 'acme', mode: 'live', countries: null, addresses: null } as const;
    const plan = { ...({ name: 'standard', rate: 1, burst: 1, countries: null } as Plan), scopes: this.planScopes };
    return toCaller({ ...row, scopes: ['company:read', 'people:search'], expires_at, records_people: false, plan });
  }
}

const noMoment = Number.NEGATIVE_INFINITY;

/** The last time up to `until` at which this was true of the key. */
function lastTime({ past }: LifeKey, until: number, isTrue: (facts: Facts) => boolean): number {
  const ends = past.map(({ at, facts }, n) => {
    const end = Math.min(past[n + 1]?.at ?? until, until);
    const lived = Math.min(end, facts.expiresAt);
    if (facts.isValid && lived >= at && at <= until && isTrue(facts)) return lived;
    return noMoment;
  });
  return Math.max(noMoment, ...ends);
}

/** The last time at which a caller with these scopes was rightly admitted. */
export const lastGranted = (key: LifeKey, until: number, scopes: readonly Scope[]): number =>
  lastTime(key, until, (facts) => facts.scopes.join() === scopes.join());

/** Whether the key was valid during the whole period. */
export function wasValid({ past }: LifeKey, from: number, to: number): boolean {
  return past.every(({ at, facts }, n) => {
    const isOutside = (past[n + 1]?.at ?? Number.POSITIVE_INFINITY) < from || at > to;
    return isOutside || (facts.isValid && facts.expiresAt > to);
  });
}

/** The last time up to `until` at which the database was unavailable. */
export function lastSilent({ moods }: LifeDatabase, until: number): number {
  const ends = moods.map(({ at, mood }, n) => {
    const isSilent = mood === 'refuses' || mood === 'hangs';
    return isSilent && at <= until ? Math.min(moods[n + 1]?.at ?? until, until) : noMoment;
  });
  return Math.max(noMoment, ...ends);
}
