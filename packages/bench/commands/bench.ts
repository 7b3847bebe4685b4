// The service beside the bare engine: how fast, how it grows, and whether it got slower. Usage: see options.ts.
import { ensureEngines } from '../src/speed/start-stores.ts';
import { type BenchOptions, parseBench, UsageError, type Verb } from '../src/speed/options.ts';
import { runGrowth } from './bench/growth.ts';
import { runGuard } from './bench/regression.ts';
import { runSpeed } from './bench/speed.ts';

/** Gives the code that the process ends with. */
const runs: Record<Verb, (options: BenchOptions) => Promise<number>> = {
  speed: runSpeed,
  growth: runGrowth,
  guard: runGuard,
};

// So that what was started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  const options = parseBench(process.argv.slice(2));
  await ensureEngines(options.nodes);
  process.exitCode = await runs[options.verb](options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
