import { scryptSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KeyCache } from '../../../server/src/api/access/key-cache.ts';
import { randomLetters } from '../../../server/src/api/access/key-form.ts';
import { findCaller } from '../../../server/src/api/access/keys.ts';
import { findKey } from '../../../server/src/stores/postgres/access/api-keys.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 'orgdex_live_'.length + 32;
/** How many characters a near key shares with the real one. The rest is random, so that no cache helps. */
const sharedLength = bodyLength - 6;

/** A key with a valid checksum, so that only the database can reject it. */
function complete(body: string): string {
  let [rest, digits] = [crc32(body), ''];
  for (let i = 0; i < 6; i += 1) [digits, rest] = [alphabet[rest % 62] + digits, Math.floor(rest / 62)];
  return body + digits;
}

/**
 * Wrong keys: those that start like the real one, and others. Both are created in the same way, so that nothing else
 * differs.
 */
function guess(kind: Kind, real: string): string {
  const letters = `orgdex_live_${randomLetters(32)}`;
  const like = kind === 'near' ? real : letters;
  return Buffer.from(complete(like.slice(0, sharedLength) + letters.slice(sharedLength))).toString('latin1');
}
type Kind = 'near' | 'far';

/** Checks a key; throws or returns nothing if it is not valid. */
export type Check = (key: string) => Promise<unknown>;

/** The check of every request. */
export function ourCheck(pool: Pool): Check {
  const keys = new KeyCache({ readKey: (hash) => findKey(pool, hash) });
  return (key) => findCaller({ keys }, `Bearer ${key}`);
}

/** A common but leaky design: looks up the start of a key, and compares what it finds with a slow hash. */
export async function leakyCheck(pool: Pool, real: string): Promise<Check> {
  await pool.query('CREATE TABLE leaky_key (beginning text PRIMARY KEY)');
  await pool.query('INSERT INTO leaky_key VALUES ($1)', [real.slice(0, 20)]);
  return async (key) => {
    const { rows } = await pool.query('SELECT 1 FROM leaky_key WHERE beginning = $1', [key.slice(0, 20)]);
    return rows.length > 0 && scryptSync(key, 'salt', 32, { N: 256 });
  };
}

async function take(check: Check, key: string): Promise<number> {
  const began = process.hrtime.bigint();
  await check(key).catch(() => {});
  return Number(process.hrtime.bigint() - began) / 1000;
}

export interface Timing {
  /** The number of samples of each kind. */
  readonly samples: number;
  readonly nearUs: number;
  readonly farUs: number;
  /** Welch's t: beyond ±4.5, the two kinds can be distinguished by time. */
  readonly t: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function spreadOf(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
}

/** Drops the slowest samples, which are noise of the machine, with one threshold for both kinds. */
function compare(taken: Record<Kind, number[]>): Timing {
  const all = [...taken.near, ...taken.far].sort((a, b) => a - b);
  const slowest = all[Math.floor(all.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const [near, far] = [taken.near, taken.far].map((values) => values.filter((value) => value < slowest)) as [
    number[],
    number[],
  ];
  const t = (mean(near) - mean(far)) / Math.sqrt(spreadOf(near) + spreadOf(far));
  return { samples: taken.near.length, nearUs: mean(near), farUs: mean(far), t };
}

/** The same number of each kind, in random order, created before the measurement starts. */
function shuffled(real: string, samples: number): { kind: Kind; key: string }[] {
  const kinds = Array.from({ length: 2 * samples }, (_, at): Kind => (at % 2 === 0 ? 'near' : 'far'));
  return kinds
    .map((kind) => ({ kind, key: guess(kind, real), place: Math.random() }))
    .sort((a, b) => a.place - b.place);
}

/** Checks wrong keys of both kinds, one after the other. */
export async function timeGuesses(check: Check, real: string, samples: number): Promise<Timing> {
  const taken: Record<Kind, number[]> = { near: [], far: [] };
  for (const { key } of shuffled(real, 500)) await take(check, key);
  for (const { kind, key } of shuffled(real, samples)) taken[kind].push(await take(check, key));
  return compare(taken);
}
