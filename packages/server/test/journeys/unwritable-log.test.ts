import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import {
  type LogTarget,
  openClosedPipe,
  openFullDisk,
  openUnreadPipe,
  serveInto,
} from '../../../testing/src/processes/log-target.ts';
import { readMetric, until } from '../../../testing/src/processes/worker-pool.ts';

const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
const requests = 300;
const stopWithinMs = 10_000;

let installation: Installation;
let authorization: string;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '20', '--people', '40');
  const { out } = await installation.orgdex(
    'key',
    'create',
    '--account',
    'log',
    '--create-account',
    '--test',
    ...scopes,
  );
  authorization = `Bearer ${out.trim()}`;
});

afterAll(() => installation?.close());

const targets: [string, (folder: string) => LogTarget][] = [
  ['a full disk', openFullDisk],
  ['a pipe whose reader has exited', openClosedPipe],
  ['a pipe whose reader does not read', openUnreadPipe],
];

const modes: [string, string[]][] = [
  ['one process', []],
  ['two workers', ['--workers', '2']],
];

type Serving = Awaited<ReturnType<typeof serveInto>>;

/** Logs far more than one write can hold, then looks up a company. */
async function expectResponses(serving: Serving): Promise<void> {
  for (let sent = 0; sent < requests; sent += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => serving.get('/livez')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  expect((await serving.get('/company?id=sandbox-none', { headers: { authorization } })).status).toBe(404);
}

async function bothServe(serving: Serving): Promise<void> {
  const count = async () => readMetric(await serving.readMetrics(), 'orgdex_workers');
  await until('both workers serve', async () => (await count()) === 2);
  serving.refreshFamily();
  expect(serving.family()).toHaveLength(3);
}

async function expectEnd(serving: Serving): Promise<void> {
  await until('no process is left', () => serving.living().length === 0, stopWithinMs);
}

describe.each(modes)('%s', (_, args) => {
  describe.each(targets)('logging to %s', (_, openTarget) => {
    test('requests are served, and every process exits within 10 s of SIGTERM', async () => {
      const target = openTarget(installation.home);
      const serving = await serveInto(installation, target, ...args);
      try {
        await expectResponses(serving);
        if (openTarget !== openUnreadPipe)
          await until(
            'dropped lines are counted',
            async () => Number(readMetric(await serving.readMetrics(), 'orgdex_log_lines_dropped_total')) > 0,
          );
        if (args.length > 0) await bothServe(serving);
        process.kill(serving.pid, 'SIGTERM');
        await expectEnd(serving);
        expect((await serving.exited)[0]).toBe(0);
      } finally {
        serving.killAll();
        target.close();
      }
    });
  });
});

test('a worker whose primary is killed exits, although its log cannot be written', async () => {
  const target = openFullDisk();
  const serving = await serveInto(installation, target, '--workers', '2');
  try {
    await bothServe(serving);
    process.kill(serving.pid, 'SIGKILL');
    await expectEnd(serving);
  } finally {
    serving.killAll();
    target.close();
  }
});

test('a worker that hangs does not outlive its primary', async () => {
  const target = openFullDisk();
  const serving = await serveInto(installation, target, '--workers', '2');
  try {
    await bothServe(serving);
    process.kill(serving.family().at(-1) as number, 'SIGSTOP');
    process.kill(serving.pid, 'SIGTERM');
    await expectEnd(serving);
    expect((await serving.exited)[0]).toBe(1);
  } finally {
    serving.killAll();
    target.close();
  }
});
