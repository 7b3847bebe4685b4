import { expect, test } from 'vitest';
import type { GrowthPoint } from './growth.ts';
import { toGrowthCharts, toGrowthTable } from './growth-report.ts';

const point = (people: number, rebuildSeconds?: number): GrowthPoint => ({
  ...{ people, companies: people / 4, day: '2026-01-01', rebuildSeconds, results: [] },
  storage: {
    opensearch: {
      company: { count: people / 2, bytes: people * 250 },
      identifier: { count: people / 2, bytes: people * 40 },
      person: { count: people, bytes: people * 250 },
    },
    ...{ rosterShare: 0.1, databaseBytes: { company: 9, person: 9, response: 9 }, responses: 9 },
  },
  memory: { serviceMb: 150, opensearchMb: 1500, opensearchHeapMb: 400 },
});

test('the table compares the largest dataset with that of 100,000 people', () => {
  const table = toGrowthTable([point(10_000, 2), point(100_000, 20), point(1_000_000, 210)]);
  expect(table).toContain('| rebuild: orgdex rebuild, s | 2.00 | 20.0 | 210 | 10.50 |');
  expect(table).toContain('| bytes: person, bytes | 250 | 250 | 250 | 1.00 |');
  expect(table).toContain('| bytes: company, bytes | 1,000 | 1,000 | 1,000 | 1.00 |');
  expect(table).toContain('| memory: index on disk, MB | 5.40 | 54.0 | 540 | 10.00 |');
});

test('what was not measured has no value and no chart', () => {
  const points = [point(10_000), point(100_000)];
  expect(toGrowthTable(points)).toContain('| rebuild: orgdex rebuild, s | – | – | – |');
  expect(Object.keys(toGrowthCharts(points))).toEqual(['bytes', 'memory']);
});

test('every coordinate of a chart is a number', () => {
  for (const svg of Object.values(toGrowthCharts([point(10_000, 2), point(10_000_000, 2000)]))) {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
});
