import { existsSync, readFileSync } from 'node:fs';
import type { BenchOptions } from '../../src/speed/options.ts';
import { differencesOf, type Terms } from '../../src/speed/conditions.ts';
import { type BenchWorld, openBenchWorld, openGivenWorld } from '../../src/speed/dataset.ts';

export const pages = 'docs/performance';

export const note = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** What earlier calls wrote, where it may stand beside what was measured now. */
export function readKept<T extends Terms>(file: string, now: Terms): T | undefined {
  if (!existsSync(file)) return undefined;
  const before: T = JSON.parse(readFileSync(file, 'utf8'));
  const differences = differencesOf(before, now);
  if (differences.length > 0) note(`what ${file} held is replaced: ${differences.join('; ')}`);
  return differences.length > 0 ? undefined : before;
}

/** Works in the world that was asked for, and leaves it as it was asked for. */
export async function inWorld<T>(
  { verb, given, isKept }: BenchOptions,
  people: number,
  work: (world: BenchWorld) => Promise<T>,
): Promise<T> {
  const world = given ? openGivenWorld(given) : await openBenchWorld({ people, isKept, isOwn: verb === 'guard', note });
  try {
    return await work(world);
  } finally {
    await world.end();
  }
}
