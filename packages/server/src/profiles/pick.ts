import type { Origin } from './company-document.ts';
import { type Statement, toOrigin } from './statements.ts';

/** A value and the statements that gave it. */
export interface Picked<T> {
  value: T;
  from: Origin[];
}

/** Records of equal standing, best first. */
export type Tier = readonly Statement[];

type Read<T> = (said: Statement) => T | null | undefined;

/** An object of which nothing is known says nothing. */
function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid);
  return value !== null && value !== undefined && value !== '';
}

/** The first value that is said. */
export function pickFirst<T>(tiers: readonly Tier[], read: Read<T>): Picked<T> | undefined {
  for (const said of tiers.flat()) {
    const value = read(said);
    if (value !== null && value !== undefined && isSaid(value)) return { value, from: [toOrigin(said)] };
  }
  return undefined;
}

/** All values said at the first standing that says any, without duplicates. */
export function mergeLists<T>(tiers: readonly Tier[], read: Read<readonly T[]>): Picked<T[]> | undefined {
  for (const tier of tiers) {
    const speaking = tier.filter((said) => (read(said)?.length ?? 0) > 0);
    if (speaking.length === 0) continue;
    return { value: [...new Set(speaking.flatMap((said) => read(said) ?? []))], from: speaking.map(toOrigin) };
  }
  return undefined;
}

/** The same for maps: each key's first value. */
export function mergeMaps<T>(
  tiers: readonly Tier[],
  read: Read<Record<string, T>>,
): Picked<Record<string, T>> | undefined {
  for (const tier of tiers) {
    const speaking = tier.filter((said) => Object.keys(read(said) ?? {}).length > 0);
    if (speaking.length === 0) continue;
    const entries = speaking.toReversed().flatMap((said) => Object.entries(read(said) ?? {}));
    return { value: Object.fromEntries(entries), from: speaking.map(toOrigin) };
  }
  return undefined;
}
