import { mkdirSync, writeFileSync } from 'node:fs';
import { issueKey } from '../../server/src/access/create-key.ts';
import { openEngine } from '../../server/src/engine/client.ts';
import { checkLimiter } from '../../server/src/limiter/redis.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { leakyCheck, ourCheck, type Timing, timeGuesses } from '../../server/test/support/access/key-timing.ts';
import { testAudit } from '../../server/test/support/data/world.ts';
import { openTestLedger } from '../../server/test/support/stores/database.ts';
import { measureAccess, type Round, type Way, ways } from '../src/access/access-cost.ts';
import { hostOn, tableOf, whole } from '../src/report/page.ts';
import { maxBusyShare } from '../src/speed/wait-for-idle.ts';

/** Measures what access costs and writes docs/performance/access-cost.md. Usage: measure-access-cost.ts [rounds] [seconds] [keys] */
const [rounds = '100', seconds = '1', keys = '100000'] = process.argv.slice(2);
const goal = 0.75;

const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** The value below which this share of the others lies. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

const ratioOf = ({ perSecond }: Round, way: Way) => perSecond[way] / perSecond['without access'];
const medianRatio = (all: readonly Round[], way: Way) =>
  quantile(
    all.map((round) => ratioOf(round, way)),
    0.5,
  );

function wayLine(all: readonly Round[], way: Way): string[] {
  const cell = (of: (round: Round) => number, format: (value: number) => string) => {
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => format(quantile(all.map(of), share)));
    return `${middle} (${low} to ${high})`;
  };
  return [
    way,
    cell(({ perSecond }) => perSecond[way], whole.format),
    cell(
      (round) => ratioOf(round, way),
      (value) => value.toFixed(2),
    ),
    cell(({ cpuUs }) => cpuUs[way], whole.format),
  ];
}

const timingLine = (what: string, { samples, nearUs, farUs, t }: Timing) => [
  what,
  whole.format(2 * samples),
  nearUs.toFixed(1),
  farUs.toFixed(1),
  t.toFixed(2),
];

interface Report {
  readonly measured: readonly Round[];
  readonly timings: readonly [what: string, Timing][];
  readonly versions: string;
}

function toMarkdown({ measured, timings, versions }: Report): string {
  const ratios = ways.slice(1).map((way) => medianRatio(measured, way).toFixed(2));
  return `# What access costs, measured

\`npm run measure:access-cost -- ${rounds} ${seconds} ${keys}\` asks one lookup over and over on 64 connections that stay open, ${seconds} s at
a time: one API process with the whole of access (key, rate, scope, country, credit, place, count) on the real
engines, for an account without a quota and one with, and one whose guard asks nobody anything. That one is composed for
the measurement in \`packages/bench/src/access/access-cost-server.ts\`; the product has no such setting. The three take
turns, each round begins with another, and whoever asks is a process of its own.

${hostOn(new Date().toISOString().slice(0, 10), versions)}. The cores are shared with
the engines, the one who asks and other machines, so only the ratios mean something.

## Requests per second

Access leaves ${ratios[0]} of the requests per second without a quota and ${ratios[1]} with one (goal: ${goal}).

${tableOf(
  ['', 'requests/s', 'ratio within the round', 'CPU of the API, µs a request'],
  ways.map((way) => wayLine(measured, way)),
)}

Medians of ${measured.length} rounds, and in brackets their middle half. A ratio compares neighbours of one round, and a round begins
only when others take less than ${maxBusyShare} of the cores.

## What the clock tells about keys

Wrong keys with a right checksum, each new: half of them share all but six letters of the random part with a real key,
half share none. They are asked one after the other in random order, through the cache to PostgreSQL; the slowest
twentieth of all is left out. Beyond ±4.5, Welch’s t would say that the two can be told apart. The second line is a check
made to leak: it looks closer at a key whose beginning it knows.

${tableOf(
  ['check', 'keys', 'near, mean µs', 'far, mean µs', 't'],
  timings.map(([what, timing]) => timingLine(what, timing)),
)}
`;
}

async function versionsOf(ledger: Awaited<ReturnType<typeof openTestLedger>>): Promise<string> {
  const { OPENSEARCH_URL, REDIS_URL } = readConfig();
  const engine = openEngine(OPENSEARCH_URL);
  const { rows } = await ledger.pool.query('SHOW server_version');
  const { body } = await engine.info();
  await engine.close();
  const postgres = `PostgreSQL ${rows[0].server_version.split(' ')[0]}`;
  return [postgres, await checkLimiter(REDIS_URL), `OpenSearch ${body.version.number}`].join(', ');
}

async function timeKeys({ pool }: Awaited<ReturnType<typeof openTestLedger>>): Promise<Report['timings']> {
  const terms = { account: 'acme', scopes: ['company:read' as const] };
  const { key } = await issueKey({ pool, ...testAudit }, { terms, makeAccount: true });
  const samples = Math.ceil(Number(keys) / 2);
  note(`${keys} wrong keys`);
  const ours = await timeGuesses(ourCheck(pool), key, samples);
  note(`t = ${ours.t.toFixed(2)}; the leaky check`);
  const leaky = await timeGuesses(await leakyCheck(pool, key), key, Math.min(samples, 2000));
  return [
    ['ours', ours],
    ['made to leak', leaky],
  ];
}

const ledger = await openTestLedger();
try {
  const measured = await measureAccess({ rounds: Number(rounds), ms: Number(seconds) * 1000 }, note);
  const timings = await timeKeys(ledger);
  const report: Report = { measured, timings, versions: await versionsOf(ledger) };
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/access-cost.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
  const isCostly = ways.slice(1).some((way) => medianRatio(measured, way) < goal);
  const leaks = timings.some(([what, { t }]) => Math.abs(t) > 4.5 !== (what === 'made to leak'));
  if (isCostly || leaks) process.exitCode = 1;
} finally {
  await ledger.drop();
}
