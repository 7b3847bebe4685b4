// Compares orgdex with PostgreSQL queried directly and with yente. Usage: see peers-options.ts.

import { parsePeers } from '../src/peers/peers-options.ts';
import { toSection } from '../src/peers/peers-report.ts';
import { measurePeers } from '../src/peers/peers-run.ts';
import { describeMachine, readMachine } from '../src/report/machine.ts';
import { writeMeasured } from '../src/report/page.ts';
import { openBenchDataset } from '../src/speed/dataset.ts';
import { ensureStores } from '../src/speed/start-stores.ts';
import { note, pages } from './bench/shared.ts';

const number = new Intl.NumberFormat('en');

// The exit handlers stop the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = parsePeers(process.argv.slice(2));
await ensureStores(undefined);
const dataset = await openBenchDataset({ ...options, note });
try {
  const { results, versions, left } = await measurePeers({ installation: dataset.installation, note }, options);
  const facts = `${describeMachine(await readMachine(dataset.installation))} Peers: ${versions.join(', ') || 'none'}. A dataset of ${number.format(options.people)} people, ${options.connections} connections, ${options.rounds} rounds, ${options.seconds} s per system in each round.`;
  const absent = left.map((why) => `Left out: ${why}.`);
  const measured = [facts, ...absent, ...results.map(toSection)].join('\n\n');
  if (options.writes) writeMeasured(`${pages}/peers.md`, 'Comparison with other systems', measured);
  process.stdout.write(`${measured}\n`);
} finally {
  await dataset.end();
}
