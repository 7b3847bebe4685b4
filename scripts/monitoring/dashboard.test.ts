import { expect, test } from 'vitest';
import { dashboard, dashboardQueries } from './dashboard.ts';
import { exportedNames, metricsIn } from './exported-metrics.ts';

const shown = dashboardQueries().flatMap(metricsIn);

test('every query of the dashboard names exported metrics only', async () => {
  const exported = await exportedNames();
  expect(dashboardQueries().filter((query) => metricsIn(query).length === 0)).toEqual([]);
  expect(shown.filter((name) => !exported.has(name))).toEqual([]);
});

test('the dashboard shows every metric of orgdex', async () => {
  const own = [...(await exportedNames())].filter((name) => name.startsWith('orgdex_'));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

test('no two panels overlap, and none is wider than the page', () => {
  const { panels } = dashboard() as { panels: { gridPos: { x: number; y: number; w: number; h: number } }[] };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});
