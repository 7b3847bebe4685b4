import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkLimiter } from '../../server/src/limiter/redis.ts';
import { breakBuild } from '../../server/test/support/processes/broken-build.ts';
import { type Fleet, openFleet } from '../../server/test/support/processes/fleet.ts';
import type { AccessPromise, SizeName, Verdict } from '../../server/test/support/processes/promise.ts';
import { startOwnEngines } from '../../server/test/support/stores/own-engines.ts';
import { accessPromises } from '../src/access/all.ts';
import { hostWith } from '../src/report/page.ts';

/**
 * Tests the guarantees of access control with its own stores, which it kills, and writes docs/performance/access.md.
 * The last result of each test is kept, so that tests can run one at a time.
 * Usage: measure-access.ts [test …] [--size small]. Only results of the full size are written.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'full' } },
});
const size = values.size as SizeName;
const kept = 'docs/performance/access.json';
const page = 'docs/performance/access.md';

interface Part extends Verdict {
  name: string;
  says: string;
  minutes: number;
  measuredOn: string;
  /** Each deliberate fault, and the violations that the test reported. */
  breakages: { what: string; isSeen: boolean; broken: readonly string[] }[];
}

const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

function readKept(): Part[] {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return [];
  }
}

async function tryBroken(fleet: Fleet, promise: AccessPromise): Promise<Part['breakages']> {
  const breakages: Part['breakages'] = [];
  for (const { what, changes, seen } of promise.breakages) {
    note(`${promise.name}, broken: ${what}`);
    const build = breakBuild(changes);
    const { broken } = await promise.try({ fleet, build: build.program }, 'tiny');
    await fleet.stop();
    build.remove();
    breakages.push({ what, isSeen: seen.test(broken.join('\n')), broken });
  }
  return breakages;
}

async function versionsOf({ installation }: Fleet): Promise<string> {
  const { rows } = await installation.pool.query('SHOW server_version');
  const { body } = await installation.engine.info();
  const redis = await checkLimiter(installation.redisUrl);
  return `PostgreSQL ${rows[0].server_version.split(' ')[0]}, ${redis}, OpenSearch ${body.version.number}`;
}

async function measure(fleet: Fleet, promise: AccessPromise): Promise<Part> {
  note(`${promise.name}, ${size} size`);
  const began = Date.now();
  const verdict = await promise.try({ fleet, build: undefined }, size);
  const minutes = (Date.now() - began) / 60_000;
  const { name, says } = promise;
  const day = new Date().toISOString().slice(0, 10);
  const measuredOn = `${day}, ${hostWith(await versionsOf(fleet))}`;
  return { name, says, ...verdict, minutes, measuredOn, breakages: await tryBroken(fleet, promise) };
}

const verdictOf = (broken: readonly string[]) =>
  broken.length === 0 ? '**holds**' : `**violated**: ${broken.join('; ')}`;

const brokenLine = ({ what, isSeen, broken }: Part['breakages'][0]) =>
  `${isSeen ? 'detected' : '**not detected**'} if ${what}: ${broken[0] ?? 'no violation reported'}`;

const partLine = ({ name, says, measured, broken, minutes, breakages }: Part) =>
  `| \`${name}\`: ${says} | ${measured} (${minutes.toFixed(1)} min) | ${verdictOf(broken)} | ${breakages.map(brokenLine).join('<br>')} |`;

const toMarkdown = (parts: readonly Part[]) => `# Limits, quotas and metering under failures

Which guarantees rate limits, quotas, key revocation and metering have while processes, Redis or PostgreSQL fail, and how they
are tested. To run the tests on your machine:

\`\`\`sh
npm run measure:access
\`\`\`

The command creates one installation with a synthetic dataset of 2,000 companies and 8,000 people, with its own stores:
PostgreSQL, Redis and three OpenSearch nodes, each with a full copy. Three API processes share its home folder. A client with 100
connections sends lookups and searches, in some tests also batches, at a constant rate, independent of the responses, and never retries; its observations
decide the verdict. A response is correct if it is byte for byte the same as before any fault. *Failed* is any 5xx, a broken
connection, five seconds without a response, or a wrong response.

The last column shows the same test, at a small size, on a build that was broken on purpose.
\`packages/bench/test/journeys/access-promises.test.ts\` runs all of it in CI at a small size, on the running stores: there the
connections to PostgreSQL and Redis are cut instead of killing them.

| guarantee | test and result | verdict | on a broken build |
|---|---|---|---|
${parts.map(partLine).join('\n')}

## Machine and date

The client, the three processes and all stores share the cores.

${parts.map(({ name, measuredOn }) => `- \`${name}\`: ${measuredOn}`).join('\n')}

## Run some tests again

\`npm run measure:access -- ${accessPromises.map(({ name }) => name).join(' ')}\` runs all tests; name only some of them to run those. \`docs/performance/access.json\`
keeps the last result of each. \`--size small\` runs the same in a few minutes and only prints the results.
`;

function keep(part: Part): void {
  const order = accessPromises.map(({ name }) => name);
  const parts = [...readKept().filter(({ name }) => name !== part.name), part];
  parts.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  writeFileSync(kept, `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(page, toMarkdown(parts));
}

const isAsked = ({ name }: AccessPromise) => positionals.length === 0 || positionals.includes(name);
const engines = await startOwnEngines();
let fleet: Fleet | undefined;

async function close(): Promise<void> {
  await fleet?.close();
  await engines.stop();
}

// Stores that are not stopped would keep their ports.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

try {
  fleet = await openFleet(engines);
  for (const promise of accessPromises.filter(isAsked)) {
    const part = await measure(fleet, promise);
    process.stdout.write(`${partLine(part)}\n`);
    if (size === 'full') keep(part);
    if (part.broken.length > 0 || part.breakages.some(({ isSeen }) => !isSeen)) process.exitCode = 1;
  }
} finally {
  await close();
}
