import type { BenchOptions } from '../../packages/server/test/support/bench/options.ts';
import { type BenchWorld, openBenchWorld, openGivenWorld } from '../../packages/server/test/support/bench/world.ts';

export const pages = 'docs/performance';

export const note = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** Works in the world that was asked for, and leaves it as it was asked for. */
export async function inWorld<T>(
  { given, isKept }: BenchOptions,
  people: number,
  work: (world: BenchWorld) => Promise<T>,
): Promise<T> {
  const world = given ? openGivenWorld(given) : await openBenchWorld({ people, isKept, note });
  try {
    return await work(world);
  } finally {
    await world.end();
  }
}
