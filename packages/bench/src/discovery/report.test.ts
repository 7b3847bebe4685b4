import { expect, test } from 'vitest';
import { type KeptParts, missedOf, toDiscoveryPage } from './report.ts';

const sample = (perSecond: number) => ({ perSecond, serviceCpuUs: 900, opensearchCpuUs: 1500 });
const round = (opensearchOnly: number, service: number) => ({
  opensearchOnly: sample(opensearchOnly),
  service: sample(service),
});
const latency = {
  perSecond: 50,
  p50Ms: { opensearchOnly: 2, service: 3 },
  p99Ms: { opensearchOnly: 4, service: 9 },
};
const on = { measuredOn: 'a machine' };
const parts: KeptParts = {
  suggest: { ...on, result: { questions: 100, connections: 64, rounds: [round(100, 70), round(100, 80)], latency } },
  match: { ...on, result: { items: 100, batches: 5, connections: 4, matched: 0.9, rounds: [sample(4)] } },
  people: { ...on, result: { companies: 100, found: 0.5, rounds: [{ oneMs: 3, manyMs: 12 }] } },
  paging: {
    ...on,
    result: {
      ...{ sort: '-employee_count', results: 200_000, expected: 199_990, pages: 2000, seconds: 60, imports: 20 },
      changed: { all: 9000, published: 9000 },
      repeated: { all: 3, changed: 3 },
      missing: { all: 0, changed: 0 },
    },
  },
};

test('the page has a line for each figure, and says which goals were missed', () => {
  const page = toDiscoveryPage(parts);
  expect(page).toContain('| suggest, requests/s, full service / OpenSearch only | 0.75 (0.72–0.78) | ≥ 0.6 | met |');
  expect(page).toContain('2.25 (9.00 ms / 4.00 ms) | ≤ 2 | **missed** |');
  expect(page).toContain('| 400 items/s | ≥ 300 items/s | met |');
  expect(page).toContain('3 repeated, 0 missing | 0 and 0 | **missed** |');
  expect(page).not.toContain('`search`');
});

test('missed goals are listed', () => {
  expect(missedOf(parts)).toEqual([
    'suggest, p99 at 50 requests/s, full service / OpenSearch only: 2.25 (9.00 ms / 4.00 ms), not ≤ 2',
    'people in 100 companies / in one company, median time of a request: 4.00 (4.00–4.00), not ≤ 3',
    '200,000 results by cursor, `sort: -employee_count`, while 20 imports are published: 3 repeated, 0 missing, not 0 and 0',
  ]);
});
