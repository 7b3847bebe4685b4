// Compares the service with OpenSearch alone: speed, growth, and the performance regression check. Usage: see options.ts.

import { type BenchOptions, parseBench, UsageError, type Verb } from '../src/speed/options.ts';
import { ensureStores } from '../src/speed/start-stores.ts';
import { runGrowth } from './bench/growth.ts';
import { runRegression } from './bench/regression.ts';
import { runSpeed } from './bench/speed.ts';

/** Each returns the exit code of the process. */
const runs: Record<Verb, (options: BenchOptions) => Promise<number>> = {
  speed: runSpeed,
  growth: runGrowth,
  regression: runRegression,
};

// The exit handlers stop the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  const options = parseBench(process.argv.slice(2));
  await ensureStores(options.nodes);
  process.exitCode = await runs[options.verb](options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
