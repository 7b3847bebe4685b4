import { machineList, type PromiseResult, resultTable } from '../report/promise-results.ts';

export const faultsPage = (results: readonly PromiseResult[], names: readonly string[]): string => `# Faults under load

What clients see while stores, disks, networks, names, clocks and processes of orgdex fail, and how it is tested. To run the tests on your
machine:

\`\`\`sh
npm run measure:faults
\`\`\`

The command creates one installation with a synthetic dataset of 2,000 companies and 8,000 people in two shards, with its own stores:
PostgreSQL, Redis and three OpenSearch nodes, each with a full copy. Three API processes share its home folder. A client with up to 1,000
keep-alive connections sends lookups, searches for companies and people, suggestions and batches at a constant rate, independent of the
responses, and never retries; only what it saw decides the verdict. A response is correct if it is byte for byte the same as before any
fault, except for cursors; any other is a *wrong answer*. *Failed* is everything but a correct response: a wrong answer, an error, a broken
connection, or five seconds without a response. Where a test promises refusals, a 503 with \`Retry-After\` is not failed, and the time from
the first to the last of them is given. Latency counts from the time when a request is due. Where a p99 is compared with
that before the fault, 50 ms are added to its limit (100 ms for a slow network), because it differs as much between two minutes without any
fault; not so for a frozen node and for PostgreSQL.

Mounting small disks, the resolver on port 53 and its mount namespace need root, and \`clock-step\` needs libfaketime. Without them, these
tests say that they could not be completed.

The last column shows the same test, at a small size, on a build that was broken on purpose.
\`packages/bench/test/journeys/faults.test.ts\` runs two of them in CI at a small size.

${results.length > 0 ? resultTable(results) : 'The full size has not been measured yet.'}

## Machine and date

The client, the three processes and all stores share the cores.

${machineList(results)}

## Run some tests again

\`npm run measure:faults -- --only ${names.slice(0, 2).join(',')}\` runs some of the tests: ${names.join(', ')}.
\`docs/performance/faults.json\` keeps the last result of each. \`--rate 100\` sends fewer requests. \`npm run measure:faults -- small\` runs
all tests at a small size and only prints the results, and \`npm run measure:faults -- broken\` only tests the broken builds.
`;
