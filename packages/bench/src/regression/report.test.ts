import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillPage } from '../report/page.ts';
import { type RegressionRecord, toBaselines } from './check.ts';
import { describeCoreMismatch, toRegressionPage } from './report.ts';

const machine = { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24'], day: '2026-01-01' };
const recordOf = (times: number): RegressionRecord => {
  const runs = Array.from({ length: times }, (_, run) => ({ a: 0.5 + run / 1000 }));
  return { machine, runs, baselines: toBaselines(runs) };
};

test('the page names the number of runs, the machine and the date', () => {
  const page = toRegressionPage(recordOf(20));
  for (const words of ['2 cores, 24 GiB, Node 24', '2026-01-01', 'from 20 runs', '20 of 20'])
    expect(page).toContain(words);
  expect(page).not.toContain('Trial');
});

test('few runs are marked as a trial', () => {
  expect(toRegressionPage(recordOf(3))).toContain('**Trial:** 3 runs');
});

test('a different number of cores causes a warning', () => {
  expect(describeCoreMismatch(machine, 8)).toContain('recorded on 2 cores (2026-01-01), and this machine has 8');
  expect(describeCoreMismatch(machine, 2)).toBeUndefined();
});

test('regression.md shows the content of regression.json', () => {
  const pages = new URL('../../../../docs/performance/', import.meta.url);
  const page = readFileSync(new URL('regression.md', pages), 'utf8');
  const record = JSON.parse(readFileSync(new URL('regression.json', pages), 'utf8'));
  expect(record.baselines).toEqual(toBaselines(record.runs));
  expect(page).toBe(fillPage(page, toRegressionPage(record)));
});
