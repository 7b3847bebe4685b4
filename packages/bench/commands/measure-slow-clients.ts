import { readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDribblers } from '../../server/test/support/http/dribblers.ts';
import { openInstallation } from '../../server/test/support/processes/installation.ts';
import { openDevice, serveInto } from '../../server/test/support/processes/log-target.ts';
import { readMetric } from '../../server/test/support/processes/worker-pool.ts';
import { hostOn, tableOf } from '../src/report/page.ts';

/** Holds a real server with clients that never finish their headers; writes docs/performance/slow-clients.md. */
const count = Number(process.argv[2] ?? 2000);
const everyMs = 1000;
const releasedWithinMs = 120_000;
/** Below and above what the server accepts from one address. */
const cases = [
  { what: 'from many addresses, 200 each', perAddress: 200 },
  { what: 'all from one address', perAddress: count },
];

// The limit of a new installation; tests have a higher one.
const connectionsPerAddress = 256;
const settings = { ORGDEX_CONNECTIONS_PER_ADDRESS: String(connectionsPerAddress) };
const installation = await openInstallation({ settings });
await installation.orgdex('demo', '--companies', '20', '--people', '40');
const target = openDevice('/dev/null');
const serving = await serveInto(installation, target);

const countDescriptors = () => readdirSync(`/proc/${serving.pid}/fd`).length;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function timeRequest(): Promise<number> {
  const began = performance.now();
  const { status } = await serving.get('/livez');
  if (status !== 200) throw new Error(`An ordinary request got ${status}.`);
  return performance.now() - began;
}

/** Sends an ordinary request ten times a second until the descriptors are back. */
async function hold({ what, perAddress }: (typeof cases)[number]): Promise<string[]> {
  const base = countDescriptors();
  const dribblers = await openDribblers({ port: serving.port, count, perAddress, everyMs });
  const began = performance.now();
  const latencies: number[] = [];
  let peak = 0;
  try {
    // The measuring client's own connection and the stores' pools come and go.
    for (const slack = 5; countDescriptors() > base + slack; await sleep(100)) {
      if (performance.now() - began > releasedWithinMs) throw new Error('The connections were not released.');
      latencies.push(await timeRequest());
      peak = Math.max(peak, countDescriptors());
    }
  } finally {
    dribblers.close();
  }
  const sorted = latencies.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const took = seconds(performance.now() - began);
  return [
    what,
    String(base),
    String(peak),
    took,
    String(sorted.length),
    p99.toFixed(1),
    (sorted.at(-1) ?? 0).toFixed(1),
  ];
}

function pageOf(rows: string[][], refused: number): string {
  return `# Slow clients

\`npm run measure:slow-clients\` opens ${count} connections to a real \`orgdex serve\`. Each client sends one byte of its headers
per second, never finishes them and never closes. Meanwhile an ordinary request (\`GET /livez\`, from another address) is
sent ten times per second; each one must get a response. The server may wait 30 s for headers, then responds and destroys
the connection one second later. ${hostOn(new Date().toISOString().slice(0, 10))}; load
average of the machine at that time: ${loadavg()[0]?.toFixed(1)}.

${tableOf(['clients', 'descriptors before', 'descriptors at most', 'seconds from the last connection to the release of all', 'ordinary requests', 'p99 ms', 'slowest ms'], rows)}

From one address, a process accepts \`ORGDEX_CONNECTIONS_PER_ADDRESS\` (${connectionsPerAddress}) connections; it refused ${refused} of those above.
The test suite repeats it with 60 clients and a shorter timeout: \`npx vitest run --project pure http/slow-clients\`.
`;
}

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
