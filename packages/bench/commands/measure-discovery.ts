// Measures finding and matching companies. Usage: see src/discovery/options.ts.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Bench, openBench } from '../src/discovery/bench-load.ts';
import { type DiscoveryOptions, type PartName, parseDiscovery } from '../src/discovery/options.ts';
import { measurePart } from '../src/discovery/parts.ts';
import { type KeptParts, missedOf, toDiscoveryPage } from '../src/discovery/report.ts';
import { countCompanies } from '../src/discovery/sample-companies.ts';
import { describeMachine, readMachine } from '../src/report/machine.ts';
import { whole, writeMeasured } from '../src/report/page.ts';
import { openBenchDataset, openExistingDataset } from '../src/speed/dataset.ts';
import { UsageError } from '../src/speed/options.ts';
import { ensureStores } from '../src/speed/start-stores.ts';
import { note, pages } from './bench/shared.ts';

const kept = `${pages}/discovery.json`;
/** A company of the synthetic dataset has so many people on average. */
const peoplePerCompany = 4;

// The exit handlers stop the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const readKept = (): KeptParts => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {});

function write(parts: KeptParts): void {
  const all = { ...readKept(), ...parts };
  writeFileSync(kept, `${JSON.stringify(all, null, 2)}\n`);
  writeMeasured(`${pages}/discovery.md`, 'Finding and matching companies', toDiscoveryPage(all));
}

async function describe({ installation }: Bench, { rounds, seconds, cacheMb, seed }: DiscoveryOptions) {
  const companies = whole.format(await countCompanies(installation));
  const terms = `${rounds} rounds of ${seconds} s, ORGDEX_CACHE_MB=${cacheMb}, seed ${seed}.`;
  return `${describeMachine(await readMachine(installation))} ${companies} companies; ${terms}`;
}

async function measure(bench: Bench, name: PartName, options: DiscoveryOptions): Promise<KeptParts> {
  note(`${name} …`);
  const result = await measurePart(name, bench, options);
  return { [name]: { measuredOn: await describe(bench, options), result } };
}

/** A part that fails does not prevent the others. */
function fail(name: PartName, error: Error): KeptParts {
  note(`${name} failed: ${error.stack}`);
  process.exitCode = 1;
  return {};
}

async function run(options: DiscoveryOptions): Promise<void> {
  await ensureStores(undefined);
  const people = options.companies * peoplePerCompany;
  const dataset = options.given
    ? openExistingDataset(options.given)
    : await openBenchDataset({ people, isKept: options.isKept, note });
  let measured: KeptParts = {};
  try {
    const bench = await openBench({ installation: dataset.installation, cacheMb: options.cacheMb, note });
    try {
      for (const name of options.parts) {
        const part = await measure(bench, name, options).catch((error: Error) => fail(name, error));
        measured = { ...measured, ...part };
        if (options.writes) write(part);
      }
    } finally {
      await bench.close();
    }
  } finally {
    await dataset.end();
  }
  process.stdout.write(`${toDiscoveryPage(measured)}\n`);
  if (missedOf(measured).length > 0) process.exitCode = 1;
}

try {
  await run(parseDiscovery(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
