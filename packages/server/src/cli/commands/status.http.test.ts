import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { silent } from '../../core/output/progress.ts';
import { importRecords } from '../../pipeline/imports/import-records.ts';
import { tryLockSource } from '../../stores/postgres/locks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords('crm', [company('one'), company('two')]);
  const report = () => {
    throw new Error('killed');
  };
  const file = database.writeRecords([company('three')]);
  const dying = importRecords(
    { ...database.deps, progress: { ...silent, report } },
    { files: [file], source: 'feed', batchSize: 10 },
  );
  await expect(dying).rejects.toThrow('killed');
});
afterAll(() => database.close());

const text = async (...args: string[]) => (await runCommand(database, ...args)).out;
/** The line about the run of a source. */
const lineOf = (out: string, source: string) => out.split('\n').find((line) => line.includes(source)) ?? 'not found';

test('an interrupted run has the same state in `status` and in `runs`', async () => {
  await expect.poll(() => text('runs').then((out) => lineOf(out, 'feed'))).toMatch(/feed +interrupted/);
  expect(lineOf(await text('status'), 'feed')).toMatch(/feed +interrupted/);
  expect(lineOf(await text('status'), 'crm')).toMatch(/crm +done/);
});

test('a run in progress is shown as interrupted in neither of them', async () => {
  const [source] = await database.rows<{ id: number }>(`SELECT id FROM source WHERE name = 'feed'`);
  const worker = await database.pool.connect();
  try {
    expect(await tryLockSource(worker, source?.id ?? 0)).toBe(true);
    for (const command of ['runs', 'status']) expect(lineOf(await text(command), 'feed')).toMatch(/feed +staging/);
  } finally {
    worker.release(true);
  }
});

test('`--json` prints what is loaded, published and running, and the health of each store', async () => {
  expect(JSON.parse(await text('status', '--json'))).toMatchObject({
    loaded: {
      companies: 2,
      company_records: 2,
      redirects: 0,
      people: 0,
      employments: 0,
      people_without_company: 0,
      opt_outs: 0,
      estimated: [],
    },
    generations: [],
    failed_documents: { count: { value: 0, relation: 'eq' }, latest: [] },
    stores: [
      { name: 'PostgreSQL', healthy: true },
      { name: 'OpenSearch', healthy: true },
      { name: 'Redis', healthy: true },
    ],
    healthy: true,
  });
});

test('`--json` describes a run with the same keys as `runs --json`', async () => {
  const listed = JSON.parse(await text('runs', '--json'));
  expect(JSON.parse(await text('status', '--json')).runs).toEqual(listed);
});

test('a published generation is live, with its pending changes', async () => {
  await database.publish();
  await database.importRecords('crm', [company('four')]);
  expect(await text('status')).toMatch(/generation \d+ +live since [-0-9]{10} [0-9:]{5} UTC, 1 change pending/);
  const [generation] = JSON.parse(await text('status', '--json')).generations;
  expect(generation).toMatchObject({ state: 'live', current_rules: true, pending: { value: 1, relation: 'eq' } });
});

test('counts of a large table are estimates that say so, unless `--exact` is given', async () => {
  await database.pool.query(
    `INSERT INTO company (id, founder_source, founder_key, founded_seq)
     SELECT 'large' || n, 1, n::text, n FROM generate_series(1, 250000) n; ANALYZE company`,
  );
  expect(JSON.parse(await text('status', '--json')).loaded.estimated).toEqual(['companies', 'redirects']);
  const shown = await text('status');
  expect(shown).toMatch(/companies +about 250,000, from \d records/);
  expect(shown).toContain('`orgdex status --exact`');
  const { loaded } = JSON.parse(await text('status', '--json', '--exact'));
  expect(loaded).toMatchObject({ companies: 250_003, estimated: [] });
});
