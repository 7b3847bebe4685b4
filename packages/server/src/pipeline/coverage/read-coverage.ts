import { supportedCountries } from '@orgdex/contract';
import type { Progress } from '../../core/output/progress.ts';
import { saveReport, scanCompanies } from '../../stores/postgres/coverage.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import type { Coverage } from './coverage.ts';
import { CoverageTally, type Frame } from './tally.ts';

export interface CoverageDeps extends Pick<Frame, 'rates'> {
  pool: Pool;
  progress: Progress;
}

interface CoverageQuestion extends Omit<Frame, 'rates'> {
  /** Samples one company in this many; 1 counts all. */
  every: number;
}

/** Counts the field coverage of the companies of these countries in the database. */
export async function readCoverage(
  { pool, progress, rates }: CoverageDeps,
  { every, ...question }: CoverageQuestion,
): Promise<Coverage> {
  const tally = new CoverageTally({ ...question, rates });
  let done = 0;
  await scanCompanies(pool, every, (part, total) => {
    for (const { id, records } of part) tally.add(id, records);
    done += part.length;
    progress.report('counting companies', done, total);
  });
  return { ...tally.toCoverage(), every };
}

export const today = (): string => new Date().toISOString().slice(0, 10);

/** Counts all countries, and keeps the result as the report of the console. */
export async function measureAll(deps: CoverageDeps, every: number): Promise<Coverage> {
  const coverage = await readCoverage(deps, { countries: supportedCountries, every, day: today() });
  await saveReport(deps.pool, coverage);
  return coverage;
}
