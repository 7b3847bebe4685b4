import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCuttableDatabase } from '../../../../testing/src/stores/cuttable-database.ts';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { listen } from '../../stores/postgres/listen.ts';
import { openPool, type Pool } from '../../stores/postgres/pool.ts';
import { creditChannel } from '../../stores/postgres/usage/credits.ts';
import { createPartition } from '../../stores/postgres/usage/usage-month.ts';
import { openMeter } from './meter.ts';
import type { Meter } from './meter-deps.ts';
import { readLiveness } from './spool-socket.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let listening: { stop(): Promise<void> };
const root = mkdtempSync(join(tmpdir(), 'orgdex-meter-'));
const meters = new Set<Meter>();
const silent = { info() {}, warn() {}, error() {} };
const waiting = { timeout: 20_000, interval: 20 };

/** How many processes have a socket there. */
const countSockets = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.sock')).length;

beforeAll(async () => {
  database = await openEmptyDatabase();
  const isListening = Promise.withResolvers<void>();
  listening = listen({
    connectionString: database.url,
    channels: {
      [creditChannel]: (account) => {
        for (const meter of meters) meter.recall(Number(account));
      },
    },
    onConnected: isListening.resolve,
  });
  await isListening.promise;
});

afterEach(async () => {
  await Promise.all([...meters].map(stop));
});

