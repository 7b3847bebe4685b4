import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Place } from '../data/sweep.ts';
import type { Installation } from '../processes/installation.ts';

const stretch = 12;
const encodings = ['hex', 'base64', 'base64url'] as const;

/** The texts that identify a key: any twelve characters of its random part, plain or encoded. */
function needlesOf(key: string): string[] {
  const random = key.slice(key.lastIndexOf('_') + 1, -6);
  const starts = Array.from({ length: random.length - stretch + 1 }, (_, at) => random.slice(at, at + stretch));
  // Twelve characters are whole groups of base64, and one of any three adjacent parts starts at a group.
  return starts.flatMap((part) => [part, ...encodings.map((encoding) => Buffer.from(part).toString(encoding))]);
}

const hashesOf = (key: string) =>
  ['sha256', 'sha1', 'md5'].flatMap((name) =>
    encodings.map((encoding) => createHash(name).update(key).digest(encoding).replace(/=+$/, '')),
  );

const find = (places: readonly Place[], keys: readonly string[], needles: (key: string) => string[]): string[] =>
  places.flatMap(({ name, text }) => {
    const lower = text.toLowerCase();
    const isIn = (needle: string) => text.includes(needle) || lower.includes(needle.toLowerCase());
    return keys
      .filter((key) => needles(key).some(isIn))
      .map((key) => `${key.slice(0, 11)}…${key.slice(-4)} in ${name}`);
  });

/** Finds these keys, or parts of them, in the given places. */
export const findKeys = (places: readonly Place[], keys: readonly string[]): string[] => find(places, keys, needlesOf);

/** Finds hashes of keys: they cannot be used, but they can be compared. */
export const findHashes = (places: readonly Place[], keys: readonly string[]): string[] => find(places, keys, hashesOf);

type Reader = (redis: Redis, name: string) => Promise<unknown>;
const readers: Readonly<Record<string, Reader>> = {
  string: (redis, name) => redis.get(name),
  set: (redis, name) => redis.smembers(name),
  hash: (redis, name) => redis.hgetall(name),
  list: (redis, name) => redis.lrange(name, 0, -1),
  zset: (redis, name) => redis.zrange(name, '0', '-1'),
  // Deleted after the keys were listed.
  none: async () => null,
};

/** Every key and value in Redis, and its slow log. */
export async function redisPlaces({ redisUrl }: Installation): Promise<Place[]> {
  const redis = new Redis(redisUrl);
  try {
    const lines: string[] = [];
    for await (const names of redis.scanStream({ count: 1000 })) {
      for (const name of names as string[]) {
        const read = readers[await redis.type(name)];
        if (!read) throw new Error(`Redis contains ${name}, whose type this test cannot read.`);
        lines.push(name, JSON.stringify(await read(redis, name)));
      }
    }
    const slow = JSON.stringify(await redis.slowlog('GET', '1000'));
    return [
      { name: 'Redis', text: lines.join('\n') },
      { name: 'the slow log of Redis', text: slow },
    ];
  } finally {
    redis.disconnect();
  }
}

/** The current and recent queries that PostgreSQL shows. */
export async function activityPlaces({ pool }: Installation): Promise<Place[]> {
  const { rows } = await pool.query('SELECT a::text AS line FROM pg_stat_activity a');
  return [{ name: 'the activity of PostgreSQL', text: rows.map(({ line }) => line).join('\n') }];
}
