import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { measureSixSources, type SixSourcesReport } from '../src/imports/six-sources.ts';
import { hostOn, perSecond, tableOf, whole, writeMeasured } from '../src/report/page.ts';

/**
 * Imports six sources into one new database, rebuilds OpenSearch, measures the bulk baseline, and writes
 * docs/performance/six-sources.md. Usage: measure-six.ts [--shared COMPANIES] [--alone COMPANIES] [--earlier path/to/main.ts]
 */
const kept = 'docs/performance/six-sources.json';
const page = 'docs/performance/six-sources.md';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '500000' },
    alone: { type: 'string', default: '4500000' },
    earlier: { type: 'string' },
  },
});

function textOf(report: SixSourcesReport): string {
  const { stages, rebuild, bulk, isEqual } = report;
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0);
  const both = stages.filter(({ earlierSeconds }) => earlierSeconds !== undefined);
  const [now, before] = [both, both].map((ones, at) =>
    ones.reduce((sum, { seconds, earlierSeconds = 0 }) => sum + (at === 0 ? seconds : earlierSeconds), 0),
  ) as [number, number];
  const lines = stages.map(({ name, count, seconds, peakMb, databaseMb, earlierSeconds }) => [
    name,
    whole.format(count),
    whole.format(seconds),
    perSecond(count, seconds),
    whole.format(peakMb),
    whole.format(databaseMb),
    ...(both.length > 0 ? [earlierSeconds === undefined ? '' : whole.format(earlierSeconds)] : []),
  ]);
  const paces = [
    ['`orgdex rebuild`', rebuild],
    ['bulk requests with the same documents', bulk],
  ] as const;
  return [
    hostOn(report.measured),
    `${whole.format(report.records)} records became ${whole.format(report.companies)} companies; all stages ${whole.format(total)} s.`,
    tableOf(
      [
        ...[
          'stage',
          'rows, matches or documents',
          'seconds',
          'per second',
          'peak memory, MB',
          'database afterwards, MB',
        ],
        ...(both.length > 0 ? ['earlier version, seconds'] : []),
      ],
      lines,
    ),
    ...(both.length > 0
      ? [
          `The earlier version imported the same files in ${whole.format(before)} s, ${(before / now).toFixed(1)} times as long; every record and identifier has ${isEqual ? 'the same company' : 'NOT the same company'}.`,
        ]
      : []),
    tableOf(
      ['', 'documents', 'seconds', 'documents/s'],
      paces.map(([name, { documents, seconds }]) => [
        name,
        whole.format(documents),
        whole.format(seconds),
        perSecond(documents, seconds),
      ]),
    ),
    `Rebuild ÷ bulk requests, in documents per second: ${(bulk.seconds / rebuild.seconds).toFixed(2)}. OpenSearch uses ${whole.format(report.opensearchMb)} MB on disk.`,
  ].join('\n\n');
}

const installation = await openInstallation();
const earlier =
  values.earlier === undefined ? undefined : await openInstallation({ secretOf: installation, build: values.earlier });
try {
  const report = await measureSixSources(installation, {
    shared: Number(values.shared),
    alone: Number(values.alone),
    earlier,
    note: (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
  });
  writeFileSync(kept, `${JSON.stringify(report, null, 2)}\n`);
  writeMeasured(page, 'Six sources in one database', textOf(report));
} finally {
  await earlier?.close();
  await installation.close();
}
