import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Fleet, openFleet } from '../../testing/src/processes/fleet.ts';
import { startOwnStores } from '../../testing/src/stores/own-stores.ts';
import { faults } from '../src/faults/all.ts';
import { type Fault, type FaultStage, installed } from '../src/faults/fault.ts';
import { faultsPage } from '../src/faults/page.ts';
import {
  isViolated,
  measurePromise,
  note,
  openResults,
  type PromiseResult,
  resultLine,
  tryBreakages,
} from '../src/report/promise-results.ts';

/**
 * Breaks stores and processes under load, judges by what the client saw, and writes docs/performance/faults.md after each test.
 * Usage: measure-faults.ts [small | broken] [--only test,test] [--rate requests per second] [--log file]
 * `small` only prints; `broken` only tests the builds that are broken on purpose. `--log` keeps what the client saw, one request per line.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rate: { type: 'string' }, log: { type: 'string' } },
});
const [mode = 'full'] = positionals;
const names = faults.map(({ name }) => name);
const only = values.only?.split(',') ?? names;
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0 || !['full', 'small', 'broken'].includes(mode)) {
  note(`usage: measure:faults [small | broken] [--only ${names.join(',')}] [--rate 300]`);
  process.exit(2);
}
const kept = openResults('docs/performance/faults.json', names);

/** A test that cannot be completed is a violation; the others still run. */
async function measure(fault: Fault, stage: FaultStage): Promise<PromiseResult> {
  const { name, says } = fault;
  try {
    if (mode === 'broken') {
      const breakages = await tryBreakages(fault, stage);
      return { name, says, minutes: 0, measuredOn: '', measured: 'not measured', broken: [], breakages };
    }
    const measured = await measurePromise(fault, stage, mode === 'small' ? 'small' : 'full');
    return { ...measured, breakages: mode === 'small' ? [] : await tryBreakages(fault, stage) };
  } catch (error) {
    const broken = [`the test could not be completed: ${(error as Error).message.split('\n')[0]}`];
    note((error as Error).stack ?? '');
    await stage.fleet.stop();
    await stage.stores.up();
    return { name, says, minutes: 0, measuredOn: '', measured: '', broken, breakages: [] };
  }
}

const stores = await startOwnStores();
let fleet: Fleet | undefined;

async function closeAll(): Promise<void> {
  await fleet?.close();
  await stores.stop();
}

let closing: Promise<void> | undefined;
/** A signal and the end of the test that it interrupts may both call it. */
const close = (): Promise<void> => {
  closing ??= closeAll();
  return closing;
};

// Stores that are not stopped would keep their ports.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

try {
  fleet = await openFleet(stores, installed);
  const perSecond = values.rate ? Number(values.rate) : undefined;
  const stage = { fleet, stores, build: undefined, perSecond, clientLog: values.log };
  for (const fault of faults.filter(({ name }) => only.includes(name))) {
    const result = await measure(fault, stage);
    process.stdout.write(`${resultLine(result).join(' | ')}\n`);
    if (mode === 'full') writeFileSync('docs/performance/faults.md', faultsPage(kept.keep(result), names));
    if (isViolated(result)) process.exitCode = 1;
  }
} finally {
  await close();
}
