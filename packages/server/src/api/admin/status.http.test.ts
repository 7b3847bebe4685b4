import type { ServiceStatus } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { readConfig } from '../../core/settings/config.ts';
import { noHistory } from '../http/status-history.ts';

let database: TestDatabase;
let service: AdminService;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await openAdminService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const read = (of = service) => of.ok<ServiceStatus>('GET', '/admin/status');

test('an empty installation is healthy, without a generation', async () => {
  expect(await read()).toMatchObject({
    healthy: true,
    stores: [
      { name: 'PostgreSQL', healthy: true },
      { name: 'OpenSearch', healthy: true },
      { name: 'Redis', healthy: true },
    ],
    generations: [],
    loaded: { companies: 0, company_records: 0, positions: 0, opt_outs: 0, estimated: false },
    failed_documents: { count: { value: 0, relation: 'eq' }, latest: [] },
    limits_shared: true,
    usage_recorded: true,
    series: { step_seconds: 30, points: [] },
  });
});

describe('with data', () => {
  beforeAll(async () => {
    await database.importRecords('crm', [company('k'), person('p', 'k')]);
    await database.publish();
  });

  test('the live generation has no lag until a change waits', async () => {
    expect((await read()).generations).toMatchObject([
      { state: 'live', current_rules: true, pending: { value: 0, relation: 'eq' }, lag_seconds: 0 },
    ]);
    await database.importRecords('crm', [company('m')]);
    await database.pool.query(`UPDATE outbox SET since = since - interval '1 hour'`);
    const [live] = (await read()).generations;
    expect(live?.pending.value).toBeGreaterThan(0);
    expect(live?.lag_seconds).toBeGreaterThanOrEqual(3600);
    await database.publish();
    expect((await read()).generations[0]).toMatchObject({ lag_seconds: 0 });
  });

  test('shows what is loaded, the latest runs and this process', async () => {
    const { loaded, runs, processes } = await read();
    expect(loaded).toMatchObject({ companies: 2, company_records: 2, positions: 1, estimated: false });
    expect(runs[0]).toMatchObject({ source: 'crm', state: 'done' });
    expect(processes).toHaveLength(1);
  });
});

test('a store that is down is part of the response', async () => {
  const config = { ...readConfig(), DATABASE_URL: database.url, ORGDEX_HOME: database.home };
  const other = await openAdminService(database, { config: { ...config, REDIS_URL: 'redis://127.0.0.1:1' } });
  try {
    const { healthy, stores, limits_shared } = await read(other);
    expect({ healthy, limits_shared }).toEqual({ healthy: false, limits_shared: false });
    expect(stores[2]).toMatchObject({ name: 'Redis', healthy: false, round_trip_ms: null });
  } finally {
    await other.close();
  }
});

test('the history of the machine is part of the response', async () => {
  const point = { at: '2026-01-01T00:00:00.000Z', requests: 3, p50_ms: 1, p95_ms: 2, p99_ms: 2, not_found: 1 };
  const whole = { ...point, limited: 0, other_client_errors: 0, server_errors: 0, lag_seconds: null };
  const other = await openAdminService(database, { machine: () => ({ ...noHistory, points: [whole], restarts: 2 }) });
  try {
    expect(await read(other)).toMatchObject({ worker_restarts: 2, series: { points: [whole] } });
  } finally {
    await other.close();
  }
});

test('a key without the scope is rejected', async () => {
  const key = await service.issue('company:read');
  expectProblem(await service.call('GET', '/admin/status', undefined, key), 'scope_missing');
});
