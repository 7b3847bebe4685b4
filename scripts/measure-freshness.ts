import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { kindNames } from '../packages/server/test/support/freshness/kinds.ts';
import { openStage } from '../packages/server/test/support/freshness/stage.ts';
import { type Lag, runTrials } from '../packages/server/test/support/freshness/trial.ts';
import { judge, summarise } from '../packages/server/test/support/freshness/verdict.ts';
import { type Way, ways } from '../packages/server/test/support/freshness/ways.ts';

/** Measures how soon changes are seen and writes docs/performance/freshness.md. Usage: measure-freshness.ts [--trials 20] */
const { values } = parseArgs({ options: { trials: { type: 'string', default: '20' } } });
const trials = Number(values.trials);
const page = 'docs/performance/freshness.md';

interface Result {
  readonly way: Way;
  readonly lags: readonly Lag[];
}

const trialsOf = (way: string) => Array.from({ length: trials }, (_, at) => `${way.toLowerCase()}-${at}`);

async function measure(): Promise<Result[]> {
  const stage = await openStage({ trials: Object.keys(ways).flatMap(trialsOf) });
  const results: Result[] = [];
  try {
    for (const [name, way] of Object.entries(ways)) {
      results.push({ way, lags: await runTrials(stage, way, trialsOf(name)) });
      process.stderr.write(`${way.name}: ${judge(results.at(-1)?.lags ?? [], 'behindMs').join('; ') || 'kept'}\n`);
    }
  } finally {
    await stage.close();
  }
  return results;
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function cellsOf(lags: readonly Lag[]): string {
  const cells = (['lastOldMs', 'behindMs'] as const).map((since) => {
    const { medianMs, p99Ms, latestMs } = summarise(lags, since);
    return [medianMs, p99Ms, latestMs].map((ms) => number.format(ms)).join(' / ');
  });
  return cells.join(' | ');
}

const tableOf = ({ way, lags }: Result) => `**${way.name[0]?.toUpperCase()}${way.name.slice(1)}**

| | after the command: median / p99 / latest | behind: median / p99 / latest |
|---|---|---|
${kindNames.map((kind) => `| ${kind} | ${cellsOf(lags.filter((lag) => lag.kind === kind))} |`).join('\n')}
`;

/** What stands between the marks is written by this script; the words around it by people. */
function writePage(results: readonly Result[], load: number): void {
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const memory = number.format(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  const asked = number.format(results.reduce((sum, { lags }) => sum + lags.length, 0));
  const machine = `${cpus().length} cores, ${memory} GiB, Node ${process.versions.node}, ${day}; ${trials} trials of each kind, ${asked} changes as seen on a connection; load when it began: ${load.toFixed(1)}.`;
  const text = readFileSync(page, 'utf8');
  const before = text.slice(0, text.indexOf(begin) + begin.length);
  const after = text.slice(text.indexOf(end));
  writeFileSync(page, `${before}\n${machine}\n\n${results.map(tableOf).join('\n')}${after}`);
}

const [load = 0] = loadavg();
const results = await measure();
writePage(results, load);
if (results.some(({ lags }) => judge(lags, 'behindMs').length > 0)) process.exitCode = 1;
