import type { BenchInstallation } from '../speed/installation.ts';
import { type CaseResult, measureSpeed } from '../speed/speed.ts';
import { openTargets } from '../speed/targets.ts';
import { type Baseline, checkParts, namedRatios, type Ratios, regressionsIn } from './check.ts';

type Note = (text: string) => void;

const describe = (ratios: Ratios) =>
  Object.entries(ratios)
    .map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`)
    .join(', ');

async function measurePart(
  installation: BenchInstallation,
  { order, settings }: (typeof checkParts)[number],
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
export async function measureRatios(installation: BenchInstallation, note: Note): Promise<Ratios> {
  const parts: Ratios[] = [];
  for (const part of checkParts) parts.push(await measurePart(installation, part, note));
  return Object.assign({}, ...parts);
}

/** Measures again if a ratio is too low, because the machine may have been busy. Only a ratio that is too low twice counts. */
export async function findRegressions(
  installation: BenchInstallation,
  baselines: Readonly<Record<string, Baseline>>,
  note: Note,
): Promise<{ measured: Ratios; regressions: string[] }> {
  const first = await measureRatios(installation, note);
  if (regressionsIn(baselines, first).length === 0) return { measured: first, regressions: [] };
  note('a ratio is too low: measuring again');
  const second = await measureRatios(installation, note);
  const measured = Object.fromEntries(
    Object.keys(baselines).flatMap((name) => {
      const seen = [first[name], second[name]].filter((one) => one !== undefined);
      return seen.length > 0 ? [[name, Math.max(...seen)]] : [];
    }),
  );
  return { measured, regressions: regressionsIn(baselines, measured) };
}
