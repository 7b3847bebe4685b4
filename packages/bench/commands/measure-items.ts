import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawCalibration } from '../src/directory/calibration-chart.ts';
import { openDirectory } from '../src/directory/dataset.ts';
import { fitWeights } from '../src/directory/fit.ts';
import { calibrationOf, outcomesByTrap, qualitiesOf } from '../src/directory/match-quality.ts';
import { compareItems, judgeItem } from '../src/directory/matched-items.ts';
import { type ItemsReport, itemsText } from '../src/directory/quality-page.ts';
import start from '../src/directory/start-weights.json' with { type: 'json' };
import { writeMeasured } from '../src/report/page.ts';
import { note, pages } from './bench/shared.ts';

/**
 * Matches items whose true companies are known with a synthetic directory, and writes
 * docs/performance/match-items.md. Usage: measure-items.ts --companies N --items N [--seed N] [--fit] [--keep]
 * With --fit, computes the weights of the scorer from the countries in `fittedOn`.
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    items: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '2' },
    fit: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

/** The weights must hold in other countries too. */
const fittedOn = new Set(['AU', 'US', 'JP', 'SG', 'ID', 'TH']);
const table = 'packages/server/src/pipeline/identity/scoring/weights.json';

const directory = { companies: Number(values.companies), seed: Number(values.seed) };
const dataset = await openDirectory(directory, { isKept: values.keep, note });
try {
  const items = await compareItems(dataset.installation, directory, { sequence: 1, count: Number(values.items) });
  if (values.fit) {
    const { weights, before, after, seen } = fitWeights(
      start,
      items.filter(({ country }) => fittedOn.has(country)),
    );
    writeFileSync(table, `${JSON.stringify(weights, null, 2)}\n`);
    note(`mean log-likelihood ${before.toFixed(4)} before, ${after.toFixed(4)} after`);
    note(JSON.stringify(seen));
  } else {
    const judged = items.map(judgeItem);
    const report: ItemsReport = {
      measured: new Date().toISOString().slice(0, 10),
      ...directory,
      qualities: qualitiesOf(judged),
      elsewhere: qualitiesOf(judged.filter(({ country }) => !fittedOn.has(country))),
      traps: outcomesByTrap(judged),
      calibration: calibrationOf(judged),
    };
    writeFileSync(`${pages}/match-items.json`, `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(`${pages}/calibration.svg`, drawCalibration(report.calibration.bins));
    writeMeasured(`${pages}/match-items.md`, 'Quality of matched items', itemsText(report));
  }
} finally {
  await dataset.end();
}
