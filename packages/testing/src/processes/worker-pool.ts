import { setTimeout as sleep } from 'node:timers/promises';
import { learnQuestions, type Question } from '../data/requests.ts';
import { openFleetAdmin } from './fleet-admin.ts';
import { openInstallation } from './installation.ts';
import { startProcess } from './serving.ts';

const demoSize = { companies: '300', people: '1500' };

interface LogLine {
  readonly pid: number;
  readonly msg: string;
  readonly status?: number;
  readonly request_id?: string;
}

function parseLog(log: string): LogLine[] {
  // The last line may be incomplete.
  const whole = log.slice(0, log.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the condition is true. */
export async function until(what: string, check: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  for (const end = Date.now() + withinMs; !(await check()); await sleep(100)) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
  }
}

/** The sum of a metric over the series that have the label; undefined if there are none. */
export function readMetric(text: string, metric: string, label = ''): number | undefined {
  const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === metric && line.includes(label));
  return lines.length === 0 ? undefined : lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function startWorkers(installation: Awaited<ReturnType<typeof openInstallation>>, workers: number) {
  const serving = await startProcess(installation, {
    settings: { LOG_LEVEL: 'info' },
    args: ['--workers', String(workers)],
  });
  const lines = () => parseLog(serving.log());
  /** The primary process, which serves the metrics. */
  const primary = () => lines().find(({ msg }) => msg.startsWith('metrics on'))?.pid;
  const readMetrics = async () => (await fetch(serving.metrics)).text();
  /** The workers that listen and are alive. */
  const pids = () =>
    [
      ...new Set(
        lines()
          .filter(({ msg }) => msg.startsWith('listening on'))
          .map(({ pid }) => pid),
      ),
    ].filter(isAlive);
  // The log is written a little later than the event.
  const isComplete = async () =>
    readMetric(await readMetrics(), 'orgdex_workers') === workers && pids().length === workers;
  const complete = () => until(`${workers} workers answer`, isComplete);
  await complete();
  return { ...serving, lines, pids, primary, readMetrics, complete };
}

/** An installation with published data, and workers that serve it. */
export async function openTestWorkerPool(workers: number) {
  const installation = await openInstallation();
  await installation.orgdex('demo', '--companies', demoSize.companies, '--people', demoSize.people);
  let current = await startWorkers(installation, workers);
  const admin = await openFleetAdmin(installation, () => current.base);
  const questions: readonly Question[] = await learnQuestions(installation, current.base, await admin.issueKey());
  return {
    installation,
    admin,
    questions,
    now: () => current,
    /** Starts the workers again after they have stopped. */
    async restart(): Promise<void> {
      current = await startWorkers(installation, workers);
    },
    async close(): Promise<void> {
      await current.stop();
      await installation.close();
    },
  };
}

export type TestWorkerPool = Awaited<ReturnType<typeof openTestWorkerPool>>;
