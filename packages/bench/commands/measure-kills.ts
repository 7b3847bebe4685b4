import { mkdirSync, writeFileSync } from 'node:fs';
import { checkRunsAddUp } from '../../testing/src/data/adds-up.ts';
import { type Comparison, compareInstallations } from '../src/kills/compare-installations.ts';
import type { Kill } from '../src/kills/kill-run.ts';
import { killStores, killWeek, openKillSetup, runWeek } from '../src/kills/kill-weeks.ts';
import { stageTimesOf, type Timeline } from '../src/kills/timeline.ts';
import { hostOn, tableOf, whole } from '../src/report/page.ts';

/** Kills imports and publishes of a large register and writes docs/performance/kills.md. Usage: measure-kills.ts [rows] [kills] */
const [rows = '1000000', count = '20'] = process.argv.slice(2);

const seconds = (value: number) => value.toFixed(1);

const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const stageLines = (timelines: readonly Timeline[]) =>
  timelines.flatMap(stageTimesOf).map(({ work, stage, ms, parts }) => {
    const longest = Math.max(...parts.map((part) => part.ms));
    return [work.title, stage, seconds(ms / 1000), whole.format(parts.length), seconds(longest / 1000)];
  });

function outcomeOf({ what, ended }: Kill): string {
  if (what === 'the command') return 'killed';
  return ended.code === 0 ? 'continued' : `exited with code ${ended.code}: ${ended.err.trim().split('\n').at(-1)}`;
}

const killLine = (kill: Kill, at: number) => [
  String(at + 1),
  kill.what,
  kill.work,
  [kill.checkpoint.stage, kill.progress].filter(Boolean).join(', '),
  seconds(kill.lostSeconds),
  seconds(kill.backSeconds),
  seconds(kill.lostSeconds + kill.backSeconds),
  outcomeOf(kill),
];

const comparisonLine = (what: string, { rows: database, documents, differences }: Comparison) => [
  what,
  whole.format(database),
  whole.format(documents),
  whole.format(differences.length),
];

interface Report {
  timelines: Timeline[];
  kills: Kill[];
  comparisons: [what: string, Comparison][];
  versions: string;
}

function toMarkdown({ timelines, kills, comparisons, versions }: Report): string {
  const worst = Math.max(...kills.map(({ lostSeconds, backSeconds }) => lostSeconds + backSeconds));
  return `# Killed imports and publishes

Run the same command again after a crash: the result is the same as without the crash. This page shows it, and what a kill
costs. To measure it on your machine:

\`\`\`sh
npm run measure:kills -- ${rows} ${count}
\`\`\`

The command generates a register of ${whole.format(Number(rows))} rows, a second register with a quarter as many, which describes some of its
companies, and the file of the first one a week later, in which a fifth of the rows changed and some are missing. One installation
imports and publishes them without interruption, in two lanes. A second one with the same secret runs the same commands; each is killed
by \`kill -9\` at random moments of every stage and restarted. A third one, with its own stores, loses PostgreSQL (all its processes at
once) while the second register is applied, and one of three OpenSearch nodes (with the primary shard of the companies) while a
generation is filled.

${hostOn(new Date().toISOString().slice(0, 10), versions)}. The stores and other processes share the cores.

## Differences

All database rows, document ids and content hashes are compared by checksums per part; parts that differ are compared line by
line. The versions of companies and rosters are left out: they count the batches that changed them, and after a kill the remaining
records are in other batches.

${tableOf(
  ['compared with the uninterrupted installation', 'database rows', 'documents', 'differences'],
  comparisons.map(([what, comparison]) => comparisonLine(what, comparison)),
)}

## What a kill costs

*Lost* is the time from the last commit to the kill. *Recovery* is the time from the next start of the command to its first
commit after the point of the kill: startup, resume, the lost work again and the rest of that step. The repeated work is at
most their sum: in the worst case ${seconds(worst)} s.

${tableOf(['', 'killed', 'command', 'at', 'lost, s', 'recovery, s', 'sum, s', 'result'], kills.map(killLine))}

## Without kills

${tableOf(['command', 'stage', 'seconds', 'commits', 'longest step, s'], stageLines(timelines))}
`;
}

async function versionsOf({ uninterrupted }: Awaited<ReturnType<typeof openKillSetup>>): Promise<string> {
  const { rows: server } = await uninterrupted.pool.query('SHOW server_version');
  const { body } = await uninterrupted.opensearch.info();
  return `PostgreSQL ${server[0].server_version.split(' ')[0]}, OpenSearch ${body.version.number}`;
}

// The default for a million rows. Smaller for fewer rows, so that every stage has several commits.
const batchRows = Math.min(20_000, Math.ceil(Number(rows) / 50));
const setup = await openKillSetup(Number(rows), { ORGDEX_BATCH_ROWS: String(batchRows) });
try {
  const half = Math.ceil(Number(count) / 2);
  const { uninterrupted, killed, weeks } = setup;
  note('the first week, uninterrupted');
  const first = await runWeek(setup, weeks.first);
  note(`the first week, killed ${half} times`);
  const kills = await killWeek(setup, first, half);
  const firstWeek = await compareInstallations(uninterrupted, killed);
  note('first week, with killed stores');
  const stores = await killStores(setup, first);
  note('the next week, uninterrupted');
  const next = await runWeek(setup, weeks.next);
  note(`the next week, killed ${Number(count) - kills.length} times`);
  kills.push(...(await killWeek(setup, next, Number(count) - kills.length)));
  const nextWeek = await compareInstallations(uninterrupted, killed);
  await checkRunsAddUp(killed.pool);
  const comparisons: Report['comparisons'] = [
    ['commands killed, first week', firstWeek],
    ['PostgreSQL and an OpenSearch node killed, first week', stores.comparison],
    ['commands killed, next week', nextWeek],
  ];
  const report = {
    timelines: [...first, ...next],
    kills: [...kills, ...stores.kills],
    comparisons,
    versions: await versionsOf(setup),
  };
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/kills.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
  const differences = comparisons.flatMap(([, comparison]) => comparison.differences);
  for (const line of differences.slice(0, 20)) note(line);
  if (differences.length > 0 || kills.length < Number(count)) process.exitCode = 1;
} finally {
  await setup.close();
}
