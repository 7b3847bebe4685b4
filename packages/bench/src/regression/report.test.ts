import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillPage } from '../report/page.ts';
import { type GuardRecord, toRecorded } from './check.ts';
import { describeOtherCores, toGuardPage } from './report.ts';

const machine = { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24'], day: '2026-01-01' };
const recordOf = (times: number): GuardRecord => {
  const runs = Array.from({ length: times }, (_, run) => ({ a: 0.5 + run / 1000 }));
  return { machine, runs, recorded: toRecorded(runs) };
};

test('the page says how many runs there were, on what and when', () => {
  const page = toGuardPage(recordOf(20));
  for (const words of ['2 cores, 24 GiB, Node 24', '2026-01-01', 'from 20 runs', '20 of 20'])
    expect(page).toContain(words);
  expect(page).not.toContain('trial');
});

test('few runs are called a trial', () => {
  expect(toGuardPage(recordOf(3))).toContain('**A trial:** 3 runs');
});

test('a machine with other cores is warned of', () => {
  expect(describeOtherCores(machine, 8)).toContain('recorded on 2 cores (2026-01-01), and this machine has 8');
  expect(describeOtherCores(machine, 2)).toBeUndefined();
});

test('guard.md says what guard.json holds', () => {
  const pages = new URL('../../../../docs/performance/', import.meta.url);
  const page = readFileSync(new URL('guard.md', pages), 'utf8');
  const record = JSON.parse(readFileSync(new URL('guard.json', pages), 'utf8'));
  expect(record.recorded).toEqual(toRecorded(record.runs));
  expect(page).toBe(fillPage(page, toGuardPage(record)));
});
