import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { onCores } from '../../src/load/cores.ts';
import { measureRebuild, type RebuildReport } from '../../src/rebuild/measure-rebuild.ts';

/** A small size for CI; `npm run measure:rebuild` measures 100,000 companies and 400,000 people. */
let installation: Installation;
let report: RebuildReport;

beforeAll(async () => {
  installation = await openInstallation();
  report = await measureRebuild(installation, { companies: 2000, people: 8000, lanes: [1, 2], note: () => {} });
});
afterAll(() => installation?.close());

test('every rebuild has the same documents, whether they are discarded or written', () => {
  const counts = [...report.discarded, ...report.written, report.bulk].map(({ documents }) => documents);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(2000 * 3 + 8000);
});

test('a rebuild needs less than 300 MB for each lane', () => {
  const tooLarge = [...report.discarded, ...report.written].filter(({ lanes, peakMb }) => peakMb > 300 * lanes);
  expect(tooLarge).toEqual([]);
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
