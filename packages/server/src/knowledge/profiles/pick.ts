import type { Statement } from './statements.ts';

/** A value and the records that it came from. */
export interface Picked<T> {
  value: T;
  from: readonly Statement[];
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
  for (const tier of tiers) {
    for (const statement of tier) {
      const value = read(statement);
      if (value !== null && value !== undefined && isKnown(value)) return { value, from: [statement] };
    }
  }
  return undefined;
}

/** The records of a tier that have values, each with its values. */
function statingIn<T>(tier: Tier, read: Read<T>, isEmpty: (value: T) => boolean): [Statement, T][] {
  const stating: [Statement, T][] = [];
  for (const statement of tier) {
    const value = read(statement);
    if (value !== null && value !== undefined && !isEmpty(value)) stating.push([statement, value]);
  }
  return stating;
}

const recordsOf = (stating: readonly [Statement, unknown][]): Statement[] => stating.map(([statement]) => statement);

/** All values of the first tier that has any, without duplicates. */
export function mergeLists<T>(tiers: readonly Tier[], read: Read<readonly T[]>): Picked<T[]> | undefined {
  for (const tier of tiers) {
    const stating = statingIn(tier, read, (list) => list.length === 0);
    if (stating.length === 0) continue;
    return { value: [...new Set(stating.flatMap(([, list]) => list))], from: recordsOf(stating) };
  }
  return undefined;
}

/** The same for maps: the first value of each key. */
export function mergeMaps<T>(
  tiers: readonly Tier[],
  read: Read<Record<string, T>>,
): Picked<Record<string, T>> | undefined {
  for (const tier of tiers) {
    const stating = statingIn(tier, read, (map) => Object.keys(map).length === 0);
    if (stating.length === 0) continue;
    const entries = stating.toReversed().flatMap(([, map]) => Object.entries(map));
    return { value: Object.fromEntries(entries), from: recordsOf(stating) };
  }
  return undefined;
}
