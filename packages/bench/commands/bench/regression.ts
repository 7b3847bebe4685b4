import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Baseline,
  type CheckPart,
  checkPeople,
  describeRegression,
  type Ratios,
  type RegressionRecord,
  toBaselines,
} from '../../src/regression/check.ts';
import { describeCoreMismatch, recordCommand, toRegressionPage } from '../../src/regression/report.ts';
import { findRegressions, maxMeasurements, measureRatios } from '../../src/regression/run.ts';
import { readMachine } from '../../src/report/machine.ts';
import { writeMeasured } from '../../src/report/page.ts';
import type { BenchInstallation } from '../../src/speed/installation.ts';
import type { BenchOptions } from '../../src/speed/options.ts';
import { waitForIdle } from '../../src/speed/wait-for-idle.ts';
import { note, pages, withDataset } from './shared.ts';

const file = `${pages}/regression.json`;
const advice = `To see where the time goes: npm run bench -- --quick --no-write --only NAME, or node --cpu-prof.
If the slowdown is intended, record new baselines and commit ${file}: ${recordCommand}`;

async function record(
  installation: BenchInstallation,
  { record: times, isBusy, writes }: BenchOptions,
): Promise<number> {
  const runs: Ratios[] = [];
  for (let run = 1; run <= times; run += 1) {
    note(`run ${run} of ${times}`);
    if (!isBusy) await waitForIdle();
    runs.push(await measureRatios(installation, note));
  }
  const made: RegressionRecord = { machine: await readMachine(installation), baselines: toBaselines(runs), runs };
  const page = toRegressionPage(made);
  if (writes) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  if (writes) writeMeasured(`${pages}/regression.md`, 'Performance regression check', page);
  process.stdout.write(`${page}\n`);
  return 0;
}

function readRecord(): RegressionRecord {
  if (!existsSync(file)) throw new Error(`${file} does not exist. Record baselines: ${recordCommand}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Before a measurement is repeated. */
const pauseMs = 30_000;

async function check(installation: BenchInstallation): Promise<number> {
  const { machine, baselines } = readRecord();
  const warning = describeCoreMismatch(machine, cpus().length);
  if (warning) note(warning);
  const pause = async (tooLow: readonly string[]) => {
    note(`too low, measuring again in ${pauseMs / 1000} s: ${tooLow.join('; ')}`);
    await sleep(pauseMs);
  };
  const measure = (parts: readonly CheckPart[]) => measureRatios(installation, note, parts);
  const { measured, regressions } = await findRegressions(baselines, measure, pause);
  if (regressions.length === 0) {
    note('No regression.');
    return 0;
  }
  const lines = regressions.map((name) => describeRegression(name, baselines[name] as Baseline, measured[name]));
  const message = [
    `Performance regression in ${maxMeasurements} measurements:`,
    ...lines,
    ...(warning ? [warning] : []),
    advice,
  ];
  process.stderr.write(`${message.join('\n')}\n`);
  return 1;
}

export const runRegression = (options: BenchOptions): Promise<number> =>
  withDataset(options, checkPeople, ({ installation }) =>
    options.record > 0 ? record(installation, options) : check(installation),
  );
