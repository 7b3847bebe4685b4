import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusSeries } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company } from '../../../testing/src/data/records.ts';
import type { Question } from '../../../testing/src/data/requests.ts';
import { readCounted, violationsOf } from '../../../testing/src/processes/counted.ts';
import type { Member } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import {
  type Asked,
  ask,
  beginAsked,
  countOutcomes,
  isFailed,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';
import {
  isAlive,
  openTestWorkerPool,
  readMetric,
  type TestWorkerPool,
  until,
} from '../../../testing/src/processes/worker-pool.ts';
import { askMeanwhile, askTimes, askWithoutPause } from '../../../testing/src/processes/worker-pool-load.ts';
import { readLiveness } from '../../src/api/metering/spool-socket.ts';

const workers = 3;
const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
const clients = 12;
const answers = 'orgdex_http_request_duration_seconds_count';
const taken = 'orgdex_limit_decisions_total';
const keptOpen = () => openAgent(clients);
const eachAnew = () => new Agent({ keepAlive: false });

let workerPool: TestWorkerPool;

beforeAll(async () => {
  workerPool = await openTestWorkerPool(workers);
});

afterAll(() => workerPool?.close());

/** The workers that sent these responses, once all of them are in the log. */
async function respondedBy(asked: readonly Asked[]): Promise<Set<number>> {
  const ids = new Set(asked.map(({ requestId }) => requestId));
  const found = () =>
    workerPool
      .now()
      .lines()
      .filter(({ request_id }) => ids.has(request_id ?? ''));
  await until(
    'each response is in the log',
    () => new Set(found().map(({ request_id }) => request_id)).size === ids.size,
  );
  return new Set(found().map(({ pid }) => pid));
}

/** Counts the responses with data, of any operation. */
const countResponses = async () => readMetric(await workerPool.now().readMetrics(), answers, 'status="200"') ?? 0;

/** Guards against killing process group 0, which is this test and everything that it started. */
function processOf(pid: number | undefined): number {
  if (!pid) throw new Error('there is no such process');
  return pid;
}

/** Imports a company and returns the worker that published it. */
async function publish(name: string): Promise<number> {
  const { home, orgdex } = workerPool.installation;
  const before = workerPool.now().lines().length;
  const file = join(home, `${name}.ndjson`);
  writeFileSync(file, `${JSON.stringify(company(name))}\n`);
  await orgdex('import', 'records', file, '--source', 'kestrels');
  const published = () =>
    workerPool
      .now()
      .lines()
      .slice(before)
      .find(({ msg }) => msg === 'published');
  await until(`${name} is published`, () => published() !== undefined);
  return processOf(published()?.pid);
}

const outcomes = (asked: readonly Asked[]) => countOutcomes(asked.filter(isFailed));

describe('three workers on one address', () => {
  test('all of them respond, and the metrics are the sum', async () => {
    const key = await workerPool.admin.issueKey();
    let before = 0;
    const asked = await askWithoutPause(async () => {
      before = await countResponses();
      return askTimes(workerPool, { agent: keptOpen(), key, clients }, 600);
    });
    expect(outcomes(asked)).toBe('');
    expect(await respondedBy(asked)).toEqual(new Set(workerPool.now().pids()));
    expect((await countResponses()) - before).toBe(600);
  });

  test('each is a separate process for the database and the limiter', async () => {
    const { rows } = await workerPool.installation.pool.query('SELECT count(*)::int AS count FROM api_process');
    expect(rows[0].count).toBe(workers);
  });

  test('a quota is exact across all of them', async () => {
    const asked = await askWithoutPause(async () => {
      const key = await workerPool.admin.issueKey({ monthly_credits: 100 });
      return askTimes(workerPool, { agent: openAgent(150), key, clients: 150 }, 450);
    });
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await respondedBy(asked)).size).toBe(workers);
  });

  test('each rejects a revoked key before its cache expires', async () => {
    const key = await workerPool.admin.issueKey();
    const agent = keptOpen();
    await askTimes(workerPool, { agent, key, clients }, 120);
    await workerPool.admin.revoke(key);
    const refusals = async () =>
      new Set((await askTimes(workerPool, { agent, key, clients }, 40)).map(({ status }) => status));
    await expect.poll(refusals, { timeout: 2500, interval: 50 }).toEqual(new Set([401]));
    const asked = await askTimes(workerPool, { agent, key, clients }, 120);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await respondedBy(asked)).size).toBe(workers);
  });
});

