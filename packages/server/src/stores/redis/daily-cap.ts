import { LRUCache } from 'lru-cache';

const dayMs = 86_400_000;

/** A limit of distinct ids per day (UTC). */
export interface DailyCap {
  readonly what: 'companies' | 'people';
  readonly perDay: number;
}

export interface CapVerdict {
  readonly allowed: boolean;
  /** Time until the next day; 0 when allowed. */
  readonly retryAfterMs: number;
}

/** All ids fit under the cap and are stored, or none is. An id counts once per day. */
export const capScript = (clock = "redis.call('TIME')") => `
local clock = ${clock}
local nowMs = clock[1] * 1000 + math.floor(clock[2] / 1000)
local nextDayMs = (math.floor(nowMs / ${dayMs}) + 1) * ${dayMs}
local cap = tonumber(ARGV[1])
local new = {}
for i = 2, #ARGV do
  if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 0 then new[#new + 1] = ARGV[i] end
end
if #new == 0 then return 0 end
if redis.call('SCARD', KEYS[1]) + #new > cap then return nextDayMs - nowMs end
redis.call('SADD', KEYS[1], unpack(new))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', nextDayMs))
return 0
`;

/** The script returns how long to wait, or 0. */
export const toCapVerdict = (retryAfterMs: number): CapVerdict => ({ allowed: retryAfterMs === 0, retryAfterMs });

/** Bounds the memory used while Redis is unavailable. */
const memory = { idsOfOne: 100_000, idsOfAll: 500_000 } as const;

interface Seen {
  readonly day: number;
  readonly ids: Set<string>;
}

/** What one process has allowed while Redis was unavailable. */
export class LocalCaps {
  readonly #seen = new LRUCache<string, Seen>({
    maxSize: memory.idsOfAll,
    sizeCalculation: ({ ids }) => Math.max(1, ids.size),
  });

  see(name: string, ids: readonly string[], { cap, nowMs }: { cap: number; nowMs: number }): CapVerdict {
    const day = Math.floor(nowMs / dayMs);
    const known = this.#seen.get(name);
    const seen = known?.day === day ? known.ids : new Set<string>();
    const unseen = ids.filter((id) => !seen.has(id));
    if (unseen.length === 0) return toCapVerdict(0);
    if (seen.size + unseen.length > Math.min(cap, memory.idsOfOne)) return toCapVerdict((day + 1) * dayMs - nowMs);
    for (const id of unseen) seen.add(id);
    // Stored as a new entry, because its size has changed.
    this.#seen.set(name, { day, ids: seen });
    return toCapVerdict(0);
  }
}

/** The share of a cap that one of several processes may grant alone. */
export const capShareOf = (perDay: number, processes: number) => Math.max(1, Math.floor(perDay / processes));
