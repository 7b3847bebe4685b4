import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { holdParts, readParts } from '../../../testing/src/data/held-parts.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { differences, opensearchLines } from '../../../testing/src/stores/snapshot.ts';

let installation: Installation;
let expected: Awaited<ReturnType<typeof opensearchLines>>;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '1000', '--people', '4000');
  expected = await opensearchLines(installation);
});
afterAll(() => installation?.close());

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const args = ['rebuild', '--lanes', '2', '--json'] as const;

const expectSame = async () => expect(differences(expected, await opensearchLines(installation))).toEqual([]);

test('two processes share a rebuild', async () => {
  const free = await holdParts(installation.pool);
  const both = [installation.run(...args), installation.run(...args)];
  const fillers = () =>
    installation.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  await eventually(async () => expect((await fillers()).rowCount).toBe(2));
  free();
  const ended = await Promise.all(both.map(({ end }) => end));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  const results = ended.map(({ out }) => JSON.parse(out) as { generation: number; written: number });
  expect(new Set(results.map(({ generation }) => generation)).size).toBe(1);
  expect(Math.min(...results.map(({ written }) => written))).toBeGreaterThan(0);
  await expectSame();
});

test('after a kill, the same command continues, and writes no completed part again', async () => {
  const free = await holdParts(installation.pool, ['employment', 'roster']);
  const { child, end } = installation.run(...args);
  await eventually(async () => expect((await readParts(installation.pool)).complete).toBe(32));
  child.kill('SIGKILL');
  await end;
  const { documents } = await readParts(installation.pool);
  expect(documents).toBeGreaterThan(0);
  free();
  const { out } = await installation.orgdex(...args);
  const { written, equal } = JSON.parse(out) as { written: number; equal: number };
  expect(written + equal).toBe(expected.length - documents);
  await expectSame();
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a rebuild with a message, and it continues', async (signal) => {
  const free = await holdParts(installation.pool, ['roster']);
  const { child, end } = installation.run(...args);
  await eventually(async () => expect((await readParts(installation.pool)).complete).toBe(48));
  child.kill(signal);
  const { code, err } = await end;
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('The rebuild was interrupted. ') });
  free();
  await installation.orgdex(...args);
  await expectSame();
});
