// The service beside PostgreSQL asked directly and beside yente. Usage: see peers-options.ts.

import { parsePeers } from '../src/peers/peers-options.ts';
import { toSection } from '../src/peers/peers-report.ts';
import { measurePeers } from '../src/peers/peers-run.ts';
import { describeMachine, readMachine } from '../src/report/machine.ts';
import { writeMeasured } from '../src/report/page.ts';
import { ensureEngines } from '../src/speed/start-stores.ts';
import { openBenchWorld } from '../src/speed/dataset.ts';
import { note, pages } from './bench/shared.ts';

const number = new Intl.NumberFormat('en');

// So that what was started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = parsePeers(process.argv.slice(2));
await ensureEngines(undefined);
const world = await openBenchWorld({ ...options, note });
try {
  const { results, versions, left } = await measurePeers({ place: world.place, note }, options);
  const facts = `${describeMachine(await readMachine(world.place))} Peers: ${versions.join(', ') || 'none'}. A world of ${number.format(options.people)} people, ${options.connections} connections, ${options.rounds} rounds, each side ${options.seconds} s in a round.`;
  const absent = left.map((why) => `Left out: ${why}.`);
  const measured = [facts, ...absent, ...results.map(toSection)].join('\n\n');
  if (options.writes) writeMeasured(`${pages}/peers.md`, 'Peers, measured', measured);
  process.stdout.write(`${measured}\n`);
} finally {
  await world.end();
}
