import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { measureRebuild, measureWritten, type RebuildReport } from '../src/rebuild/measure-rebuild.ts';
import { rebuildText } from '../src/rebuild/report.ts';
import { writeMeasured } from '../src/report/page.ts';

/**
 * Measures rebuilds with several numbers of lanes and writes docs/performance/rebuild.md. With --larger, only rebuilds into
 * OpenSearch are measured, and added to the results that are there.
 * Usage: measure-rebuild.ts [--companies N] [--people N] [--lanes 1,2] [--larger]
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    people: { type: 'string', default: '400000' },
    lanes: { type: 'string', default: '1,2' },
    larger: { type: 'boolean', default: false },
  },
});

const order = {
  companies: Number(values.companies),
  people: Number(values.people),
  lanes: values.lanes.split(',').map(Number),
  note: (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
};
const kept = 'docs/performance/rebuild.json';
const earlier: RebuildReport = JSON.parse(readFileSync(kept, 'utf8'));

const installation = await openInstallation();
try {
  const report = values.larger
    ? { ...earlier, larger: await measureWritten(installation, order) }
    : { ...earlier, ...(await measureRebuild(installation, order)) };
  writeFileSync(kept, `${JSON.stringify(report, null, 2)}\n`);
  const text = rebuildText(report);
  writeMeasured('docs/performance/rebuild.md', 'Rebuild', text);
  process.stdout.write(`${text}\n`);
} finally {
  await installation.close();
}
