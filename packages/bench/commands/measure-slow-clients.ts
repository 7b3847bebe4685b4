import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/src/core/settings/config.ts';
import { type DribblerOptions, openDribblers } from '../../testing/src/http/dribblers.ts';
import { openInstallation } from '../../testing/src/processes/installation.ts';
import { openDevice, serveInto } from '../../testing/src/processes/log-target.ts';
import { readMetric } from '../../testing/src/processes/worker-pool.ts';
import { hostOn, tableOf, whole } from '../src/report/page.ts';

/**
 * Holds a real server with clients that are slow, silent or idle, and never close; writes docs/performance/slow-clients.md.
 * Usage: measure-slow-clients.ts [slow clients] [idle clients]
 */
const [slow = 2000, idle = 10_000] = process.argv.slice(2).map(Number);
/** What a client of this network may take, and a little more. */
const releasedWithinMs = 35_000;

interface Case extends Omit<DribblerOptions, 'port'> {
  readonly what: string;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const perAddress = 200;
/** Below and above what the server accepts from one address. */
const cases: readonly Case[] = [
  { what: 'one byte of the headers per second', count: slow, perAddress, everyMs: 1000 },
  { what: 'the same, all from one address', count: slow, perAddress: slow, everyMs: 1000 },
  { what: 'silent: nothing is sent', count: idle, perAddress, begin: '' },
  { what: 'idle after a response', count: idle, perAddress, begin: request('/livez') },
  // More than the buffers of both sides hold.
  {
    what: 'responses are not read',
    count: slow / 20,
    perAddress,
    begin: request('/openapi.json').repeat(40),
    isReading: false,
  },
];

// The limit of a new installation; tests have a higher one.
const connectionsPerAddress = readConfig({}).ORGDEX_CONNECTIONS_PER_ADDRESS;
const settings = { ORGDEX_CONNECTIONS_PER_ADDRESS: String(connectionsPerAddress) };
const installation = await openInstallation({ settings });
await installation.orgdex('demo', '--companies', '20', '--people', '40');
const scope = ['--account', 'test', '--create-account', '--scope', 'company:read'];
const authorization = `Bearer ${(await installation.orgdex('key', 'create', ...scope)).out.trim()}`;
const { rows: companies } = await installation.pool.query<{ id: string }>('SELECT id FROM company LIMIT 1');
const target = openDevice('/dev/null');
const serving = await serveInto(installation, target);

const countDescriptors = () => readdirSync(`/proc/${serving.pid}/fd`).length;
const memoryKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${serving.pid}/status`, 'utf8'))?.[1]);
const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function timeRequest(): Promise<number> {
  const began = performance.now();
  const { status } = await serving.get(`/company?id=${companies[0]?.id}`, { headers: { authorization } });
  if (status !== 200) throw new Error(`An ordinary request got ${status}.`);
  return performance.now() - began;
}

/** Sends an ordinary request ten times a second until the descriptors are back. */
async function hold({ what, ...clients }: Case): Promise<string[]> {
  await timeRequest();
  const [base, baseKb] = [countDescriptors(), memoryKb()];
  const dribblers = await openDribblers({ port: serving.port, ...clients });
  const began = performance.now();
  const latencies: number[] = [];
  let [peak, peakKb] = [0, 0];
  try {
    // The measuring client's own connection and the stores' pools come and go.
    for (const slack = 5; countDescriptors() > base + slack; await sleep(100)) {
      if (performance.now() - began > releasedWithinMs) throw new Error(`${what}: not released in time.`);
      latencies.push(await timeRequest());
      [peak, peakKb] = [Math.max(peak, countDescriptors()), Math.max(peakKb, memoryKb())];
    }
  } finally {
    dribblers.close();
  }
  const took = performance.now() - began;
  const sorted = latencies.toSorted((a, b) => a - b);
  return [
    what,
    whole.format(clients.count),
    `${base} to ${whole.format(peak)}`,
    ((peakKb - baseKb) / (peak - base)).toFixed(1),
    seconds(took),
    String(sorted.length),
    (sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1),
    (sorted.at(-1) ?? 0).toFixed(1),
  ];
}

const head = [
  ...['clients', 'count', 'descriptors', 'KB per connection', 'seconds from the last connection to the release of all'],
  ...['lookups', 'p99 ms', 'slowest ms'],
];

const pageOf = (rows: string[][], refused: number): string => `# Slow, silent and idle clients

\`npm run measure:slow-clients\` opens thousands of connections to a real \`orgdex serve\` that never close. Meanwhile a lookup
(\`GET /company\`, from another address) is sent ten times per second; each one must get a response. A client has 30 s to send its
request, 30 s to read a response, and may be silent for 30 s after one; then the connection is destroyed, and all of them must be
released within 35 s ([decision 024](../decisions/024-slow-clients.md), [decision 066](../decisions/066-hostile-input.md)). ${hostOn(
  new Date().toISOString().slice(0, 10),
)}; load average of the
machine at that time: ${loadavg()[0]?.toFixed(1)}. The clients ran on the same machine.

${tableOf(head, rows)}

The memory is the growth of the process while the connections were open, with everything that it did meanwhile.
From one address, a process accepts \`ORGDEX_CONNECTIONS_PER_ADDRESS\` (${connectionsPerAddress}) connections; it refused ${refused} of those above.
The test suite repeats it with fewer clients and a shorter timeout: \`npx vitest run --project pure http/slow-clients\`.
`;

try {
  const rows: string[][] = [];
  for (const one of cases) rows.push(await hold(one));
  const refused = readMetric(await serving.readMetrics(), 'orgdex_connections_refused_total') ?? 0;
  const page = pageOf(rows, refused);
  writeFileSync('docs/performance/slow-clients.md', page);
  process.stdout.write(page);
} finally {
  serving.killAll();
  target.close();
  await installation.close();
}
