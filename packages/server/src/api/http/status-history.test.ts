import { statusSeries } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { type DatabaseFacts, openMetrics } from './metrics.ts';
import { MetricsSum, type Snapshot } from './process-metrics.ts';
import { quantileMs, StatusHistory } from './status-history.ts';

function openProcess(pid: number) {
  const metrics = openMetrics();
  const answer = (status: number, ms: number, route = '/company') =>
    metrics.observeAnswer({ method: 'GET', route, status, keyMode: 'live', ms });
  const snapshot = () => metrics.registry.getMetricsAsJSON() as Promise<Snapshot>;
  return { metrics, answer, sample: async () => ({ pid, publisher: pid === 1, snapshot: await snapshot() }) };
}

test('a point counts what happened since the one before, by class of status', async () => {
  const history = new StatusHistory();
  const { answer, sample } = openProcess(1);
  const take = async () => {
    const one = await sample();
    history.take(one.snapshot, [one]);
  };
  answer(200, 1);
  await take();
  for (const status of [200, 200, 304, 400, 404, 429, 429, 503]) answer(status, 3);
  answer(200, 1, '/readyz');
  await take();
  await take();
  const [busy, quiet] = history.read().points;
  expect(busy).toMatchObject({
    requests: 8,
    not_found: 1,
    limited: 2,
    other_client_errors: 1,
    server_errors: 1,
    lag_seconds: null,
  });
  expect(busy?.p50_ms).toBeGreaterThan(2.5);
  expect(busy?.p99_ms).toBeLessThanOrEqual(5);
  expect(quiet).toMatchObject({ requests: 0, p50_ms: null, p99_ms: null });
});

test('the requests of a worker that exited are not lost, and not counted twice', async () => {
  const history = new StatusHistory();
  const sum = new MetricsSum();
  const [one, two] = [openProcess(1), openProcess(2)];
  const take = async (...workers: (typeof one)[]) => {
    const samples = await Promise.all(workers.map(({ sample }) => sample()));
    for (const { pid, snapshot } of samples) sum.take(pid, snapshot);
    history.take(await sum.counts(), samples, { restarts: 1 });
  };
  await take(one, two);
  one.answer(200, 1);
  two.answer(200, 1);
  await take(one, two);
  sum.bury(2);
  one.answer(500, 1);
  await take(one);
  expect(history.read().points.map(({ requests, server_errors }) => [requests, server_errors])).toEqual([
    [2, 0],
    [1, 1],
  ]);
  expect(history.read()).toMatchObject({ restarts: 1, workers: [{ pid: 1, publisher: true }] });
  expect(history.read().workers[0]?.memory_bytes).toBeGreaterThan(0);
});

const databaseWith = (generation: DatabaseFacts['generation']): DatabaseFacts => ({
  generation,
  failedDocuments: 0,
  proposedMatches: 0,
  optOuts: 0,
  imports: [],
});

test('the publish lag is that of the process that measures it', async () => {
  const history = new StatusHistory();
  const [one, two] = [openProcess(1), openProcess(2)];
  const take = async () => {
    const samples = await Promise.all([one.sample(), two.sample()]);
    history.take(samples[0].snapshot, samples);
  };
  await take();
  await take();
  two.metrics.setDatabase(databaseWith({ id: 1, lagSeconds: 4.2, pending: 3 }));
  await take();
  two.metrics.setDatabase(undefined);
  await take();
  expect(history.read().points.map(({ lag_seconds }) => lag_seconds)).toEqual([null, 4.2, null]);
});

test('the history never holds more than an hour', async () => {
  const history = new StatusHistory();
  const one = await openProcess(1).sample();
  for (let nth = 0; nth < 2 * statusSeries.points; nth += 1) history.take(one.snapshot, [one], { at: nth * 30_000 });
  const { points } = history.read();
  expect(points).toHaveLength(statusSeries.points);
  expect(points.at(-1)?.at).toBe(new Date((2 * statusSeries.points - 1) * 30_000).toISOString());
});

test('a quantile is interpolated in its bucket, and never beyond the last limit', () => {
  const within = new Map([
    [0.01, 50],
    [0.02, 100],
    [1, 100],
    [Infinity, 101],
  ]);
  expect(quantileMs(within, 0.25)).toBeCloseTo(5.05, 2);
  expect(quantileMs(within, 0.75)).toBeCloseTo(15.15, 2);
  expect(quantileMs(within, 0.999)).toBe(1000);
  expect(quantileMs(new Map(), 0.5)).toBeNull();
});
