import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, openBench } from '../../src/discovery/bench-load.ts';
import { parseDiscovery } from '../../src/discovery/options.ts';
import { measurePart } from '../../src/discovery/parts.ts';
import { toDiscoveryPage } from '../../src/discovery/report.ts';
import { type BenchDataset, openBenchDataset } from '../../src/speed/dataset.ts';

/** Each part once and briefly, so that the command keeps working; `npm run measure:discovery` measures. */
const brief = [
  '--questions',
  '200',
  '--rounds',
  '1',
  '--seconds',
  '1',
  '--connections',
  '4',
  '--results',
  '1000',
  '--busy',
];
const order = parseDiscovery(brief);
/** Slowly enough that several imports are published between the first page and the last. */
const slowly = { pageSize: 20, pauseMs: 150 };

let dataset: BenchDataset;
let bench: Bench;

beforeAll(async () => {
  const note = () => {};
  dataset = await openBenchDataset({ people: 4000, isKept: false, isOwn: true, note });
  bench = await openBench({ installation: dataset.installation, cacheMb: order.cacheMb, note });
});

afterAll(async () => {
  await bench?.close();
  await dataset?.end();
});

test.each(['search', 'suggest'] as const)('%s is compared with the same queries put to OpenSearch', async (part) => {
  const { rounds, latency } = await measurePart(part, bench, order);
  for (const { opensearchOnly, service } of rounds) {
    expect(opensearchOnly.perSecond).toBeGreaterThan(0);
    expect(service.perSecond).toBeGreaterThan(0);
    expect(opensearchOnly.serviceCpuUs).toBe(0);
  }
  expect(latency === undefined).toBe(part === 'search');
});

test('most items with a name and a location are matched', async () => {
  const result = await measurePart('match', bench, order);
  expect(result.rounds[0]?.perSecond).toBeGreaterThan(0);
  expect(result.matched).toBeGreaterThan(0.5);
  expect(toDiscoveryPage({ match: { measuredOn: '', result } })).toContain('items/s');
});

test('people in many companies are compared with people in one', async () => {
  const { companies, found, rounds } = await measurePart('people', bench, order);
  expect(companies).toBe(100);
  expect(found).toBeGreaterThan(0);
  expect(rounds[0]?.manyMs).toBeGreaterThan(0);
});

test('reading pages in an order that does not change repeats and misses nothing while companies change', async () => {
  const paging = await measurePart('paging', bench, { ...order, ...slowly, sort: 'name' });
  expect(paging.imports).toBeGreaterThan(1);
  expect(paging.changed.published).toBeGreaterThan(0.8 * paging.changed.all);
  expect(paging).toMatchObject({ repeated: { all: 0 }, missing: { all: 0 } });
  expect(paging.expected).toBeGreaterThan(900);
});

test('in an order that changes, only companies that were changed are repeated or missing', async () => {
  const { repeated, missing, changed } = await measurePart('paging', bench, { ...order, ...slowly });
  expect(changed.published).toBeGreaterThan(0.8 * changed.all);
  expect([repeated.all, missing.all]).toEqual([repeated.changed, missing.changed]);
});
