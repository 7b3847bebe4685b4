import cluster from 'node:cluster';
import { pino } from 'pino';
import type { PrimaryMessage, WorkerMessage } from '../../../src/workers/messages.ts';
import { WorkerPool } from '../../../src/workers/worker-pool.ts';
import { readMetric, until } from './worker-pool.ts';

const workers = 2;
const { execPath } = process;

/** Ways in which a system refuses a process: told by an event, or thrown. */
const ways: Record<string, () => void> = {
  told: () => {
    process.execPath = '/nowhere/node';
  },
  thrown: () => {
    // More than Linux lets one variable hold.
    process.env.ORGDEX_TOO_LONG = 'x'.repeat(300_000);
  },
};

function allow(): void {
  process.execPath = execPath;
  delete process.env.ORGDEX_TOO_LONG;
}

function work(): void {
  const tell = (news: WorkerMessage) => process.send?.(news);
  process.on('message', (order: PrimaryMessage) => {
    if (order.order === 'metrics') tell({ news: 'metrics', question: order.question, snapshot: [] });
    if (order.order === 'stop') process.exit(0);
  });
  tell({ news: 'answering' });
}

function killOne(): void {
  Object.values(cluster.workers ?? {})[0]?.process.kill('SIGKILL');
}

/** Refuses processes to a crew that answers, lets it recover, refuses them again and stops it. */
async function keep(refuse: () => void): Promise<void> {
  const said: string[] = [];
  const crew = new WorkerPool(workers, pino({ base: null }, { write: (line) => void said.push(line) }));
  const read = async (metric: string) => readMetric(await crew.readMetrics(), metric);
  const answer = (count: number) =>
    until(`${count} workers answer`, async () => (await read('orgdex_workers')) === count);
  const refused = () => said.filter((line) => line.includes('cannot be started')).length;
  const running = crew.run();
  await answer(workers);
  async function refuseOne(): Promise<void> {
    const before = refused();
    refuse();
    killOne();
    await until('a process was refused', () => refused() > before);
    await answer(workers - 1);
  }
  await refuseOne();
  allow();
  await answer(workers);
  await refuseOne();
  process.stdout.write(said.join(''));
  const failures = await read('orgdex_worker_ends_total');
  const ends = await crew.stop();
  await running;
  process.stdout.write(`${JSON.stringify({ failures, ends: ends.map(({ code }) => code) })}\n`);
}

/** A crew on a machine that refuses processes in a way, from the start or later. A program of its own. */
const [way = '', when] = process.argv.slice(2);
if (cluster.isWorker) work();
else if (when === 'later') await keep(ways[way] as () => void);
else {
  ways[way]?.();
  const running = new WorkerPool(workers, pino({ level: 'silent' })).run();
  await running.catch(({ message }: Error) => process.stdout.write(`${message}\n`));
}
