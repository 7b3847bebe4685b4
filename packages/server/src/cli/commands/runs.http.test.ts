import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { silent } from '../../core/output/progress.ts';
import { importRecords } from '../../pipeline/imports/import-records.ts';
import { tryLockSource } from '../../stores/postgres/locks.ts';
import type { toRunJson } from './runs.ts';

const hundred = Array.from({ length: 100 }, (_, n) => company(`c${n}`));
const sources = { done: 'crm', stopped: 'feed', interrupted: 'register', few: 'few' };

let database: TestDatabase;
let file: string;
let broken: string;
const runs = async (...args: string[]): Promise<ReturnType<typeof toRunJson>[]> =>
  JSON.parse((await runCommand(database, 'runs', ...args, '--json')).out);
const idOf = async (source: string) => String((await runs('--source', source))[0]?.id);
const show = async (source: string) => (await runCommand(database, 'runs', 'show', await idOf(source))).out;

/** Starts an import that fails at its first progress report. */
async function interrupt(source: string, file: string): Promise<void> {
  const dying = importRecords(
    {
      ...database.deps,
      progress: {
        ...silent,
        report: () => {
          throw new Error('killed');
        },
      },
    },
    { files: [file], source, batchSize: 20_000 },
  );
  await expect(dying).rejects.toThrow('killed');
}

beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords(sources.done, [...hundred, ...hundred.slice(0, 3)]);
  broken = database.writeLines([
    ...hundred.slice(6).map((record) => JSON.stringify(record)),
    '{',
    '{',
    '{}',
    '{}',
    '{}',
    '{}',
  ]);
  await expect(database.importFile(broken, sources.stopped)).rejects.toThrow('--allow rejected');
  file = database.writeRecords(hundred);
  await interrupt(sources.interrupted, file);
});
afterAll(() => database.close());

describe('orgdex runs', () => {
  test('lists every run, newest first, with its counts and its result', async () => {
    const { out } = await runCommand(database, 'runs');
    const [head, ...lines] = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(head).toEqual([
      'run',
      'source',
      'state',
      'started',
      'took',
      'by',
      'read',
      'accepted',
      'rejected',
      'superseded',
    ]);
    expect(lines.map(([, source, state]) => [source, state])).toEqual([
      [sources.interrupted, 'interrupted'],
      [sources.stopped, 'stopped'],
      [sources.done, 'done'],
    ]);
    expect(lines[2]).toEqual(expect.arrayContaining(['103', '100', '3']));
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  test('does not show a run in progress as interrupted', async () => {
    const isInterrupted = async () => (await runs('--source', sources.interrupted)).map((run) => run.interrupted);
    const [source] = await database.rows<{ id: number }>('SELECT id FROM source WHERE name = $1', [
      sources.interrupted,
    ]);
    const worker = await database.pool.connect();
    try {
      expect(await tryLockSource(worker, source?.id ?? 0)).toBe(true);
      expect(await isInterrupted()).toEqual([false]);
    } finally {
      worker.release(true);
    }
    await expect.poll(isInterrupted).toEqual([true]);
  });

  test('filters by source and limits the number', async () => {
    expect((await runs('--source', sources.done)).map(({ source }) => source)).toEqual([sources.done]);
    expect(await runs('--limit', '2')).toHaveLength(2);
    expect(await runCommand(database, 'runs', '--source', 'unknown')).toEqual({
      out: '',
      notes: 'No runs of the source unknown. `orgdex runs` lists all runs.',
    });
  });
});

describe('orgdex runs show', () => {
  test('a finished run has counts that add up', async () => {
    const out = await show(sources.done);
    expect(out).toContain(
      '103 read = 100 accepted + 0 unchanged + 0 rejected + 0 skipped + 0 suppressed + 3 superseded.',
    );
    expect(out).toMatch(/took +[0-9.]+s, [0-9,]+ rows\/s/);
  });

  test('a run stopped by a safety check shows why, what it read, where its rejected rows are, and how to continue', async () => {
    const out = await show(sources.stopped);
    expect(out).toMatch(/reason +6 of 100 rows/);
    expect(out).toContain('100 read = 6 rejected + 94 not applied.');
    expect(out).toMatch(/rejected +6\.0 % of the rows rejected +at most 5\.0 % +failed$/m);
    expect(out).toMatch(/ 2 {2}not valid JSON$/m);
    expect(out).toContain(`${broken}, ${formatNumber(statSync(broken).size)} bytes`);
    expect(out).toContain(createHash('sha256').update(readFileSync(broken)).digest('hex'));
    expect(out).toMatch(/Nothing was changed\. .* run the same command with --allow rejected\.$/);
    const [rejected] = /\S+run-\d+\.ndjson/.exec(out) ?? [''];
    expect(existsSync(rejected)).toBe(true);
  });

  test('a run with an unexpected number of rows suggests --expect and --allow', async () => {
    const expected = { min: 500, max: 900 };
    await expect(database.importFile(file, sources.few, { expected })).rejects.toThrow('100 rows');
    expect(await show(sources.few)).toMatch(
      /rows +100 rows +500 to 900 +failed\n.*\nNext\n.*--expect MIN-MAX or --allow rows/,
    );
    await database.importFile(file, sources.few, { expected, allow: ['rows'] });
    const out = await show(sources.few);
    expect(out).toMatch(/rows +100 rows +500 to 900 +failed, --allow rows/);
    expect(out).not.toContain('Next');
  });

  test('the most frequent reasons are shown, and how many others there are', async () => {
    const skipped = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`reason ${n}.`, 1000 + n]));
    await database.pool.query('UPDATE run SET reasons = $2 WHERE id = $1', [await idOf(sources.done), { skipped }]);
    const out = await show(sources.done);
    await database.pool.query(`UPDATE run SET reasons = '{}' WHERE id = $1`, [await idOf(sources.done)]);
    expect(out).toMatch(/Skipped, by reason\n {2}1,024 {2}reason 24\.\n/);
    expect(out).not.toContain('reason 4.');
    expect(out).toContain('and 5 more reasons');
  });

  test('an interrupted run says what to do, and that works', async () => {
    expect(await show(sources.interrupted)).toContain('Run the same command again');
    const [before] = await runs('--source', sources.interrupted);
    expect(before).toMatchObject({ interrupted: true, ended_at: null });
    await database.importFile(file, sources.interrupted);
    const [after] = await runs('--source', sources.interrupted);
    expect(after).toMatchObject({ id: before?.id, interrupted: false, state: 'done' });
  });

  test('an unknown id is an error that names `orgdex runs`', async () => {
    await expect(runCommand(database, 'runs', 'show', '999999')).rejects.toThrow(
      'Run 999999 does not exist. `orgdex runs` lists the runs.',
    );
  });
});
