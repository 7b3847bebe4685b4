import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, company, person, removed } from '../../../../testing/src/data/records.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../testing/src/data/test-database.ts';
import { readCanonical } from '../../../../testing/src/stores/canonical.ts';
import { importedTables } from '../../../../testing/src/stores/database.ts';
import { silent } from '../../core/output/progress.ts';
import { abnOf } from '../../sample-data/demo/numbers.ts';
import type { RunCounts } from '../../stores/postgres/imports/runs.ts';
import { suppress } from '../privacy/suppress.ts';
import { importRecords } from './import-records.ts';
import type { ImportOptions, SafetyCheck } from './run-context.ts';

let home: Home;
let database: TestDatabase;
beforeAll(async () => {
  home = makeHome();
  database = await openTestDatabase(home);
});
afterAll(async () => {
  await database.close();
  home.drop();
});

const sumOf = ({ accepted, unchanged, rejected, skipped, suppressed, superseded }: RunCounts) =>
  accepted + unchanged + rejected + skipped + suppressed + superseded;

const hundred = Array.from({ length: 100 }, (_, n) => company(`c${n}`));

describe('counts', () => {
  const records: AnyRecord[] = [
    company('k'),
    company('k', { name: 'Again' }),
    company('l'),
    person('p', 'k', { email: 'Jo.Lee@Example.com' }),
    person('q', 'k'),
    person('r', 'nowhere'),
    removed('person', 'unknown'),
  ];

  test('every line is counted exactly once, whatever its outcome', async () => {
    await suppress(database.deps, { email: 'jo.lee@example.com' });
    const file = database.writeLines([
      ...records.map((record) => JSON.stringify(record)),
      'no record',
      '{"type":"ship"}',
      '',
    ]);
    const { counts } = await database.importFile(file, 'counts', { allow: ['rejected'], batchSize: 2 });
    expect(counts).toEqual({
      read: 9,
      accepted: 4,
      unchanged: 1,
      rejected: 2,
      skipped: 0,
      suppressed: 1,
      superseded: 1,
      gone: 0,
    });
    expect(sumOf(counts)).toBe(counts.read);
  });

  test('a repeated import is unchanged and adds nothing to the outbox', async () => {
    await database.publish();
    expect(await database.pending()).toBe(0);
    const versions = 'SELECT id, version FROM company UNION ALL SELECT person_id, version FROM employment ORDER BY 1';
    const before = await database.rows(versions);
    const { counts } = await database.importRecords('counts', records, { batchSize: 3 });
    expect(counts).toMatchObject({ read: 7, accepted: 0, unchanged: 5, suppressed: 1, superseded: 1 });
    expect(await database.pending()).toBe(0);
    expect(await database.rows(versions)).toEqual(before);
  });

  test('a rejected row of a full file keeps its earlier record', async () => {
    const lines = hundred.map((record) => JSON.stringify(record));
    await database.importFile(database.writeLines(lines), 'broken', { whole: true });
    const broken = JSON.stringify({ ...hundred[0], identifiers: { abn: '1' } });
    const { counts } = await database.importFile(database.writeLines([broken, ...lines.slice(2)]), 'broken', {
      whole: true,
      allow: ['rejected'],
    });
    expect(counts).toMatchObject({ rejected: 1, gone: 1, accepted: 0 });
    const gone = await database.rows<{ key: string }>(
      `SELECT key FROM company_record r JOIN source s ON s.id = r.source_id WHERE s.name = 'broken' AND r.removed`,
    );
    expect(gone).toEqual([{ key: hundred[1]?.key }]);
  });

  test('a full file counts missing records separately from rows read', async () => {
    await database.importRecords('whole', [...hundred, person('p', 'c1'), person('q', 'c2')]);
    const { counts } = await database.importRecords('whole', [...hundred.slice(3), person('q', 'c2')], {
      whole: true,
      batchSize: 7,
    });
    expect(counts).toMatchObject({ read: 98, unchanged: 98, accepted: 0, gone: 4 });
    expect(sumOf(counts)).toBe(counts.read);
    const again = await database.importRecords('whole', [...hundred.slice(3), person('q', 'c2')], { whole: true });
    expect(again.counts).toMatchObject({ read: 98, unchanged: 98, gone: 0 });
  });
});

