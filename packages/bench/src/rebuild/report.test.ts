import { expect, test } from 'vitest';
import type { RebuildRun } from './measure-rebuild.ts';
import { rebuildText } from './report.ts';

const run = (lanes: number, seconds: number): RebuildRun => ({
  ...{ lanes, seconds, documents: 100_000 },
  ...{ cores: 2, cpuSeconds: 5, storeCpuSeconds: { postgres: 1, opensearch: 3 }, peakMb: 150 * lanes },
});

test('the ratios compare with one lane and with bulk requests', () => {
  const text = rebuildText({
    ...{ measured: '2026-11-17', companies: 10_000, people: 40_000, bytes: 5e7 },
    discarded: [run(1, 8), run(2, 5)],
    written: [run(1, 10)],
    bulk: { documents: 100_000, seconds: 4 },
    larger: {
      ...{ measured: '2026-11-18', companies: 1_000_000, people: 4_000_000 },
      written: [run(2, 8)],
      bulk: { documents: 100_000, seconds: 4 },
    },
  });
  expect(text).toContain('| 2 | 2 | 100,000 | 5.0 | 20,000 | 1.60 | 50.0 | 10.0 | 30.0 | 300 |');
  expect(text).toContain('| 1 | 2 | 100,000 | 10.0 | 10,000 | 0.40 | 50.0 | 10.0 | 30.0 | 150 |');
  expect(text).toContain('A document has 500 bytes.');
  expect(text.slice(text.indexOf('1,000,000 companies and 4,000,000 people;'))).toContain(
    '| 2 | 2 | 100,000 | 8.0 | 12,500 | 0.50 | 50.0 | 10.0 | 30.0 | 300 |',
  );
});
