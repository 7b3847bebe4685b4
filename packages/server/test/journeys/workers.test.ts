import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLiveness } from '../../src/metering/spool-socket.ts';
import { company } from '../support/data/records.ts';
import type { Question } from '../support/data/requests.ts';
import { judgeCounted, readCounted } from '../support/processes/counted.ts';
import type { Member } from '../support/processes/fleet.ts';
import type { FleetKey } from '../support/processes/fleet-admin.ts';
import { freePort } from '../support/processes/serving.ts';
import { type Asked, ask, beginAsked, countOutcomes, isFailed, openAgent } from '../support/processes/steady-load.ts';
import { isAlive, type OpenCrew, openCrew, readMetric, until } from '../support/processes/worker-pool.ts';
import { askMeanwhile, askTimes } from '../support/processes/worker-pool-load.ts';

const workers = 3;
const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
const clients = 12;
const answers = 'orgdex_http_request_duration_seconds_count';
const taken = 'orgdex_limit_decisions_total';
const keptOpen = () => openAgent(clients);
const eachAnew = () => new Agent({ keepAlive: false });

let crew: OpenCrew;

beforeAll(async () => {
  crew = await openCrew(workers);
});

afterAll(() => crew?.close());

/** The workers that gave these answers, as soon as all of them are in the log. */
async function answeredBy(asked: readonly Asked[]): Promise<Set<number>> {
  const ids = new Set(asked.map(({ requestId }) => requestId));
  const found = () =>
    crew
      .now()
      .lines()
      .filter(({ reqId }) => ids.has(reqId ?? ''));
  await until('each answer is in the log', () => new Set(found().map(({ reqId }) => reqId)).size === ids.size);
  return new Set(found().map(({ pid }) => pid));
}

/** Answers with data, of whatever operation. */
const countAnswers = async () => readMetric(await crew.now().readMetrics(), answers, 'status="200"') ?? 0;

/** To be killed: 0 would be this test and all that it started. */
function processOf(pid: number | undefined): number {
  if (!pid) throw new Error('there is no such process');
  return pid;
}

/** Imports a company; gives the worker that published it. */
async function publish(name: string): Promise<number> {
  const { home, orgdex } = crew.installation;
  const before = crew.now().lines().length;
  const file = join(home, `${name}.ndjson`);
  writeFileSync(file, `${JSON.stringify(company(name))}\n`);
  await orgdex('import', 'records', file, '--source', 'kestrels');
  const published = () =>
    crew
      .now()
      .lines()
      .slice(before)
      .find(({ msg }) => msg === 'published');
  await until(`${name} is published`, () => published() !== undefined);
  return processOf(published()?.pid);
}

const outcomes = (asked: readonly Asked[]) => countOutcomes(asked.filter(isFailed));

describe('three workers on one address', () => {
  test('all of them answer, and the metrics are the sum', async () => {
    const key = await crew.admin.issueKey();
    const before = await countAnswers();
    const asked = await askTimes(crew, { agent: keptOpen(), key, clients }, 600);
    expect(outcomes(asked)).toBe('');
    expect(await answeredBy(asked)).toEqual(new Set(crew.now().pids()));
    expect((await countAnswers()) - before).toBe(600);
  });

  test('each is a process of its own to the ledger and the limiter', async () => {
    const { rows } = await crew.installation.pool.query('SELECT count(*)::int AS count FROM api_process');
    expect(rows[0].count).toBe(workers);
  });

  test('a quota is exact over all of them', async () => {
    const key = await crew.admin.issueKey({ monthly_credits: 100 });
    const asked = await askTimes(crew, { agent: openAgent(150), key, clients: 150 }, 450);
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await answeredBy(asked)).size).toBe(workers);
  });

  test('a revoked key is refused by each of them before their caches expire', async () => {
    const key = await crew.admin.issueKey();
    const agent = keptOpen();
    await askTimes(crew, { agent, key, clients }, 120);
    await crew.admin.revoke(key);
    const refusals = async () =>
      new Set((await askTimes(crew, { agent, key, clients }, 40)).map(({ status }) => status));
    await expect.poll(refusals, { timeout: 2500, interval: 50 }).toEqual(new Set([401]));
    const asked = await askTimes(crew, { agent, key, clients }, 120);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await answeredBy(asked)).size).toBe(workers);
  });
});

