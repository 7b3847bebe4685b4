import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { type MatchTime, measureMatchRuns } from '../src/matching/run-times.ts';
import { hostOn, tableOf, whole, writeMeasured } from '../src/report/page.ts';

/**
 * Measures `orgdex match run` when everything, nothing and little has changed; writes docs/performance/match-run.md.
 * Usage: measure-match.ts [--shared COMPANIES] [--alone COMPANIES] [--lanes N] [--earlier path/to/main.ts]
 */
const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '500000' },
    alone: { type: 'string', default: '4500000' },
    lanes: { type: 'string', default: '2' },
    earlier: { type: 'string' },
  },
});

/** What the runs cost, for the capacity formula. */
export interface MatchCost {
  measured: string;
  companies: number;
  times: MatchTime[];
}

const columns: Record<string, (time: MatchTime) => string> = {
  run: ({ name }) => name,
  seconds: ({ seconds }) => seconds.toFixed(1),
  'CPU seconds': ({ cpuSeconds }) => cpuSeconds?.toFixed(1) ?? '',
  'of PostgreSQL': ({ postgresCpuSeconds }) => postgresCpuSeconds?.toFixed(1) ?? '',
  'peak memory, MB': ({ peakMb }) => (peakMb === undefined ? '' : whole.format(peakMb)),
  'companies compared': ({ compared }) => whole.format(compared),
  links: ({ linked }) => whole.format(linked),
  'proposed matches': ({ candidates }) => whole.format(candidates),
  'hash of all matches': ({ matches }) => `\`${matches.slice(0, 8)}\``,
};

const installation = await openInstallation();
try {
  const times = await measureMatchRuns(installation, {
    ...{ shared: Number(values.shared), alone: Number(values.alone), lanes: values.lanes, earlier: values.earlier },
    note: (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
  });
  const companies = Number(values.shared) + Number(values.alone);
  const kept: MatchCost = { measured: new Date().toISOString().slice(0, 10), companies, times };
  writeFileSync('docs/performance/match-run.json', `${JSON.stringify(kept, null, 2)}\n`);
  const page = [
    `${hostOn(new Date().toISOString().slice(0, 10))}, ${whole.format(companies)} companies, ${values.lanes} lanes.`,
    tableOf(
      Object.keys(columns),
      times.map((time) => Object.values(columns).map((column) => column(time))),
    ),
  ].join('\n\n');
  writeMeasured('docs/performance/match-run.md', 'Match runs', page);
  process.stdout.write(`${page}\n`);
} finally {
  await installation.close();
}
