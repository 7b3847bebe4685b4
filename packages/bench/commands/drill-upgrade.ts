// Upgrades a running service under load; writes docs/operations/upgrade-drill.md. Usage: drill-upgrade.ts [version] [companies] [program]

import { rmSync } from 'node:fs';
import { hostOn, ms, tableOf, whole, writeMeasured } from '../src/report/page.ts';
import { quantile } from '../src/report/statistics.ts';
import { runUpgradeDrill } from '../src/upgrade/drill.ts';
import { firstVersion, installVersion } from '../src/upgrade/old-version.ts';

const note = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const [, , version = firstVersion(), companies = '20000', given] = process.argv;
const perSecond = 100;

note(`install ${version}`);
const installed = given ? undefined : installVersion(version);
const oldProgram = installed?.program ?? given ?? '';
const { plan, seconds, sent, charged, counted } = await runUpgradeDrill({
  oldProgram,
  companies: Number(companies),
  perSecond,
  note,
});
if (installed) rmSync(installed.folder, { recursive: true, force: true });

const failed = sent.filter(({ status }) => status !== 200);
const lines = Object.entries(seconds).map(([phase, duration]) => {
  const own = sent.filter((one) => one.phase === phase);
  const times = own.map((one) => one.ms);
  return [
    phase,
    `${duration.toFixed(1)} s`,
    whole.format(own.length),
    String(own.filter(({ status }) => status !== 200).length),
    `${ms(quantile(times, 0.5))} ms`,
    `${ms(quantile(times, 0.99))} ms`,
    `${ms(quantile(times, 1))} ms`,
  ];
});
const page = [
  `${hostOn(new Date().toISOString().slice(0, 10))}. From ${version} to the current version, ${whole.format(Number(companies))} companies, ${whole.format(4 * Number(companies))} people, ${perSecond} requests per second.`,
  tableOf(['phase', 'duration', 'requests', 'failed', 'median', '99th percentile', 'longest'], lines),
  `**${failed.length} of ${whole.format(sent.length)} requests failed.** The responses cost ${whole.format(charged)} credits; the database has counted ${whole.format(counted)}.`,
  `The plan that \`orgdex migrate --plan\` printed:\n\n\`\`\`\n${plan}\n\`\`\``,
].join('\n\n');
writeMeasured('docs/operations/upgrade-drill.md', 'Upgrade drill', page);
process.stdout.write(`${page}\n${JSON.stringify(failed.slice(0, 20))}\n`);
process.exitCode = failed.length === 0 && counted === charged ? 0 : 1;
