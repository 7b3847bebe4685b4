import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Fleet, openFleet } from '../../testing/src/processes/fleet.ts';
import type { SizeName } from '../../testing/src/processes/promise.ts';
import { startOwnStores } from '../../testing/src/stores/own-stores.ts';
import { accessPromises } from '../src/access/all.ts';
import {
  isViolated,
  machineList,
  measurePromise,
  openResults,
  type PromiseResult,
  resultLine,
  resultTable,
  tryBreakages,
} from '../src/report/promise-results.ts';

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
const names = accessPromises.map(({ name }) => name);
const kept = openResults('docs/performance/access.json', names);

const toMarkdown = (results: readonly PromiseResult[]) => `# Limits, quotas and metering under failures

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

${resultTable(results)}

## Machine and date

The client, the three processes and all stores share the cores.

${machineList(results)}

## Run some tests again

\`npm run measure:access -- ${names.join(' ')}\` runs all tests; name only some of them to run those. \`docs/performance/access.json\`
keeps the last result of each. \`--size small\` runs the same in a few minutes and only prints the results.
`;

const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name);
const stores = await startOwnStores();
let fleet: Fleet | undefined;

async function close(): Promise<void> {
  await fleet?.close();
  await stores.stop();
}

// Stores that are not stopped would keep their ports.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

try {
  fleet = await openFleet(stores);
  const stage = { fleet, build: undefined };
  for (const promise of accessPromises.filter(({ name }) => isAsked(name))) {
    const measured = await measurePromise(promise, stage, size);
    const result = { ...measured, breakages: await tryBreakages(promise, stage) };
    process.stdout.write(`${resultLine(result).join(' | ')}\n`);
    if (size === 'full') writeFileSync('docs/performance/access.md', toMarkdown(kept.keep(result)));
    if (isViolated(result)) process.exitCode = 1;
  }
} finally {
  await close();
}