describe('safety checks', () => {
  const unchangedSince = async (work: () => Promise<unknown>) => {
    const before = await readCanonical(database.pool);
    await work();
    expect(await readCanonical(database.pool)).toEqual(before);
    expect(await database.rows(`SELECT tablename FROM pg_tables WHERE schemaname = 'stage'`)).toEqual([]);
  };
  const stopped = () => database.rows('SELECT state, reason FROM run ORDER BY id DESC LIMIT 1');

  test('a small file with more than 5 % rejected rows stops before it changes anything, and says why', async () => {
    const broken = [...Array<string>(4).fill('{}'), '{', '{'];
    const file = database.writeLines([...hundred.slice(6).map((record) => JSON.stringify(record)), ...broken]);
    const message = [
      '6 of 100 rows were rejected (6.0 %, limit 5 %). Nothing was changed.',
      '  4  type must be "company" or "person"',
      '  2  not valid JSON',
      'Fix the file, or continue with --allow rejected. Details: ',
    ].join('\n');
    await unchangedSince(() => expect(database.importFile(file, 'gated')).rejects.toThrow(message));
    expect(await stopped()).toEqual([{ state: 'stopped', reason: '6 of 100 rows were rejected (6.0 %, limit 5 %).' }]);
    const { counts } = await database.importFile(file, 'gated', { allow: ['rejected'] });
    expect(counts).toMatchObject({ accepted: 94, rejected: 6 });
  });

  test('a small file with a few rejected rows is imported', async () => {
    const rows = Array.from({ length: 486 }, (_, n) => JSON.stringify(company(`small-${n}`)));
    const file = database.writeLines([...rows, ...Array<string>(14).fill('{')]);
    expect((await database.importFile(file, 'small')).counts).toMatchObject({ rejected: 14, accepted: 486 });
  });

  test('--allow overrides the checks that it names, and no other', async () => {
    await database.importRecords('named', hundred);
    const file = database.writeLines([
      ...hundred.slice(50).map((record) => JSON.stringify(record)),
      ...Array<string>(9).fill('{'),
    ]);
    const importWith = (...allow: SafetyCheck[]) => database.importFile(file, 'named', { whole: true, allow });
    await unchangedSince(async () => {
      await expect(importWith()).rejects.toThrow('continue with --allow rejected --allow shrink.');
      await expect(importWith('rejected')).rejects.toThrow(
        /^50 records of this source .*continue with --allow shrink\./s,
      );
      await expect(importWith('shrink', 'rows')).rejects.toThrow(/^9 of 59 rows .*continue with --allow rejected\./s);
    });
    expect((await importWith('rejected', 'shrink')).counts).toMatchObject({ rejected: 9, gone: 50 });
  });

  test('a full file that would shrink its source by more than 5 % stops before it changes anything, and says why', async () => {
    await database.importRecords('shrinking', hundred);
    await unchangedSince(() =>
      expect(database.importRecords('shrinking', hundred.slice(6), { whole: true })).rejects.toThrow(
        /6 records of this source .* \(6\.0 %, limit 5 %\).*--allow shrink/s,
      ),
    );
    expect((await database.importRecords('shrinking', hundred.slice(5), { whole: true })).counts).toMatchObject({
      gone: 5,
    });
    expect(
      (await database.importRecords('shrinking', hundred.slice(50), { whole: true, allow: ['shrink'] })).counts,
    ).toMatchObject({ gone: 45 });
  });

  test('a delta file may have any number of rows', async () => {
    expect((await database.importRecords('shrinking', hundred.slice(99))).counts).toMatchObject({
      unchanged: 1,
      gone: 0,
    });
  });

  test('an input without rows stops the import', async () => {
    await unchangedSince(() =>
      expect(database.importFile(database.writeLines(['', ' ']), 'gated', { whole: true })).rejects.toThrow(
        'The input has no rows',
      ),
    );
  });

  test('an empty delta file is not an error', async () => {
    const { counts } = await database.importFile(database.writeLines(['']), 'gated', { mayBeEmpty: true });
    expect(counts).toMatchObject({ read: 0, gone: 0 });
  });

  test('a full file that lacks many records prints the hint', async () => {
    const options = { whole: true, hint: 'A delta file needs --delta.' };
    await expect(database.importRecords('shrinking', hundred.slice(99), options)).rejects.toThrow(options.hint);
  });

  test('a missing file is named in the error', async () => {
    await expect(database.importFile('/nowhere/x.ndjson', 'gated')).rejects.toThrow(
      'File not found: /nowhere/x.ndjson',
    );
  });
});