describe('a worker that ends', () => {
  test.each([
    ['connections that are kept', keptOpen],
    ['a connection for each request', eachAnew],
  ])(
    'by kill -9, under %s: each answer is counted once, no counter goes back, another takes its place',
    async (_, open) => {
      const key = await crew.admin.issueKey({ monthly_credits: 1_000_000 });
      const victim = processOf(crew.now().pids()[0]);
      const seen: number[] = [];
      const asked = await askMeanwhile(crew, { agent: open(), key, clients }, async () => {
        await sleep(1000);
        seen.push(await countAnswers());
        process.kill(victim, 'SIGKILL');
        for (let look = 0; look < 20; look += 1, await sleep(100)) seen.push(await countAnswers());
        await crew.now().complete();
        seen.push(await countAnswers());
      });
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(judgeCounted(await readCounted(crew, asked))).toEqual([]);
      expect(asked.filter(({ code }) => code === 'ECONNREFUSED')).toEqual([]);
      const said = crew
        .now()
        .lines()
        .filter(({ msg }) => msg === 'worker exited; starting another');
      expect(said.at(-1)).toMatchObject({ worker: victim, signal: 'SIGKILL' });
      expect(readMetric(await crew.now().readMetrics(), 'orgdex_worker_ends_total')).toBe(said.length);
      expect(crew.now().pids()).toHaveLength(workers);
    },
  );

  test('by SIGTERM, one after the other: no request fails', async () => {
    const key = await crew.admin.issueKey();
    const old = crew.now().pids();
    const failures = async () => readMetric(await crew.now().readMetrics(), 'orgdex_worker_ends_total');
    const before = await failures();
    const asked = await askMeanwhile(crew, { agent: eachAnew(), key, clients: 4 }, async () => {
      for (const pid of old) {
        process.kill(pid, 'SIGTERM');
        await until('it has ended', () => !isAlive(pid));
        await crew.now().complete();
      }
    });
    expect(asked.length).toBeGreaterThan(100);
    expect(outcomes(asked)).toBe('');
    expect(
      crew
        .now()
        .pids()
        .filter((pid) => old.includes(pid)),
    ).toEqual([]);
    expect(await failures()).toBe(before);
  });

  test('and was the one that publishes: another goes on', async () => {
    const first = await publish('kestrel-one');
    expect(await publish('kestrel-two')).toBe(first);
    process.kill(first, 'SIGKILL');
    await until('it has ended', () => !isAlive(first));
    const second = await publish('kestrel-three');
    expect(second).not.toBe(first);
    await crew.now().complete();
  });
});

/** Requests that a worker has taken on, answered or not. */
const countTaken = async () => readMetric(await crew.now().readMetrics(), taken, 'limit="rate"') ?? 0;

/** Asks for answers that take their time, and waits until each is being worked at; gives what waits for them. */
async function askSlowly(times: number): Promise<() => Promise<Asked[]>> {
  const { out } = await crew.installation.orgdex(
    'key',
    'create',
    '--account',
    'slow',
    '--create-account',
    '--test',
    ...scopes,
  );
  const key: FleetKey = { id: '', account: 'slow', key: out.trim() };
  const question = { ...(crew.questions[0] as Question), path: '/company?id=sandbox-slow' };
  const member = { base: crew.now().base } as Member;
  const before = await countTaken();
  const flight = Array.from({ length: times }, () => ask(eachAnew(), member, beginAsked({ member: 0, key, question })));
  await until('each is taken on', async () => (await countTaken()) >= before + times);
  return () => Promise.all(flight);
}

/** What was asked before the end is answered by all workers, and then none is left. */
async function expectDrained(asked: readonly Asked[], pids: readonly number[], began: number): Promise<void> {
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect((await answeredBy(asked)).size).toBe(workers);
  await until('no worker is left', () => !pids.some(isAlive));
  expect(Date.now() - began).toBeLessThan(10_000);
}

describe('the end of all', () => {
  test('SIGTERM to the primary: what was asked is answered', async () => {
    const pids = crew.now().pids();
    const arrive = await askSlowly(6);
    const began = Date.now();
    expect(await crew.now().stop()).toBe(0);
    await expectDrained(await arrive(), pids, began);
    await crew.restart();
  });

  test('SIGKILL of the primary: what was asked is answered, by workers that still prove that they live', async () => {
    const folder = join(crew.installation.home, 'spool');
    const pids = crew.now().pids();
    const primary = processOf(crew.now().primary());
    const arrive = await askSlowly(6);
    const began = Date.now();
    const end = crew.now().kill();
    await until('the primary is gone', () => !isAlive(primary));
    const sockets = readdirSync(folder).filter((file) => file.endsWith('.sock'));
    const lives = await Promise.all(sockets.map((file) => readLiveness(join(folder, file))));
    expect(lives).toEqual(Array(workers).fill('alive'));
    await end;
    await expectDrained(await arrive(), pids, began);
    await crew.restart();
  });

  test('a start that cannot succeed ends with what is wrong, and is not tried again', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const taken = String((holder.address() as AddressInfo).port);
    const free = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const inUse = /EADDRINUSE.*Stop what uses that port/;
    const faults: [Record<string, string>, RegExp[]][] = [
      [{ PORT: taken }, [inUse, /A worker exited with code 1 before it was ready/]],
      [{ METRICS_PORT: taken }, [inUse]],
      [{ DATABASE_URL: `${crew.installation.url}_none` }, [/Create the database first/, /A worker ended with 1/]],
      [{ PORT: 'any' }, [/PORT/]],
    ];
    for (const [settings, said] of faults) {
      const { code, err } = await crew.installation.endOf({ ...free, ...settings }, 'serve', '--workers', '3');
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
