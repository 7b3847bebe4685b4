import { existsSync, readFileSync } from 'node:fs';
import { type Conditions, differencesOf } from '../../src/speed/conditions.ts';
import { type BenchDataset, openBenchDataset, openExistingDataset } from '../../src/speed/dataset.ts';
import type { BenchOptions } from '../../src/speed/options.ts';

export const pages = 'docs/performance';

export const note = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** The results of earlier runs, if they were measured under the same conditions. */
export function readKept<T extends Conditions>(file: string, now: Conditions): T | undefined {
  if (!existsSync(file)) return undefined;
  const before: T = JSON.parse(readFileSync(file, 'utf8'));
  const differences = differencesOf(before, now);
  if (differences.length > 0) note(`replacing the results in ${file}: ${differences.join('; ')}`);
  return differences.length > 0 ? undefined : before;
}

/** Opens the dataset that the options name, and closes it afterwards. */
export async function withDataset<T>(
  { verb, given, isKept }: BenchOptions,
  people: number,
  work: (dataset: BenchDataset) => Promise<T>,
): Promise<T> {
  const dataset = given
    ? openExistingDataset(given)
    : await openBenchDataset({ people, isKept, isOwn: verb === 'regression', note });
  try {
    return await work(dataset);
  } finally {
    await dataset.end();
  }
}