test('rejected rows are stored with file, line and reason, never with their content', async () => {
  const secretly = [
    '',
    JSON.stringify(person('p', 'k', { email: 'hidden@example.com', country: 'ZZ' })),
    '{"type":"person","key":"hidden","phone":"0400555123"',
    JSON.stringify({ ...company('k'), hidden_field: 'hidden@example.com' }),
    JSON.stringify(company('k', { identifiers: { abn: '51824753557' } })),
  ];
  const file = database.writeLines(secretly);
  const { rejectionsFile } = await database.importFile(file, 'rejecting', { allow: ['rejected'] });
  const text = readFileSync(rejectionsFile as string, 'utf8');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { file, line: 2, reason: 'country is missing, or not an ISO country code' },
    { file, line: 3, reason: 'not valid JSON' },
    { file, line: 4, reason: 'unknown field: hidden_field' },
    { file, line: 5, reason: 'identifiers.abn: the check digits do not match' },
  ]);
  expect(text).not.toMatch(/hidden@example|0400555123|51824753557/);
});

test('a second import of the same source at the same time is rejected', async () => {
  const slow = database.importRecords('busy', hundred, { batchSize: 1 });
  await expect
    .poll(() => database.rows(`SELECT 1 FROM run r JOIN source s ON s.id = r.source_id WHERE s.name = 'busy'`))
    .toHaveLength(1);
  await expect(database.importRecords('busy', [company('x')])).rejects.toThrow('Another import of busy is running');
  await expect(database.importRecords('calm', [company('x')])).resolves.toMatchObject({ counts: { accepted: 1 } });
  expect((await slow).counts.accepted).toBe(100);
});