afterAll(async () => {
  await listening.stop();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

async function stop(meter: Meter): Promise<void> {
  meters.delete(meter);
  await meter.stop();
}

async function open(folder: string, more: { pool?: Pool; segmentBytes?: number; now?: () => number } = {}) {
  const meter = await openMeter({ pool: database.pool, folder, log: silent, ...more });
  meters.add(meter);
  return meter;
}

let accounts = 0;
async function newCaller(monthlyCredits: number | null): Promise<Caller> {
  const account = `account-${++accounts}`;
  await database.pool.query(
    `INSERT INTO plan (name, rate, burst, scopes, monthly_credits) VALUES ($1, 1, 1, '{}', $2)`,
    [account, monthlyCredits],
  );
  const { rows } = await database.pool.query('INSERT INTO account (name, plan) VALUES ($1, $1) RETURNING id', [
    account,
  ]);
  const agreed = { plan: account, rate: 1, burst: 1, requestsPerDay: null, monthlyCredits };
  const free = { scopes: [], countries: null, addresses: null, expiresAt: null, recordsPeople: false };
  return {
    ...free,
    key: `k${account}`,
    account,
    accountId: rows[0].id,
    mode: 'live',
    agreed: { ...agreed, companiesPerDay: null, peoplePerDay: null },
  };
}

const newFolder = (): string => mkdtempSync(join(root, 's'));

/** Returns the remaining credits, or the code of the failure. */
async function answer(meter: Meter, caller: Caller): Promise<number | string | undefined> {
  try {
    const reservation = await meter.reserve(caller, 1);
    try {
      return reservation.spend({ requestId: randomUUID(), operation: 'lookUpCompany', credits: 1 });
    } finally {
      reservation.release();
    }
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** The three tables, which must agree. */
async function readCounted({ accountId }: Caller): Promise<number> {
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*) FROM usage WHERE account_id = $1) AS answers,
       (SELECT count(DISTINCT request_id) FROM usage WHERE account_id = $1) AS distinct,
       (SELECT coalesce(sum(count), 0)::bigint FROM usage_day WHERE account_id = $1) AS days,
       (SELECT coalesce(sum(used), 0)::bigint FROM usage_month WHERE account_id = $1) AS months`,
    [accountId],
  );
  const { answers, distinct, days, months } = rows[0];
  expect([distinct, days, months]).toEqual([answers, answers, answers]);
  return answers;
}

async function readOutstanding({ accountId }: Caller): Promise<number> {
  const { rows } = await database.pool.query(
    'SELECT coalesce(sum(taken - spent), 0)::bigint AS held FROM credit_lease WHERE account_id = $1',
    [accountId],
  );
  return rows[0].held;
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

describe('several processes', () => {
  test('grant exactly the credits of the quota, however many requests arrive at once', async () => {
    const folder = newFolder();
    const three = await times(3, () => open(folder));
    const caller = await newCaller(100);
    const outcomes = await times(1000, (index) => answer(three[index % 3] as Meter, caller));
    expect(outcomes.filter((outcome) => typeof outcome === 'number')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'quota_exhausted')).toHaveLength(900);
    expect(() => three[0]?.checkKnownExhausted(caller)).toThrow('quota_exhausted');
    expect(three[0]?.remaining(caller)).toBe(0);
    await Promise.all(three.map((meter) => meter.flush()));
    expect(await readCounted(caller)).toBe(100);
    await vi.waitFor(() => expect(three.map((meter) => meter.processes())).toEqual([3, 3, 3]), waiting);
  });

  test('record usage and lease credits for many accounts without a deadlock', async () => {
    const folder = newFolder();
    const warn = vi.fn();
    const four = await times(4, () => openMeter({ pool: database.pool, folder, log: { ...silent, warn } }));
    const callers = await times(30, (index) => newCaller(index % 3 === 0 ? null : 1000));
    for (let round = 0; round < 10; round++) {
      await times(240, (index) => answer(four[index % 4] as Meter, callers[(index * 7 + round) % 30] as Caller));
      await Promise.all(four.map((meter) => meter.flush()));
    }
    await Promise.all(four.map((meter) => meter.stop()));
    for (const caller of callers) expect(await readCounted(caller)).toBe(80);
    expect(warn).not.toHaveBeenCalled();
  });

  test('misses cost nothing', async () => {
    const folder = newFolder();
    const three = await times(3, () => open(folder));
    const caller = await newCaller(10);
    for (const meter of [...three, ...three, ...three, ...three, ...three]) {
      const reservation = await meter.reserve(caller, 1);
      reservation.release();
      reservation.release();
    }
    const outcomes = [];
    for (let round = 0; round < 20; round++) outcomes.push(await answer(three[round % 3] as Meter, caller));
    expect(outcomes.filter((outcome) => typeof outcome === 'number')).toHaveLength(10);
  });

  test('one that has none left gets the unspent credits of another', async () => {
    const folder = newFolder();
    const [one, other] = [await open(folder), await open(folder)];
    const caller = await newCaller(320);
    expect(await answer(one, caller)).toBe(319);
    expect(await readOutstanding(caller)).toBe(10);
    const outcomes = [];
    for (let round = 0; round < 320; round++) outcomes.push(await answer(other, caller));
    expect(outcomes.filter((outcome) => typeof outcome === 'number')).toHaveLength(319);
  });

  test('idle credits are returned', async () => {
    const now = vi.fn(Date.now);
    const meter = await open(newFolder(), { now });
    const caller = await newCaller(320);
    await answer(meter, caller);
    now.mockImplementation(() => Date.now() + 5000);
    await vi.waitFor(async () => expect(await readOutstanding(caller)).toBe(0), waiting);
  });

  test('a process that stops leaves no lease, no row and no file', async () => {
    const folder = newFolder();
    const meter = await open(folder);
    const caller = await newCaller(320);
    await times(7, () => answer(meter, caller));
    await stop(meter);
    expect(await readCounted(caller)).toBe(7);
    expect(await readOutstanding(caller)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    await expect(answer(meter, caller)).resolves.toBe('usage_unavailable');
  });

  test('a raised quota counts at once, a lowered one too', async () => {
    const meter = await open(newFolder());
    const caller = await newCaller(3);
    await times(3, () => answer(meter, caller));
    expect(await answer(meter, caller)).toBe('quota_exhausted');
    await database.pool.query('UPDATE plan SET monthly_credits = 5 WHERE name = $1', [caller.account]);
    await vi.waitFor(async () => expect(await answer(meter, caller)).toBe(1), waiting);
    await database.pool.query('UPDATE plan SET monthly_credits = 2 WHERE name = $1', [caller.account]);
    expect(await answer(meter, caller)).toBe('quota_exhausted');
  });
});

describe('months', () => {
  test('day and month are those of UTC, and a lease counts for its month', async () => {
    let now = Date.UTC(2027, 0, 31, 23, 59, 59, 999);
    const meter = await open(newFolder(), { now: () => now });
    const [caller, unlimited] = [await newCaller(50), await newCaller(null)];
    const [before, after] = [await meter.reserve(caller, 1), await meter.reserve(caller, 1)];
    before.spend({ requestId: randomUUID(), operation: 'lookUpCompany', credits: 1 });
    await answer(meter, unlimited);
    now += 1;
    after.spend({ requestId: randomUUID(), operation: 'lookUpCompany', credits: 1 });
    await answer(meter, unlimited);
    await meter.flush();
    const months = 'SELECT account_id, month, used FROM usage_month WHERE account_id = ANY($1) ORDER BY 1, 2';
    const { rows } = await database.pool.query(months, [[caller.accountId, unlimited.accountId]]);
    expect(rows).toEqual([
      { account_id: caller.accountId, month: '2027-01-01', used: 2 },
      { account_id: unlimited.accountId, month: '2027-01-01', used: 1 },
      { account_id: unlimited.accountId, month: '2027-02-01', used: 1 },
    ]);
    const days = 'SELECT day, count FROM usage_day WHERE account_id = $1 ORDER BY day';
    const expected = [
      { day: '2027-01-31', count: 1 },
      { day: '2027-02-01', count: 1 },
    ];
    expect((await database.pool.query(days, [caller.accountId])).rows).toEqual(expected);
    const partitions = `SELECT count(*) FROM usage_2027_02 WHERE account_id = $1`;
    expect((await database.pool.query(partitions, [caller.accountId])).rows[0].count).toBe(1);
  });

  test('a partition can be created concurrently, and again after it was dropped', async () => {
    await times(8, () => createPartition(database.pool, '2031-05-01'));
    const meter = await open(newFolder(), { now: () => Date.UTC(2031, 4, 3) });
    const caller = await newCaller(null);
    await answer(meter, caller);
    await meter.flush();
    await database.pool.query('DROP TABLE usage_2031_05');
    await answer(meter, caller);
    await vi.waitFor(() => meter.flush(), waiting);
    const { rows } = await database.pool.query('SELECT count(*) FROM usage WHERE account_id = $1', [caller.accountId]);
    expect(rows[0].count).toBe(1);
  });
});

const meterFile = new URL('./meter.ts', import.meta.url).href;
const poolFile = new URL('../../stores/postgres/pool.ts', import.meta.url).href;
/** A process that responds as fast as it can, and prints each response once it may be sent. */
const childProgram = `
  const [url, folder, caller] = JSON.parse(process.env.METER);
  const { openMeter } = await import('${meterFile}');
  const { openPool } = await import('${poolFile}');
  const log = { info() {}, warn() {}, error() {} };
  const meter = await openMeter({ pool: openPool(url), folder, log, segmentBytes: 2000 });
  setInterval(() => {}, 1000);
  for (;;) {
    for (let i = 0; i < 5; i++) {
      const reservation = await meter.reserve(caller, 1);
      const requestId = crypto.randomUUID();
      reservation.spend({ requestId, operation: 'lookUpCompany', credits: 1 });
      (await import('node:fs')).writeSync(1, requestId + '\\n');
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }`;

/** Runs it for a while and kills it; returns the responses that were sent. */
async function killed(folder: string, caller: Caller): Promise<string[]> {
  const env = { ...process.env, METER: JSON.stringify([database.url, folder, caller]) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', childProgram], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output.length).toBeGreaterThan(37 * 30), waiting);
  await wait(Math.random() * 300);
  const isOver = once(child, 'close');
  child.kill('SIGKILL');
  await isOver;
  return output.trimEnd().split('\n');
}

describe('after kill -9', () => {
  test.each([null, 100_000])('a sibling recovers all usage and frees the unspent credits (quota %s)', async (quota) => {
    const folder = newFolder();
    const siblings = [await open(folder), await open(folder)];
    const caller = await newCaller(quota);
    const left = (await times(2, () => killed(folder, caller))).flat();
    await vi.waitFor(() => expect(countSockets(folder)).toBe(2), waiting);
    const { rows } = await database.pool.query('SELECT request_id AS id FROM usage WHERE account_id = $1', [
      caller.accountId,
    ]);
    const counted = new Set(rows.map(({ id }) => id));
    expect(left.filter((id) => !counted.has(id))).toEqual([]);
    // At most one response per process was recorded but not sent when it was killed.
    expect(await readCounted(caller)).toBeLessThanOrEqual(left.length + 2);
    expect(await readOutstanding(caller)).toBe(0);
    await Promise.all(siblings.map(stop));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the next start recovers the usage of the last process', async () => {
    const folder = newFolder();
    const caller = await newCaller(null);
    const left = await killed(folder, caller);
    await open(folder);
    await vi.waitFor(async () => expect(await readCounted(caller)).toBeGreaterThanOrEqual(left.length), waiting);
    expect(await readCounted(caller)).toBeLessThanOrEqual(left.length + 1);
  });
});

test('a suspended process counts as alive', async () => {
  const path = join(newFolder(), 'pa.sock');
  const file = new URL('./spool-socket.ts', import.meta.url).href;
  const program = `const { SpoolSocket } = await import('${file}');
    await SpoolSocket.open('${path}'); setInterval(() => {}, 1000); console.log('open');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  await vi.waitFor(() => expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^State:\s+T/m), waiting);
  expect(await readLiveness(path)).toBe('alive');
  const isOver = once(child, 'close');
  child.kill('SIGKILL');
  await isOver;
  expect(await readLiveness(path)).toBe('dead');
});

describe('while PostgreSQL is unavailable', () => {
  test('leased credits are spent, then requests are rejected, and all usage is recorded after recovery', async () => {
    const { proxy, pool, close } = await openCuttableDatabase(database.url);
    try {
      const meter = await open(newFolder(), { pool });
      const [caller, unlimited] = [await newCaller(320), await newCaller(null)];
      expect(await answer(meter, caller)).toBe(319);
      await meter.flush();
      proxy.cut();
      const outcomes = [];
      for (let round = 0; round < 12; round++) outcomes.push(await answer(meter, caller));
      expect(outcomes.filter((outcome) => typeof outcome === 'number')).toHaveLength(9);
      expect(outcomes.at(-1)).toBe('credits_unavailable');
      expect(await answer(meter, unlimited)).toBeUndefined();
      await expect(meter.flush()).rejects.toThrow();
      expect(meter.unshippedBytes()).toBeGreaterThan(1000);
      proxy.restore();
      await vi.waitFor(async () => expect(await readCounted(caller)).toBe(10), waiting);
      expect(await readCounted(unlimited)).toBe(1);
      await vi.waitFor(async () => expect(await answer(meter, caller)).toBe(309), waiting);
      await stop(meter);
    } finally {
      await close();
    }
  });

  test('no request waits long for a database that hangs', async () => {
    const { proxy, pool, close } = await openCuttableDatabase(database.url);
    try {
      const meter = await open(newFolder(), { pool });
      const caller = await newCaller(320);
      await meter.flush();
      proxy.blackhole();
      expect(await times(5, () => answer(meter, caller))).toEqual(Array(5).fill('credits_unavailable'));
      proxy.restore();
      proxy.cut();
      proxy.restore();
      await vi.waitFor(async () => expect(await answer(meter, caller)).toBe(319), waiting);
      await stop(meter);
    } finally {
      await close();
    }
  });

  test('with repeated disconnects under load, each response is counted once and no credit is lost', async () => {
    const { proxy, pool, close } = await openCuttableDatabase(database.url);
    try {
      const folder = newFolder();
      const now = vi.fn(Date.now);
      const two = [await open(folder, { pool, now, segmentBytes: 3000 }), await open(folder, { pool, now })];
      const caller = await newCaller(3000);
      let given = 0;
      for (let round = 0; round < 60; round++) {
        const outcomes = await times(40, (index) => answer(two[index % 2] as Meter, caller));
        given += outcomes.filter((outcome) => typeof outcome === 'number').length;
        if (round % 3 === 0) proxy.cut();
        else proxy.restore();
        await wait(Math.random() * 40);
      }
      proxy.restore();
      await vi.waitFor(() => Promise.all(two.map((meter) => meter.flush())), waiting);
      expect(await readCounted(caller)).toBe(given);
      expect(given).toBeGreaterThan(100);
      now.mockImplementation(() => Date.now() + 5000);
      await vi.waitFor(async () => expect(await readOutstanding(caller)).toBe(0), waiting);
      await Promise.all(two.map(stop));
    } finally {
      await close();
    }
  });

  test('a process that stops meanwhile leaves its spool to the next', async () => {
    const pool = openPool(database.url);
    const folder = newFolder();
    const meter = await open(folder, { pool });
    const caller = await newCaller(320);
    await answer(meter, caller);
    await pool.end();
    await stop(meter);
    await open(folder);
    await vi.waitFor(async () => expect(await readCounted(caller)).toBe(1), waiting);
    await vi.waitFor(async () => expect(await readOutstanding(caller)).toBe(0), waiting);
  });
});

describe('the spool', () => {
  test('on a full disk no response is sent, and afterwards it recovers', async () => {
    const folder = newFolder();
    const meter = await open(folder, { segmentBytes: 1 });
    const caller = await newCaller(320);
    expect(await answer(meter, caller)).toBe(319);
    const id = readdirSync(folder)[0]?.split('.')[0];
    symlinkSync('/dev/full', join(folder, `${id}.1.ndjson`));
    expect(await answer(meter, caller)).toBe('usage_unavailable');
    expect(meter.isHealthy()).toBe(false);
    await vi.waitFor(() => expect(meter.isHealthy()).toBe(true), waiting);
    expect(await answer(meter, caller)).toBe(318);
    await meter.flush();
    expect(await readCounted(caller)).toBe(2);
  });

  test('a removed socket does not make a running process look dead', async () => {
    const folder = newFolder();
    const [one] = [await open(folder), await open(folder)];
    const caller = await newCaller(320);
    for (let round = 0; round < 3; round++) {
      for (const file of readdirSync(folder)) if (file.endsWith('.sock')) rmSync(join(folder, file), { force: true });
      await answer(one, caller);
      await vi.waitFor(() => expect(countSockets(folder)).toBe(2), waiting);
    }
    await one.flush();
    expect(await readCounted(caller)).toBe(3);
    expect((await database.pool.query('SELECT FROM api_process')).rowCount).toBe(2);
  });

  test('a process whose row was removed continues, and counts nothing twice', async () => {
    const meter = await open(newFolder());
    const caller = await newCaller(320);
    await times(3, () => answer(meter, caller));
    await meter.flush();
    await database.pool.query('DELETE FROM api_process');
    await vi.waitFor(async () => {
      expect((await database.pool.query('SELECT FROM api_process')).rowCount).toBe(1);
    }, waiting);
    await times(4, () => answer(meter, caller));
    await meter.flush();
    expect(await readCounted(caller)).toBe(7);
    const { rows } = await database.pool.query('SELECT taken - spent AS held FROM credit_lease WHERE account_id = $1', [
      caller.accountId,
    ]);
    expect(rows[0].held).toBeGreaterThanOrEqual(0);
  });
});

test('the last use of a key is stored after a while', async () => {
  const caller = await newCaller(null);
  await database.pool.query(
    `INSERT INTO api_key (id, account_id, hash, hint, scopes) VALUES ($1, $2, '\\x01', 'abcd', '{}')`,
    [caller.key, caller.accountId],
  );
  const meter = await open(newFolder());
  meter.noteUse(caller.key);
  await stop(meter);
  const { rows } = await database.pool.query('SELECT last_used_at FROM api_key WHERE id = $1', [caller.key]);
  expect(Date.now() - rows[0].last_used_at.getTime()).toBeLessThan(60_000);
});
