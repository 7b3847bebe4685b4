import type { Origin } from './company-document.ts';
import { type Statement, toOrigin } from './statements.ts';

/** A value and the origins it came from. */
export interface Picked<T> {
  value: T;
  from: Origin[];
}

/** Records of equal rank, best first. */
export type Tier = readonly Statement[];

type Read<T> = (statement: Statement) => T | null | undefined;

/** Whether a value is known. An object is unknown if all its values are. */
function isKnown(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isKnown);
  return value !== null && value !== undefined && value !== '';
}

/** The first known value. */
export function pickFirst<T>(tiers: readonly Tier[], read: Read<T>): Picked<T> | undefined {
  for (const statement of tiers.flat()) {
    const value = read(statement);
    if (value !== null && value !== undefined && isKnown(value)) return { value, from: [toOrigin(statement)] };
  }
  return undefined;
}

/** All values of the first tier that has any, without duplicates. */
export function mergeLists<T>(tiers: readonly Tier[], read: Read<readonly T[]>): Picked<T[]> | undefined {
  for (const tier of tiers) {
    const stating = tier.filter((statement) => (read(statement)?.length ?? 0) > 0);
    if (stating.length === 0) continue;
    return { value: [...new Set(stating.flatMap((statement) => read(statement) ?? []))], from: stating.map(toOrigin) };
  }
  return undefined;
}

/** The same for maps: the first value of each key. */
export function mergeMaps<T>(
  tiers: readonly Tier[],
  read: Read<Record<string, T>>,
): Picked<Record<string, T>> | undefined {
  for (const tier of tiers) {
    const stating = tier.filter((statement) => Object.keys(read(statement) ?? {}).length > 0);
    if (stating.length === 0) continue;
    const entries = stating.toReversed().flatMap((statement) => Object.entries(read(statement) ?? {}));
    return { value: Object.fromEntries(entries), from: stating.map(toOrigin) };
  }
  return undefined;
}