describe('a worker that exits', () => {
  test.each([
    ['keep-alive connections', keptOpen],
    ['a connection for each request', eachAnew],
  ])('after SIGKILL, with %s, is replaced; each response is counted once and no counter decreases', async (_, open) => {
    const key = await workerPool.admin.issueKey({ monthly_credits: 1_000_000 });
    const victim = processOf(workerPool.now().pids()[0]);
    const seen: number[] = [];
    const asked = await askMeanwhile(workerPool, { agent: open(), key, clients }, async () => {
      await sleep(1000);
      seen.push(await countResponses());
      process.kill(victim, 'SIGKILL');
      for (let look = 0; look < 20; look += 1, await sleep(100)) seen.push(await countResponses());
      await workerPool.now().complete();
      seen.push(await countResponses());
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(violationsOf(await readCounted(workerPool, asked))).toEqual([]);
    expect(asked.filter(({ code }) => code === 'ECONNREFUSED')).toEqual([]);
    const said = workerPool
      .now()
      .lines()
      .filter(({ msg }) => msg === 'worker exited; starting another');
    expect(said.at(-1)).toMatchObject({ worker: victim, signal: 'SIGKILL' });
    expect(readMetric(await workerPool.now().readMetrics(), 'orgdex_worker_exits_total')).toBe(said.length);
    expect(workerPool.now().pids()).toHaveLength(workers);
  });

  test('after SIGTERM, one after the other, fails no request', async () => {
    const key = await workerPool.admin.issueKey();
    let old: readonly number[] = [];
    const failures = async () => readMetric(await workerPool.now().readMetrics(), 'orgdex_worker_exits_total');
    const before = await failures();
    const endEach = async () => {
      old = workerPool.now().pids();
      for (const pid of old) {
        process.kill(pid, 'SIGTERM');
        await until('the worker has exited', () => !isAlive(pid));
        await workerPool.now().complete();
      }
    };
    const asked = await askWithoutPause(() =>
      askMeanwhile(workerPool, { agent: eachAnew(), key, clients: 4 }, endEach),
    );
    expect(asked.length).toBeGreaterThan(100);
    expect(outcomes(asked)).toBe('');
    expect(
      workerPool
        .now()
        .pids()
        .filter((pid) => old.includes(pid)),
    ).toEqual([]);
    expect(await failures()).toBe(before);
  });

  test('as the publisher is replaced by another publisher', async () => {
    const first = await publish('kestrel-one');
    expect(await publish('kestrel-two')).toBe(first);
    process.kill(first, 'SIGKILL');
    await until('the worker has exited', () => !isAlive(first));
    const second = await publish('kestrel-three');
    expect(second).not.toBe(first);
    await workerPool.now().complete();
  });
});

/** Counts the requests that workers have accepted, finished or not. */
const countAccepted = async () => readMetric(await workerPool.now().readMetrics(), taken, 'limit="rate"') ?? 0;

/**
 * Sends requests with slow responses, waits until all are accepted, and returns a function that waits for the
 * responses.
 */
async function askSlowly(times: number): Promise<() => Promise<Asked[]>> {
  const { out } = await workerPool.installation.orgdex(
    'key',
    'create',
    '--account',
    'slow',
    '--create-account',
    '--test',
    ...scopes,
  );
  const key: FleetKey = { id: '', account: 'slow', key: out.trim() };
  const question = { ...(workerPool.questions[0] as Question), path: '/company?id=sandbox-slow' };
  const member = { base: workerPool.now().base } as Member;
  const before = await countAccepted();
  const flight = Array.from({ length: times }, () => ask(eachAnew(), member, beginAsked({ member: 0, key, question })));
  await until('each request is accepted', async () => (await countAccepted()) >= before + times);
  return () => Promise.all(flight);
}

/** All workers respond to the requests from before the stop, and then no worker is left. */
async function expectDrained(asked: readonly Asked[], pids: readonly number[], began: number): Promise<void> {
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect((await respondedBy(asked)).size).toBe(workers);
  await until('no worker is left', () => !pids.some(isAlive));
  expect(Date.now() - began).toBeLessThan(10_000);
}

test('whichever worker responds, the status shows all of them and what they did together', async () => {
  const read = () => Promise.all(Array.from({ length: 2 * workers }, workerPool.admin.readStatus));
  // The list is as old as the last point of the history; the test before replaced a worker.
  const isCurrent = async () => {
    const running = new Set(workerPool.now().pids());
    const all = await read();
    return all.every(
      ({ workers: listed, series }) =>
        series.points.length > 0 && running.symmetricDifference(new Set(listed.map(({ pid }) => pid))).size === 0,
    );
  };
  await until('each worker has the history and lists the workers', isCurrent, 2.5 * statusSeries.stepSeconds * 1000);
  for (const { workers: listed, series, processes } of await read()) {
    expect(listed.filter(({ publisher }) => publisher)).toHaveLength(1);
    expect(processes.length).toBeGreaterThanOrEqual(workers);
    const [point] = series.points.slice(-1);
    expect(point?.requests).toBeGreaterThan(0);
    expect(point?.lag_seconds).toBeGreaterThanOrEqual(0);
  }
}, 120_000);

describe('a stop', () => {
  test('by SIGTERM to the primary completes all requests', async () => {
    const pids = workerPool.now().pids();
    const arrive = await askSlowly(6);
    const began = Date.now();
    expect(await workerPool.now().stop()).toBe(0);
    await expectDrained(await arrive(), pids, began);
    await workerPool.restart();
  });

  test('by SIGKILL of the primary completes all requests, by workers that still send heartbeats', async () => {
    const folder = join(workerPool.installation.home, 'spool');
    const pids = workerPool.now().pids();
    const primary = processOf(workerPool.now().primary());
    const arrive = await askSlowly(6);
    const began = Date.now();
    const end = workerPool.now().kill();
    await until('the primary is gone', () => !isAlive(primary));
    const sockets = readdirSync(folder).filter((file) => file.endsWith('.sock'));
    const lives = await Promise.all(sockets.map((file) => readLiveness(join(folder, file))));
    expect(lives).toEqual(Array(workers).fill('alive'));
    await end;
    await expectDrained(await arrive(), pids, began);
    await workerPool.restart();
  });

  test('a start that cannot succeed exits with the reason, and is not retried', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const taken = String((holder.address() as AddressInfo).port);
    const free = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const inUse = /EADDRINUSE.*Stop the process that uses this port/;
    const faults: [Record<string, string>, RegExp[]][] = [
      [{ PORT: taken }, [inUse, /A worker exited with code 1 before it was ready/]],
      [{ METRICS_PORT: taken }, [inUse]],
      [
        { DATABASE_URL: `${workerPool.installation.url}_none` },
        [/Create the database, or set DATABASE_URL/, /A worker exited with code 1/],
      ],
      [{ PORT: 'any' }, [/PORT/]],
    ];
    for (const [settings, said] of faults) {
      const { code, err } = await workerPool.installation.endOf({ ...free, ...settings }, 'serve', '--workers', '3');
      expect(code, err).toBe(1);
      for (const words of said)
        expect(
          err.split('\n').filter((line) => words.test(line)),
          err,
        ).toHaveLength(1);
    }
    holder.close();
  });
});
