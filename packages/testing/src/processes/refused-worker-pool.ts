import cluster from 'node:cluster';
import { pino } from 'pino';
import { WorkerPool } from '../../../server/src/api/workers/worker-pool.ts';
import type { PrimaryMessage, WorkerMessage } from '../../../server/src/api/workers/worker-process.ts';
import { readMetric, until } from './worker-pool.ts';

const workers = 2;
const { execPath } = process;

/** How a system refuses a process: with an event, or by throwing. */
const ways: Record<string, () => void> = {
  event: () => {
    process.execPath = '/nowhere/node';
  },
  thrown: () => {
    // More than Linux allows for one variable.
    process.env.ORGDEX_TOO_LONG = 'x'.repeat(300_000);
  },
};

function allow(): void {
  process.execPath = execPath;
  delete process.env.ORGDEX_TOO_LONG;
}

function work(): void {
  const send = (news: WorkerMessage) => process.send?.(news);
  process.on('message', (order: PrimaryMessage) => {
    if (order.order === 'metrics') send({ news: 'metrics', question: order.question, snapshot: [] });
    if (order.order === 'stop') process.exit(0);
  });
  send({ news: 'answering' });
}

function killOne(): void {
  Object.values(cluster.workers ?? {})[0]?.process.kill('SIGKILL');
}

/** Refuses processes to a running worker pool, lets it recover, refuses them again and stops it. */
async function keep(refuse: () => void): Promise<void> {
  const logged: string[] = [];
  const pool = new WorkerPool(workers, pino({ base: null }, { write: (line) => void logged.push(line) }));
  const read = async (metric: string) => readMetric(await pool.readMetrics(), metric);
  const answer = (count: number) =>
    until(`${count} workers are ready`, async () => (await read('orgdex_workers')) === count);
  const refused = () => logged.filter((line) => line.includes('cannot start a worker')).length;
  const running = pool.run();
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
  process.stdout.write(logged.join(''));
  const failures = await read('orgdex_worker_exits_total');
  const ends = await pool.stop();
  await running;
  process.stdout.write(`${JSON.stringify({ failures, ends: ends.map(({ code }) => code) })}\n`);
}

/** A worker pool on a machine that refuses processes in the given way, from the start or later. A separate program. */
const [way = '', when] = process.argv.slice(2);
if (cluster.isWorker) work();
else if (when === 'later') await keep(ways[way] as () => void);
else {
  ways[way]?.();
  const running = new WorkerPool(workers, pino({ level: 'silent' })).run();
  await running.catch(({ message }: Error) => process.stdout.write(`${message}\n`));
}
