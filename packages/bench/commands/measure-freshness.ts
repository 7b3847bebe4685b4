// How soon changes are seen. Usage: see freshness/options.ts.
import { loadavg } from 'node:os';
import { parseTrials } from '../src/freshness/options.ts';
import { brokenOf, type Measured, toFreshnessPage } from '../src/freshness/report.ts';
import { openStage } from '../src/freshness/stage.ts';
import { runTrials } from '../src/freshness/trial.ts';
import { ways } from '../src/freshness/ways.ts';
import { describeMachine } from '../src/report/machine.ts';
import { writeMeasured } from '../src/report/page.ts';
import { note, pages } from './bench/shared.ts';

const trials = parseTrials(process.argv.slice(2));
const trialsOf = (way: string) => Array.from({ length: trials }, (_, at) => `${way.toLowerCase()}-${at}`);

async function measure(): Promise<{ machine: string; results: Measured[] }> {
  const stage = await openStage({ trials: Object.keys(ways).flatMap(trialsOf) });
  const results: Measured[] = [];
  try {
    for (const [name, way] of Object.entries(ways)) {
      const measured = { way, lags: await runTrials(stage, way, trialsOf(name)) };
      results.push(measured);
      note(`${way.name}: ${brokenOf([measured]).join('; ') || 'kept'}`);
    }
    return { machine: describeMachine(await stage.readMachine()), results };
  } finally {
    await stage.close();
  }
}

const [load = 0] = loadavg();
const { machine, results } = await measure();
const asked = new Intl.NumberFormat('en').format(results.reduce((sum, { lags }) => sum + lags.length, 0));
const facts = `${machine} ${trials} trials of each kind, ${asked} changes as seen on a connection; load when it began: ${load.toFixed(1)}.`;
writeMeasured(`${pages}/freshness.md`, 'How soon a change is seen, measured', toFreshnessPage(facts, results));
if (brokenOf(results).length > 0) process.exitCode = 1;
