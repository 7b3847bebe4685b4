import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../../server/test/support/processes/installation.ts';
import { measureRebuild } from '../src/rebuild/measure-rebuild.ts';
import { rebuildText } from '../src/rebuild/report.ts';
import { writeMeasured } from '../src/report/page.ts';

/**
 * Measures rebuilds with several numbers of lanes and writes docs/performance/rebuild.md.
 * Usage: measure-rebuild.ts [--companies N] [--people N] [--lanes 1,2]
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    people: { type: 'string', default: '400000' },
    lanes: { type: 'string', default: '1,2' },
  },
});

const installation = await openInstallation();
try {
  const report = await measureRebuild(installation, {
    companies: Number(values.companies),
    people: Number(values.people),
    lanes: values.lanes.split(',').map(Number),
    note: (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
  });
  writeFileSync('docs/performance/rebuild.json', `${JSON.stringify(report, null, 2)}\n`);
  const text = rebuildText(report);
  writeMeasured('docs/performance/rebuild.md', 'Rebuild', text);
  process.stdout.write(`${text}\n`);
} finally {
  await installation.close();
}
