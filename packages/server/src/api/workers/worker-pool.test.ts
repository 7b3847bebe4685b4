import { describe, expect, test } from 'vitest';
import { runProgram } from '../../../../testing/src/processes/program.ts';
import { backoffMs, quickEndsAfter } from './worker-pool.ts';

const refusedPool = new URL('../../../../testing/src/processes/refused-worker-pool.ts', import.meta.url);

describe.concurrent.each([
  ['event', 'ENOENT'],
  ['thrown', 'E2BIG'],
])('a system that refuses to start a process (%s)', (way, reason) => {
  test('at the start, makes the service exit with the reason', async () => {
    const { lines } = await runProgram(refusedPool, way, 'first');
    expect(lines).toEqual([expect.stringMatching(`^Cannot start a worker: spawn .*${reason}. Fix the problem`)]);
  });

  test('later, is logged and retried while the other workers run, and does not delay a stop', async () => {
    const { code, lines } = await runProgram(refusedPool, way, 'later');
    const logged = lines.map((line) => JSON.parse(line));
    const { failures, ends } = logged.pop();
    expect({ code, ends }).toEqual({ code: 0, ends: [0] });
    expect(failures).toBe(logged.length);
    const refused = logged.filter(({ msg }) => msg === 'cannot start a worker; retrying');
    expect(refused.length).toBe(logged.length - 2);
    for (const { message } of refused) expect(message).toContain(reason);
    expect(logged.slice(0, 2).map(({ againInMs }) => againInMs)).toEqual([250, 500]);
  });
});

function delaysAfter(livesMs: readonly number[]): number[] {
  let quickEnds = 0;
  return livesMs.map((livedMs) => {
    quickEnds = quickEndsAfter(quickEnds, livedMs);
    return backoffMs(quickEnds);
  });
}

test('the delay doubles with each short-lived worker, up to 30 seconds', () => {
  expect(delaysAfter(Array(10).fill(900))).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a worker that ran for a minute resets the delay', () => {
  expect(delaysAfter([900, 900, 900, 70_000, 900])).toEqual([250, 500, 1000, 250, 250]);
});
