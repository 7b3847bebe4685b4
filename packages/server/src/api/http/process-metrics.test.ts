import { Counter, Gauge, Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';
import { MetricsSum, type Snapshot } from './process-metrics.ts';

const answer = { method: 'GET', route: '/company', status: 200, keyMode: 'live', ms: 3 } as const;
const count = 'orgdex_http_request_duration_seconds_count{method="GET",route="/company",status="200",key_mode="live"}';

let sum: MetricsSum;

beforeEach(() => {
  sum = new MetricsSum();
});

async function snapshotAfter(answers: number, isHealthy = true): Promise<Snapshot> {
  const metrics = openMetrics();
  for (let at = 0; at < answers; at += 1) metrics.observeAnswer(answer);
  metrics.setLimiterShared(isHealthy);
  metrics.setSpoolWritable(isHealthy);
  metrics.readUnshipped(() => 10);
  // As it arrives from another process.
  return JSON.parse(JSON.stringify(await metrics.registry.getMetricsAsJSON()));
}

async function read(name: string, own: Snapshot = []): Promise<number | undefined> {
  const line = (await sum.text(own)).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('of several processes', () => {
  test('counts are added', async () => {
    sum.take(1, await snapshotAfter(3));
    sum.take(2, await snapshotAfter(4));
    expect(await read(count)).toBe(7);
    expect(await read(count.replace('_count{', '_bucket{le="0.005",'))).toBe(7);
  });

  test('a newer snapshot replaces the last one', async () => {
    sum.take(1, await snapshotAfter(3));
    sum.take(1, await snapshotAfter(5));
    expect(await read(count)).toBe(5);
  });

  test.each(['orgdex_limiter_shared', 'orgdex_usage_spool_writable'])(
    '%s is 1 only if it is 1 in all processes',
    async (gauge) => {
      sum.take(1, await snapshotAfter(0));
      sum.take(2, await snapshotAfter(0));
      expect(await read(gauge)).toBe(1);
      sum.take(2, await snapshotAfter(0, false));
      expect(await read(gauge)).toBe(0);
    },
  );

  test('unshipped bytes are added', async () => {
    sum.take(1, await snapshotAfter(0));
    sum.take(2, await snapshotAfter(0));
    expect(await read('orgdex_usage_unshipped_bytes')).toBe(20);
  });

  test('the slowest event loop is reported, not the mean', async () => {
    const slowed = (seconds: number, snapshot: Snapshot) =>
      snapshot.map((metric) =>
        metric.name === 'nodejs_eventloop_lag_p99_seconds'
          ? { ...metric, values: [{ value: seconds, labels: {} }] }
          : metric,
      );
    sum.take(1, slowed(0.25, await snapshotAfter(0)));
    sum.take(2, slowed(0.01, await snapshotAfter(0)));
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBe(0.25);
  });

  test('the aggregator of the own process takes precedence', async () => {
    const registry = new Registry();
    new Gauge({ name: 'orgdex_limiter_shared', help: 'x', aggregator: 'first', registers: [registry] }).set(7);
    new Counter({ name: 'own_total', help: 'x', registers: [registry] }).inc(2);
    const own = await registry.getMetricsAsJSON();
    sum.take(1, await snapshotAfter(0));
    expect(await read('orgdex_limiter_shared', own)).toBe(7);
    expect(await read('own_total', own)).toBe(2);
  });
});

describe('of a dead process', () => {
  test('counts are kept', async () => {
    for (const id of [1, 2, 3]) {
      sum.take(id, await snapshotAfter(id));
      sum.bury(id);
    }
    sum.take(4, await snapshotAfter(10));
    expect(await read(count)).toBe(16);
  });

  test('gauges are dropped', async () => {
    sum.take(1, await snapshotAfter(0, false));
    sum.take(2, await snapshotAfter(0));
    sum.bury(1);
    expect(await read('orgdex_limiter_shared')).toBe(1);
    expect(await read('orgdex_usage_unshipped_bytes')).toBe(10);
  });

  test('a process that never reported leaves nothing', async () => {
    sum.bury(1);
    expect(await sum.text([])).not.toContain('orgdex');
  });
});
