import { mkdirSync, writeFileSync } from 'node:fs';
import { checkRunsAddUp } from '../../server/test/support/data/adds-up.ts';
import { type Comparison, compareWorlds } from '../src/kills/digest.ts';
import { killEngines, killWeek, openJourney, spendWeek } from '../src/kills/kill-journey.ts';
import type { Kill } from '../src/kills/kill-run.ts';
import { stretchesOf, type Timeline } from '../src/kills/timeline.ts';
import { hostOn, tableOf, whole } from '../src/report/page.ts';

/** Kills imports and publishes at their real size and writes docs/performance/kills.md. Usage: measure-kills.ts [rows] [kills] */
const [rows = '1000000', count = '20'] = process.argv.slice(2);

const seconds = (value: number) => value.toFixed(1);

const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const stageLines = (timelines: readonly Timeline[]) =>
  timelines.flatMap(stretchesOf).map(({ work, stage, ms, parts }) => {
    const longest = Math.max(...parts.map((part) => part.ms));
    return [work.title, stage, seconds(ms / 1000), whole.format(parts.length), seconds(longest / 1000)];
  });

function outcomeOf({ what, ended }: Kill): string {
  if (what === 'the command') return 'killed';
  return ended.code === 0 ? 'went on by itself' : `ended with ${ended.code}: ${ended.err.trim().split('\n').at(-1)}`;
}

const killLine = (kill: Kill, at: number) => [
  String(at + 1),
  kill.what,
  kill.work,
  [kill.place.stage, kill.progress].filter(Boolean).join(', '),
  seconds(kill.lostSeconds),
  seconds(kill.backSeconds),
  seconds(kill.lostSeconds + kill.backSeconds),
  outcomeOf(kill),
];

const comparisonLine = (what: string, { rows: ledger, documents, differences }: Comparison) => [
  what,
  whole.format(ledger),
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
  return `# Killing imports and publishes, measured

\`npm run measure:kills -- ${rows} ${count}\` writes an invented register of ${whole.format(Number(rows))} rows and the one of the week after, in
which a fifth of the rows changed and some are gone. One installation imports and publishes both undisturbed. A second
one with the same secret runs the same commands; each is ended by \`kill -9\` at random moments of every stage and
started again. A third one, on engines of its own, loses PostgreSQL (every process of it at once) while rows are taken
in, and one of three engine nodes (the one that holds the primary shard of the companies) while a generation is filled.

${hostOn(new Date().toISOString().slice(0, 10), versions)}. The cores are shared with
the engines and with other machines.

## Differences

Every row of the ledger goes into a fingerprint of its partition, every document's id and content hash into one of its
part of the index; where two differ, the lines are compared one by one.

${tableOf(
  ['compared with the undisturbed one', 'ledger rows', 'documents', 'differences'],
  comparisons.map(([what, comparison]) => comparisonLine(what, comparison)),
)}

## What a kill costs

*Lost* is the time from the last commit to the kill. *Back* is the time from the next start of the same command to its
first commit behind the place of the kill: starting, finding the place, doing the lost work again and the rest of that
step. The work that is done twice is at most their sum: at worst ${seconds(worst)} s.

${tableOf(['', 'killed', 'command', 'at', 'lost s', 'back s', 'sum s', 'the command'], kills.map(killLine))}

## Undisturbed

${tableOf(['command', 'stage', 'seconds', 'commits', 'longest step s'], stageLines(timelines))}
`;
}

async function versionsOf({ undisturbed }: Awaited<ReturnType<typeof openJourney>>): Promise<string> {
  const { rows: server } = await undisturbed.pool.query('SHOW server_version');
  const { body } = await undisturbed.engine.info();
  return `PostgreSQL ${server[0].server_version.split(' ')[0]}, OpenSearch ${body.version.number}`;
}

// The default at a million rows; less at less, so that every stage has its commits.
const batchRows = Math.min(20_000, Math.ceil(Number(rows) / 50));
const journey = await openJourney(Number(rows), { ORGDEX_BATCH_ROWS: String(batchRows) });
try {
  const half = Math.ceil(Number(count) / 2);
  const { undisturbed, killed, weeks } = journey;
  note('the first week, undisturbed');
  const first = await spendWeek(journey, weeks.first);
  note(`the first week, killed ${half} times`);
  const kills = await killWeek(journey, first, half);
  const firstWeek = await compareWorlds(undisturbed, killed);
  note('the first week, on engines that are killed');
  const engines = await killEngines(journey, first);
  note('the next week, undisturbed');
  const next = await spendWeek(journey, weeks.next);
  note(`the next week, killed ${Number(count) - kills.length} times`);
  kills.push(...(await killWeek(journey, next, Number(count) - kills.length)));
  const nextWeek = await compareWorlds(undisturbed, killed);
  await checkRunsAddUp(killed.pool);
  const comparisons: Report['comparisons'] = [
    ['commands killed, the first week', firstWeek],
    ['PostgreSQL and an engine node killed, the first week', engines.comparison],
    ['commands killed, the next week', nextWeek],
  ];
  const report = {
    timelines: [...first, ...next],
    kills: [...kills, ...engines.kills],
    comparisons,
    versions: await versionsOf(journey),
  };
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/kills.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
  const differences = comparisons.flatMap(([, comparison]) => comparison.differences);
  for (const line of differences.slice(0, 20)) note(line);
  if (differences.length > 0 || kills.length < Number(count)) process.exitCode = 1;
} finally {
  await journey.close();
}
