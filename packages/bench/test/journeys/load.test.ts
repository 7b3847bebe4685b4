import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { measureLoad } from '../../src/load/import.ts';
import { measureRead } from '../../src/load/read.ts';
import { measureRebuild } from '../../src/load/rebuild.ts';
import { measureSix } from '../../src/load/six.ts';
import { measureSource } from '../../src/load/sources.ts';
import { onCores } from '../../src/machine/cores.ts';

// Small sizes; `npm run bench -- load` measures.
let installation: Installation;

beforeEach(async () => {
  installation = await openInstallation();
});
afterEach(() => installation?.close());

/** What a command may need, for each of its lanes. */
const mostMb = 300;

test('reading with two lanes stages the same as with one', async () => {
  const { rounds } = await measureRead({ source: 'au-abr', rows: 5000, lanes: [1, 2], runs: 1 });
  expect(rounds[1]?.[0]?.rows).toBe(5000);
  expect(rounds[2]?.[0]?.hash).toBe(rounds[1]?.[0]?.hash);
});

test('every row is imported and published, and the same file again changes nothing', async () => {
  const { rows, documents, again, peakMb } = await measureLoad(installation, { companies: 1000, people: 4000 });
  expect(documents).toBeGreaterThan(3 * 1000 + 4000);
  expect(again).toEqual({ unchanged: rows, accepted: 0, written: 0 });
  expect(Math.max(peakMb?.import ?? 0, peakMb?.publish ?? 0)).toBeLessThan(2 * mostMb);
});

test('of the file of the next week, only the changes are written', async () => {
  const rows = 10_000;
  const { accepted, next } = await measureSource(installation, 'au-abr', rows);
  expect(accepted).toBeGreaterThan(rows / 3);
  expect(next?.accepted).toBeGreaterThan((rows * 0.005) / 4);
  expect(next?.accepted).toBeLessThan(rows * 0.006);
  expect(next?.unchanged).toBeGreaterThan(accepted - rows * 0.006);
});

test('every rebuild has the same documents, whether they are discarded or written', async () => {
  const report = await measureRebuild(installation, { companies: 1000, people: 4000, lanes: [1, 2] });
  const runs = [...report.discarded, ...report.written];
  expect(new Set(runs.map(({ documents }) => documents)).size).toBe(1);
  expect(runs.filter(({ lanes, peakMb }) => peakMb > mostMb * lanes)).toEqual([]);
});

test('records of five sources join, and companies of the sixth stay separate', async () => {
  const [shared, alone] = [400, 600];
  const { six, match } = await measureSix(installation, { shared, alone });
  expect(six.companies).toBeGreaterThanOrEqual(shared + alone);
  expect(six.companies).toBeLessThan(six.records - 300);
  expect(six.stages.map(({ name }) => name)).toEqual([
    ...['au-abr', 'au-asic-companies', 'gleif', 'pdl', 'bigpicture', 'jp-nta'],
    ...['match run', 'rebuild'],
  ]);
  expect(six.stages.filter(({ count }) => count === 0)).toEqual([]);
  const [first, again, changed, full] = match.times;
  expect(again).toMatchObject({ compared: 0, matches: first?.matches });
  expect(full?.matches).toBe(changed?.matches);
});

test('a server that was limited to one core gets the others back', async () => {
  const server = spawn('sleep', ['60']);
  const cores = () => /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  try {
    const before = cores();
    await onCores(1, [server.pid as number], async () => expect(cores()).toBe('0'));
    expect(cores()).toBe(before);
  } finally {
    server.kill();
  }
});
