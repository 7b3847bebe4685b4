import { mkdirSync, writeFileSync } from 'node:fs';
import { issueKey } from '../../server/src/api/access/key-changes.ts';
import { readConfig } from '../../server/src/core/settings/config.ts';
import { connectOpenSearch } from '../../server/src/stores/opensearch/client.ts';
import { checkLimiter } from '../../server/src/stores/redis/redis.ts';
import { leakyCheck, ourCheck, type Timing, timeGuesses } from '../../testing/src/access/key-timing.ts';
import { testAudit } from '../../testing/src/data/test-service.ts';
import { openEmptyDatabase } from '../../testing/src/stores/database.ts';
import { measureAccess, type Round, type Variant, variants } from '../src/access/access-cost.ts';
import { hostOn, tableOf, whole } from '../src/report/page.ts';
import { maxBusyShare } from '../src/speed/wait-for-idle.ts';

/** Measures the cost of access control and writes docs/performance/access-cost.md. Usage: measure-access-cost.ts [rounds] [seconds] [keys] */
const [rounds = '100', seconds = '1', keys = '100000'] = process.argv.slice(2);
const goal = 0.75;

const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

const ratioOf = ({ perSecond }: Round, variant: Variant) => perSecond[variant] / perSecond['without access control'];
const medianRatio = (all: readonly Round[], variant: Variant) =>
  quantile(
    all.map((round) => ratioOf(round, variant)),
    0.5,
  );

function variantLine(all: readonly Round[], variant: Variant): string[] {
  const cell = (of: (round: Round) => number, format: (value: number) => string) => {
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => format(quantile(all.map(of), share)));
    return `${middle} (${low} to ${high})`;
  };
  return [
    variant,
    cell(({ perSecond }) => perSecond[variant], whole.format),
    cell(
      (round) => ratioOf(round, variant),
      (value) => value.toFixed(2),
    ),
    cell(({ cpuUs }) => cpuUs[variant], whole.format),
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
  const ratios = variants.slice(1).map((variant) => medianRatio(measured, variant).toFixed(2));
  return `# Cost of access control

Access control leaves ${ratios[0]} of the requests per second without a quota and ${ratios[1]} with one (goal: ${goal}). To measure it on your
machine:

\`\`\`sh
npm run measure:access-cost -- ${rounds} ${seconds} ${keys}
\`\`\`

The command sends the same lookup on 64 keep-alive connections, ${seconds} s at a time, to one API process with access control (key,
rate, scope, country, credits, admission queue, metering), for an account without and with a quota, and to one without. The
latter exists only for this measurement, in \`packages/bench/src/access/access-cost-server.ts\`; the product has no such setting.
The three variants run in turn, each round starts with a different one, and the client is a separate process.

${hostOn(new Date().toISOString().slice(0, 10), versions)}. The stores, the client
and other processes share the cores, so only the ratios are meaningful.

## Requests per second

${tableOf(
  ['', 'requests/s', 'ratio within the round', 'API CPU per request, µs'],
  variants.map((variant) => variantLine(measured, variant)),
)}

Medians of ${measured.length} rounds, with the quartiles in brackets. A ratio compares variants within one round, and a round starts
only when other processes use less than ${maxBusyShare} of the cores.

## Timing of key checks

Can an attacker guess a key from response times? The test uses new wrong keys with a valid checksum: half of them share all but
six letters of the random part with a real key (near), half share none (far). They are checked one after the other in random
order, through the cache to PostgreSQL; the slowest 5 % are left out. Beyond ±4.5, Welch’s t would mean that the two groups can
be distinguished. The second row is a check that leaks on purpose: it spends more time on a key whose prefix it knows.

${tableOf(
  ['check', 'keys', 'near, mean µs', 'far, mean µs', 't'],
  timings.map(([what, timing]) => timingLine(what, timing)),
)}
`;
}

async function versionsOf(database: Awaited<ReturnType<typeof openEmptyDatabase>>): Promise<string> {
  const { OPENSEARCH_URL, REDIS_URL } = readConfig();
  const opensearch = connectOpenSearch(OPENSEARCH_URL);
  const { rows } = await database.pool.query('SHOW server_version');
  const { body } = await opensearch.info();
  await opensearch.close();
  const postgres = `PostgreSQL ${rows[0].server_version.split(' ')[0]}`;
  return [postgres, await checkLimiter(REDIS_URL), `OpenSearch ${body.version.number}`].join(', ');
}

async function timeKeys({ pool }: Awaited<ReturnType<typeof openEmptyDatabase>>): Promise<Report['timings']> {
  const terms = { account: 'acme', scopes: ['company:read' as const] };
  const { key } = await issueKey({ pool, ...testAudit }, { terms, makeAccount: true });
  const samples = Math.ceil(Number(keys) / 2);
  note(`${keys} wrong keys`);
  const ours = await timeGuesses(ourCheck(pool), key, samples);
  note(`t = ${ours.t.toFixed(2)}; the leaky check`);
  const leaky = await timeGuesses(await leakyCheck(pool, key), key, Math.min(samples, 2000));
  return [
    ['orgdex', ours],
    ['leaks on purpose', leaky],
  ];
}

const database = await openEmptyDatabase();
try {
  const measured = await measureAccess({ rounds: Number(rounds), ms: Number(seconds) * 1000 }, note);
  const timings = await timeKeys(database);
  const report: Report = { measured, timings, versions: await versionsOf(database) };
  mkdirSync('docs/performance', { recursive: true });
  writeFileSync('docs/performance/access-cost.md', toMarkdown(report));
  process.stdout.write(toMarkdown(report));
  const isCostly = variants.slice(1).some((variant) => medianRatio(measured, variant) < goal);
  const leaks = timings.some(([what, { t }]) => Math.abs(t) > 4.5 !== (what === 'leaks on purpose'));
  if (isCostly || leaks) process.exitCode = 1;
} finally {
  await database.drop();
}
