import type { BenchInstallation } from '../speed/installation.ts';
import { type CaseResult, measureSpeed } from '../speed/speed.ts';
import { openTargets } from '../speed/targets.ts';
import {
  type Baseline,
  type CheckPart,
  checkParts,
  higherOf,
  namedRatios,
  partsOf,
  type Ratios,
  regressionsIn,
} from './check.ts';

type Note = (text: string) => void;

const describe = (ratios: Ratios) =>
  Object.entries(ratios)
    .map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`)
    .join(', ');

async function measurePart(
  installation: BenchInstallation,
  { order, settings }: CheckPart,
  note: Note,
): Promise<Ratios> {
  const targets = await openTargets(installation, { settings });
  try {
    const onResult = (result: CaseResult) => note(describe(namedRatios([result])));
    return namedRatios(await measureSpeed({ installation, targets, note, onResult }, order));
  } finally {
    await targets.close();
  }
}

/** Measures every ratio once, with new processes. */
export async function measureRatios(
  installation: BenchInstallation,
  note: Note,
  parts: readonly CheckPart[] = checkParts,
): Promise<Ratios> {
  const measured: Ratios[] = [];
  for (const part of parts) measured.push(await measurePart(installation, part, note));
  return Object.assign({}, ...measured);
}

/** A virtual machine can get too little CPU time for minutes, and then a ratio of short rounds says nothing. */
export const maxMeasurements = 5;

/** Measures too low ratios again, up to {@link maxMeasurements} times. Only a ratio that is too low every time counts. */
export async function findRegressions(
  baselines: Readonly<Record<string, Baseline>>,
  measure: (parts: readonly CheckPart[]) => Promise<Ratios>,
  pause: (tooLow: readonly string[]) => Promise<unknown>,
): Promise<{ measured: Ratios; regressions: string[] }> {
  let measured = await measure(checkParts);
  let regressions = regressionsIn(baselines, measured);
  for (let done = 1; done < maxMeasurements && regressions.length > 0; done += 1) {
    await pause(regressions);
    measured = higherOf(measured, await measure(partsOf(regressions)));
    regressions = regressionsIn(baselines, measured);
  }
  return { measured, regressions };
}
