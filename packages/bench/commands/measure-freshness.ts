// Measures how soon changes are visible. Usage: see src/freshness/options.ts.
import { loadavg } from 'node:os';
import { openEnvironment } from '../src/freshness/environment.ts';
import { parseTrials } from '../src/freshness/options.ts';
import { brokenOf, type Measured, toFreshnessPage } from '../src/freshness/report.ts';
import { scenarios } from '../src/freshness/scenarios.ts';
import { runTrials } from '../src/freshness/trial.ts';
import { describeMachine } from '../src/report/machine.ts';
import { writeMeasured } from '../src/report/page.ts';
import { note, pages } from './bench/shared.ts';

const trials = parseTrials(process.argv.slice(2));
const trialsOf = (scenario: string) => Array.from({ length: trials }, (_, at) => `${scenario.toLowerCase()}-${at}`);

async function measure(): Promise<{ machine: string; results: Measured[] }> {
  const environment = await openEnvironment({ trials: Object.keys(scenarios).flatMap(trialsOf) });
  const results: Measured[] = [];
  try {
    for (const [name, scenario] of Object.entries(scenarios)) {
      const measured = { scenario, lags: await runTrials(environment, scenario, trialsOf(name)) };
      results.push(measured);
      note(`${scenario.name}: ${brokenOf([measured]).join('; ') || 'guarantee met'}`);
    }
    return { machine: describeMachine(await environment.readMachine()), results };
  } finally {
    await environment.close();
  }
}

const [load = 0] = loadavg();
const { machine, results } = await measure();
const changes = new Intl.NumberFormat('en').format(results.reduce((sum, { lags }) => sum + lags.length, 0));
const facts = `${machine} ${trials} trials of each kind, ${changes} observations; load average at the start: ${load.toFixed(1)}.`;
writeMeasured(`${pages}/freshness.md`, 'How soon a change is visible', toFreshnessPage(facts, results));
if (brokenOf(results).length > 0) process.exitCode = 1;