describe('an interrupted run', () => {
  const records: AnyRecord[] = [
    ...Array.from({ length: 20 }, (_, n) =>
      company(`k${n}`, { identifiers: { abn: abnOf(n % 12), network: `s${n % 7}` } }),
    ),
    ...Array.from({ length: 20 }, (_, n) =>
      person(`p${n}`, `k${n % 15}`, { network: `jo${n % 9}`, position: `Job ${n % 3}` }),
    ),
  ];
  const earlier = [
    company('k3', { identifiers: { network: 's1' } }),
    company('gone'),
    person('p2', 'k3'),
    person('gone', 'gone'),
  ];
  const options = { whole: true, allow: ['shrink'], batchSize: 6 } satisfies Partial<ImportOptions>;
  const ids =
    'SELECT key, company_id, linked_by, NULL AS person FROM company_record UNION ALL SELECT key, company_id, ' +
    'NULL, person_id FROM person_record ORDER BY 1, 2, 4';
  let undisturbed: { ids: unknown; canonical: unknown; counts: RunCounts };

  const withDatabase = async <T>(work: (database: TestDatabase) => Promise<T>): Promise<T> => {
    const database = await openTestDatabase(home);
    try {
      await database.importRecords('s', earlier);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const outcomeOf = async ({ rows, pool }: TestDatabase, counts: RunCounts) => ({
    ids: await rows(ids),
    canonical: await readCanonical(pool),
    counts,
  });
  const wipe = async ({ pool, importRecords: load }: TestDatabase) => {
    await pool.query([...importedTables, 'run'].map((table) => `DELETE FROM ${table}`).join(';'));
    await load('s', earlier);
  };

  /** Starts an import that dies while it is staged; returns its files. */
  const interrupt = async ({ deps, writeRecords }: TestDatabase): Promise<string[]> => {
    const files = [writeRecords(records)];
    const report = () => {
      throw new Error('interrupted');
    };
    const dying = importRecords({ ...deps, progress: { ...silent, report } }, { files, source: 's', ...options });
    await expect(dying).rejects.toThrow('interrupted');
    return files;
  };

  beforeAll(async () => {
    undisturbed = await withDatabase(async (database) =>
      outcomeOf(database, (await database.importFile(database.writeRecords(records), 's', options)).counts),
    );
  });

  test('continues when called again after an interruption at any step, with the same result', async () => {
    await withDatabase(async (database) => {
      for (let boundary = 1; ; boundary += 1) {
        if (boundary > 1) await wipe(database);
        let seen = 0;
        const progress = {
          ...silent,
          report: () => {
            seen += 1;
            if (seen === boundary) throw new Error('interrupted');
          },
        };
        const input = { files: [database.writeRecords(records)], source: 's', ...options };
        const cut = await importRecords({ ...database.deps, progress }, input).catch((error: Error) => error);
        if (!(cut instanceof Error)) break;
        expect(cut.message).toBe('interrupted');
        const { counts, resumed } = await importRecords(database.deps, input);
        expect(resumed).toBe(true);
        expect(await outcomeOf(database, counts)).toEqual(undisturbed);
      }
    });
  }, 300_000);

  test('continues when called again after a lost connection at any moment, with the same result', async () => {
    await withDatabase(async (database) => {
      for (let round = 0; round < 8; round += 1) {
        if (round > 0) await wipe(database);
        const input = { files: [database.writeRecords(records)], source: 's', ...options };
        for (let wait = 30 + round * 15; ; wait *= 2) {
          const running = importRecords(database.deps, input);
          const ended = running.then(
            ({ counts }) => counts,
            () => undefined,
          );
          const isOver = await Promise.race([sleep(wait, false), ended.then(() => true)]);
          if (!isOver) await database.cut();
          const counts = await ended;
          if (!counts) continue;
          // The run may have finished just before the cut, and the pool may not have noticed yet.
          const isConnected = () => database.rows('SELECT 1').then(Boolean, () => false);
          await expect.poll(isConnected, { timeout: 5000 }).toBe(true);
          expect(await outcomeOf(database, counts)).toEqual(undisturbed);
          break;
        }
      }
    });
  }, 300_000);

  test('that has changed nothing is replaced by another input', async () => {
    await withDatabase(async (database) => {
      await interrupt(database);
      const { counts, resumed } = await database.importRecords('s', [company('other')]);
      expect([counts.accepted, counts.gone, resumed]).toEqual([1, 0, false]);
      expect((await readCanonical(database.pool)).companies).toHaveLength(3);
    });
  });

  test('with a full file is not continued as a full file when called again with a delta file', async () => {
    await withDatabase(async (database) => {
      const files = await interrupt(database);
      const { counts } = await importRecords(database.deps, { files, source: 's', batchSize: 6 });
      expect(counts.gone).toBe(0);
    });
  });
});

test('sources imported in parallel give the same result as one after the other', async () => {
  const statements = (source: string) =>
    Array.from({ length: 300 }, (_, n) => company(`${source}${n}`, { identifiers: { fqdn: `side-${n}.com.au` } }));
  const both = await Promise.all(
    ['side-a', 'side-b'].map((source) => database.importRecords(source, statements(source), { batchSize: 20 })),
  );
  expect(both.map(({ counts }) => [counts.read, counts.accepted])).toEqual([
    [300, 300],
    [300, 300],
  ]);
  const [found] = await database.rows(
    `SELECT count(DISTINCT r.company_id)::integer AS companies, count(*)::integer AS records
     FROM company_record r JOIN source s ON s.id = r.source_id WHERE s.name LIKE 'side-%'`,
  );
  expect(found).toEqual({ companies: 300, records: 600 });
});
