import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import {
  describeFall,
  type GuardRecord,
  guardWorld,
  type Ratios,
  type Recorded,
  toRecorded,
} from '../../src/regression/check.ts';
import { describeOtherCores, recordCommand, toGuardPage } from '../../src/regression/report.ts';
import { findFallen, measureGuard } from '../../src/regression/run.ts';
import { readMachine } from '../../src/report/machine.ts';
import { writeMeasured } from '../../src/report/page.ts';
import type { BenchOptions } from '../../src/speed/options.ts';
import type { Place } from '../../src/speed/installation.ts';
import { waitForQuiet } from '../../src/speed/wait-for-idle.ts';
import { inWorld, note, pages } from './shared.ts';

const file = `${pages}/guard.json`;
const advice = `See where the time goes: npm run bench -- --quick --no-write --only NAME, or node --cpu-prof. If it shall
be so, record anew and commit ${file}: ${recordCommand}`;

async function record(place: Place, { record: times, isBusy, writes }: BenchOptions): Promise<number> {
  const runs: Ratios[] = [];
  for (let run = 1; run <= times; run += 1) {
    note(`run ${run} of ${times}`);
    if (!isBusy) await waitForQuiet();
    runs.push(await measureGuard(place, note));
  }
  const made: GuardRecord = { machine: await readMachine(place), recorded: toRecorded(runs), runs };
  const page = toGuardPage(made);
  if (writes) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  if (writes) writeMeasured(`${pages}/guard.md`, 'The guard of speed', page);
  process.stdout.write(`${page}\n`);
  return 0;
}

function readRecord(): GuardRecord {
  if (!existsSync(file)) throw new Error(`Nothing is recorded yet: ${recordCommand}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function check(place: Place): Promise<number> {
  const { machine, recorded } = readRecord();
  const warning = describeOtherCores(machine, cpus().length);
  if (warning) note(warning);
  const { measured, fallen } = await findFallen(place, recorded, note);
  if (fallen.length === 0) {
    note('No ratio fell.');
    return 0;
  }
  const lines = fallen.map((name) => describeFall(name, recorded[name] as Recorded, measured[name]));
  const said = ['Slower than recorded, twice:', ...lines, ...(warning ? [warning] : []), advice];
  process.stderr.write(`${said.join('\n')}\n`);
  return 1;
}

export const runGuard = (options: BenchOptions): Promise<number> =>
  inWorld(options, guardWorld, ({ place }) => (options.record > 0 ? record(place, options) : check(place)));
