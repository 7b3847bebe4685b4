import type { CoverageStatus, Rejections, RunDetails, RunPage, SourceSummary } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { silent } from '../../core/output/progress.ts';
import { importRecords } from '../../pipeline/imports/import-records.ts';
import { tryLockSource } from '../../stores/postgres/locks.ts';

const hundred = Array.from({ length: 100 }, (_, n) => company(`c${n}`, { country: 'AU' }));
const invalidRows = ['{', '{', '{}', '{}', '{}', '{}'];

let database: TestDatabase;
let service: AdminService;

async function interrupt(source: string): Promise<void> {
  const report = () => {
    throw new Error('killed');
  };
  const deps = { ...database.deps, progress: { ...silent, report } };
  const dying = importRecords(deps, { files: [database.writeRecords(hundred)], source, batchSize: 20_000 });
  await expect(dying).rejects.toThrow('killed');
}

beforeAll(async () => {
  database = await openTestDatabase();
  service = await openAdminService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const runs = (query = '') => service.ok<RunPage>('GET', `/admin/runs${query}`);
const runOf = async (source: string) => (await runs(`?source=${source}`)).runs[0] as RunPage['runs'][number];

test('an empty database has no runs, no report, and only the public sources', async () => {
  expect(await runs()).toEqual({ runs: [], next_cursor: null });
  expect(await service.ok('GET', '/admin/coverage')).toEqual({ measuring: false, measured_at: null, report: null });
  const sources = await service.ok<SourceSummary[]>('GET', '/admin/sources');
  expect(sources.map(({ id }) => id)).toContain('au-abr');
  expect(sources.every(({ runs: count, last_run, license }) => count === 0 && !last_run && license)).toBe(true);
});

describe('after imports that finished, stopped and were interrupted', () => {
  beforeAll(async () => {
    await database.importRecords('crm', [...hundred, ...hundred.slice(0, 3)]);
    const lines = [...hundred.slice(6).map((record) => JSON.stringify(record)), ...invalidRows];
    await expect(database.importFile(database.writeLines(lines), 'feed')).rejects.toThrow('--allow rejected');
    await interrupt('register');
  });

  test('lists runs newest first, page by page, with counts that add up', async () => {
    const first = await runs('?size=2');
    expect(first.runs.map(({ source }) => source)).toEqual(['register', 'feed']);
    const second = await runs(`?size=2&cursor=${first.next_cursor}`);
    expect(second.runs.map(({ source }) => source)).toEqual(['crm']);
    expect(second.next_cursor).toBeNull();
    for (const { counts } of [...first.runs, ...second.runs]) {
      const { read, gone: _, ...outcomes } = counts;
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(read);
    }
    expect(second.runs[0]).toMatchObject({
      state: 'done',
      full: false,
      counts: { read: 103, accepted: 100, superseded: 3, pending: 0 },
      progress: null,
    });
  });

  test.each([
    ['done', ['crm']],
    ['stopped', ['feed']],
    ['interrupted', ['register']],
    ['staging', []],
  ])('the state %s selects its runs', async (state, sources) => {
    await expect.poll(async () => (await runs(`?state=${state}`)).runs.map(({ source }) => source)).toEqual(sources);
  });

  test('a running import has progress and is not interrupted', async () => {
    const [source] = await database.rows<{ id: number }>(`SELECT id FROM source WHERE name = 'register'`);
    const worker = await database.pool.connect();
    try {
      expect(await tryLockSource(worker, source?.id ?? 0)).toBe(true);
      expect(await runOf('register')).toMatchObject({ state: 'staging', progress: { total: null } });
    } finally {
      worker.release(true);
    }
  });

  test('a stopped run shows its checks, reasons and what to do next', async () => {
    const { id } = await runOf('feed');
    const run = await service.ok<RunDetails>('GET', `/admin/runs/${id}`);
    expect(run).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('rejected'),
      next: expect.stringContaining('--allow rejected'),
      counts: { read: 100, rejected: 6, pending: 94 },
    });
    expect(run.checks).toContainEqual({
      name: 'rejected',
      unit: 'share',
      measured: 0.06,
      min: null,
      max: 0.05,
      passed: false,
      allowed: false,
    });
    expect(run.reasons.rejected.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(run.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('rejections have reasons and the lines of samples, never their content', async () => {
    const { id } = await runOf('feed');
    const { reasons, ...rest } = await service.ok<Rejections>('GET', `/admin/runs/${id}/rejections`);
    expect(rest).toEqual({ run: id, rejected: 6, has_samples: true });
    expect(reasons[0]?.count).toBe(4);
    const lines = reasons.flatMap(({ samples }) => samples.map(({ line }) => line));
    expect(lines.sort((a, b) => a - b)).toEqual([95, 96, 97, 98, 99, 100]);
    const { id: done } = await runOf('crm');
    expect(await service.ok('GET', `/admin/runs/${done}/rejections`)).toMatchObject({ rejected: 0, reasons: [] });
  });

  test('sources include those of own files, with the last run', async () => {
    const sources = await service.ok<SourceSummary[]>('GET', '/admin/sources');
    expect(sources.find(({ id }) => id === 'crm')).toMatchObject({
      title: null,
      license: null,
      runs: 1,
      last_run: { state: 'done', counts: { accepted: 100 } },
    });
  });

  test('coverage is measured in the background, and the command stores its result too', async () => {
    expect(await service.ok<CoverageStatus>('POST', '/admin/coverage', {})).toMatchObject({ measuring: true });
    const read = () => service.ok<CoverageStatus>('GET', '/admin/coverage');
    await expect
      .poll(read, { timeout: 30_000 })
      .toMatchObject({ measuring: false, report: { companies: 100, every: 1 } });
    const { report, measured_at } = await read();
    const australia = report?.countries.find(({ country }) => country === 'AU');
    expect(australia?.fields.find(({ field }) => field === 'name')).toMatchObject({ filled: 100 });
    const { out } = await runCommand(database, 'coverage', '--json');
    const after = await read();
    expect(after.report).toEqual(JSON.parse(out));
    expect(after.measured_at).not.toBe(measured_at);
    await runCommand(database, 'coverage', '--json', '--country', 'NZ');
    expect((await read()).measured_at).toBe(after.measured_at);
  }, 60_000);
});

describe('mistakes', () => {
  test.each([
    ['/admin/runs/999999', 'run_not_found', 'id'],
    ['/admin/runs/999999999999', 'run_not_found', 'id'],
    ['/admin/runs/999999/rejections', 'run_not_found', 'id'],
    ['/admin/runs/one', 'invalid_field', 'id'],
    ['/admin/runs?state=running', 'invalid_field', 'state'],
    ['/admin/runs?source=a%00b', 'invalid_field', 'source'],
    ['/admin/runs?cursor=abc', 'invalid_cursor', 'cursor'],
  ] as const)('%s is %s', async (url, code, param) => {
    expectProblem(await service.call('GET', url), code, param);
  });

  test.each(['/admin/runs', '/admin/coverage', '/admin/sources'])('%s needs the scope', async (url) => {
    const key = await service.issue('company:read', 'people:search');
    expectProblem(await service.call('GET', url, undefined, key), 'scope_missing');
  });
});
