import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AnyRecord, company, person, removed } from '../../../../../testing/src/data/records.ts';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../testing/src/data/test-database.ts';
import { readCanonical } from '../../../../../testing/src/stores/canonical.ts';
import { databaseLines, differences } from '../../../../../testing/src/stores/snapshot.ts';
import { silent } from '../../../core/output/progress.ts';
import { abnOf } from '../../../sample-data/demo/numbers.ts';
import { tryLockFirstLoad } from '../../../stores/postgres/locks.ts';
import { suppress, suppressMany } from '../../privacy/suppress.ts';
import { importRecords } from '../import-records.ts';

let home: Home;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.drop());

async function withDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await openTestDatabase(home);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** While another first load runs, every row is applied in the usual way. */
async function inUsualWay<T>({ pool }: TestDatabase, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    expect(await tryLockFirstLoad(client)).toBe(true);
    return await work();
  } finally {
    client.release(true);
  }
}

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Three sources: records that are alone, that share identifiers within their source, and with a source before. */
const sources: [name: string, records: AnyRecord[]][] = [
  [
    'register',
    [
      ...many(200, (n) => company(`r${n}`, { identifiers: { abn: abnOf(n) } })),
      ...many(60, (n) => company(`b${n}`, { identifiers: { abn: abnOf(n % 25), network: `slug-${n % 40}` } })),
      company('r3', { name: 'Later', identifiers: { abn: abnOf(900) } }),
      removed('company', 'unknown'),
      ...many(5, (n) => company(`none${n}`)),
    ],
  ],
  [
    'web',
    [
      ...many(120, (n) => company(`w${n}`, { identifiers: { network: `slug-${n}`, fqdn: `site-${n % 90}.com` } })),
      ...many(50, (n) => company(`x${n}`, { identifiers: { abn: abnOf(190 + n) } })),
    ],
  ],
  [
    'crm',
    [
      ...many(80, (n) => company(`c${n}`, { identifiers: { fqdn: `site-${n * 2}.com` } })),
      ...many(90, (n) => person(`p${n}`, `c${n}`, { network: `jo-${n % 50}` })),
    ],
  ],
  // People refer to companies now, so this one is applied in the usual way.
  ['late', many(70, (n) => company(`l${n}`, { identifiers: { fqdn: `site-${n * 3}.com`, abn: abnOf(500 + n) } }))],
];

const load = async (database: TestDatabase, batchSize: number, around = (work: () => Promise<unknown>) => work()) => {
  for (const [name, records] of sources) await around(() => database.importRecords(name, records, { batchSize }));
};

/** How many records of each run were written at once. */
const firstLoads = ({ rows }: TestDatabase) =>
  rows<{ first: boolean; accepted: number }>(
    `SELECT position->'firstLoad' IS NOT NULL AS first, (counts->>'accepted')::integer AS accepted FROM run ORDER BY id`,
  );

const countsOf = ({ rows }: TestDatabase) => rows('SELECT counts, reasons, links, widest, state FROM run ORDER BY id');

describe('the first load of several sources, one after the other', () => {
  test('leaves the same rows in all tables, and the same counts, as the usual way', async () => {
    await withDatabase(async (usual) =>
      withDatabase(async (fast) => {
        await load(usual, 1000, (work) => inUsualWay(usual, work));
        await load(fast, 1000);
        expect((await firstLoads(usual)).map(({ first }) => first)).toEqual([false, false, false, false]);
        expect((await firstLoads(fast)).map(({ first }) => first)).toEqual([true, true, true, false]);
        expect(differences(await databaseLines(usual), await databaseLines(fast))).toEqual([]);
        expect(await countsOf(fast)).toEqual(await countsOf(usual));
      }),
    );
  });

  test('leaves the same companies in small batches, whose ids and versions depend on the batches', async () => {
    await withDatabase(async (usual) =>
      withDatabase(async (fast) => {
        await load(usual, 20, (work) => inUsualWay(usual, work));
        await load(fast, 20);
        expect(await readCanonical(fast.pool)).toEqual(await readCanonical(usual.pool));
        expect(await countsOf(fast)).toEqual(await countsOf(usual));
      }),
    );
  }, 60_000);

  test('continues after an interruption at any step, with the same rows', async () => {
    const [[, first], [, second]] = [sources[0], sources[1]] as [(typeof sources)[0], (typeof sources)[1]];
    const batchSize = 5;
    const expected = await withDatabase(async (database) => {
      await database.importRecords('register', first);
      await database.importRecords('web', second, { batchSize });
      return databaseLines(database);
    });
    for (const boundary of [1, 2, 3, 9]) {
      await withDatabase(async (database) => {
        await database.importRecords('register', first);
        const input = { files: [database.writeRecords(second)], source: 'web', batchSize };
        let steps = 0;
        const report = (stage: string) => {
          steps += /^(writing|applying)/.test(stage) ? 1 : 0;
          if (steps === boundary) throw new Error('interrupted');
        };
        const dying = importRecords({ ...database.deps, progress: { ...silent, report } }, input);
        await expect(dying).rejects.toThrow('interrupted');
        await importRecords(database.deps, input);
        expect(differences(expected, await databaseLines(database))).toEqual([]);
      });
    }
  }, 120_000);

  test('continues in the usual way once something is published, with other settings too', async () => {
    const [[, first]] = sources as [(typeof sources)[0]];
    await withDatabase(async (database) => {
      const files = [database.writeRecords(first)];
      const report = (stage: string) => {
        if (stage.startsWith('writing')) throw new Error('interrupted');
      };
      const dying = { ...database.deps, progress: { ...silent, report } };
      await expect(importRecords(dying, { files, source: 'register', batchSize: 3 })).rejects.toThrow('interrupted');
      const [before] = await database.rows<{ count: number }>('SELECT count(*) FROM company_record');
      expect(before?.count).toBeGreaterThan(0);
      await database.publish();
      const { counts } = await importRecords(database.deps, { files, source: 'register', batchSize: 50 });
      expect(await database.pending()).toBeGreaterThan(0);
      await database.publish();
      await withDatabase(async (usual) => {
        const { counts: expected } = await inUsualWay(usual, () => usual.importRecords('register', first));
        expect(counts).toEqual(expected);
        expect(await readCanonical(database.pool)).toEqual(await readCanonical(usual.pool));
      });
    });
  });
});

/** People of two sources: alone, with the slug of another row or of another source, opted out, and at companies that others describe. */
const peopleSources: [name: string, records: AnyRecord[]][] = [
  [
    'staff',
    [
      ...many(30, (n) => company(`c${n}`, { identifiers: { abn: abnOf(n) } })),
      ...many(150, (n) =>
        person(`p${n}`, `c${n % 30}`, {
          ...(n % 4 === 0 ? {} : { network: `jo-${n % 110}` }),
          position: `Engineer ${n % 7}`,
          email: `jo${n % 120}@kestrel.example`,
        }),
      ),
      ...many(10, (n) => person(`early${n}`, `unknown${n % 3}`)),
      ...many(10, (n) => ({ ...person(`abn${n}`, ''), company: { abn: abnOf(n + 25) } }) as AnyRecord),
      removed('person', 'never'),
    ],
  ],
  [
    'agency',
    [
      ...many(20, (n) => company(`a${n}`, { identifiers: { abn: abnOf(n * 2) } })),
      ...many(60, (n) => person(`q${n}`, `a${n % 20}`, { network: n % 2 ? `jo-${n}` : `ann-${n}` })),
    ],
  ],
];

describe('the first load of people', () => {
  const optedOut = [{ network: 'jo-17' }, { email: 'jo33@kestrel.example' }, { network: 'ann-4' }];
  const loadPeople = async (
    database: TestDatabase,
    batchSize: number,
    around = (work: () => Promise<unknown>) => work(),
  ) => {
    for (const one of optedOut) await suppress(database.deps, one);
    for (const [name, records] of peopleSources)
      await around(() => database.importRecords(name, records, { batchSize }));
  };
  /** The version of a roster counts the batches that changed it. */
  const withoutRosterVersion = (lines: string[]) => lines.map((line) => line.replace(/"(roster_)?version": \d+/g, ''));

  test('leaves the same rows, except for versions of rosters, and the same counts as the usual way', async () => {
    await withDatabase(async (usual) =>
      withDatabase(async (fast) => {
        await loadPeople(usual, 1000, (work) => inUsualWay(usual, work));
        await loadPeople(fast, 1000);
        const [first] = await fast.rows<{ rows: string }>(
          `SELECT position->'firstPeople'->>'written' AS rows FROM run ORDER BY id`,
        );
        expect(first?.rows).toBe('true');
        const [left, right] = [await databaseLines(usual), await databaseLines(fast)].map(withoutRosterVersion) as [
          string[],
          string[],
        ];
        expect(left.filter((line) => line.startsWith('person_record')).length).toBeGreaterThan(200);
        expect(differences(left, right)).toEqual([]);
        expect(await countsOf(fast)).toEqual(await countsOf(usual));
      }),
    );
  });

  test('leaves the same people in small ranges', async () => {
    await withDatabase(async (usual) =>
      withDatabase(async (fast) => {
        await loadPeople(usual, 3, (work) => inUsualWay(usual, work));
        await loadPeople(fast, 3);
        expect(await readCanonical(fast.pool)).toEqual(await readCanonical(usual.pool));
        expect(await countsOf(fast)).toEqual(await countsOf(usual));
      }),
    );
  }, 60_000);

  test('continues after an interruption at any step, and publishes the same', async () => {
    const expected = await withDatabase(async (database) => {
      await loadPeople(database, 3);
      return readCanonical(database.pool);
    });
    const [[, first], [, second]] = peopleSources as [(typeof peopleSources)[0], (typeof peopleSources)[1]];
    for (const boundary of [1, 2, 4, 7]) {
      await withDatabase(async (database) => {
        for (const one of optedOut) await suppress(database.deps, one);
        const input = { files: [database.writeRecords(first)], source: 'staff', batchSize: 3 };
        let steps = 0;
        const report = (stage: string) => {
          steps += stage === 'writing people' ? 1 : 0;
          if (steps === boundary) throw new Error('interrupted');
        };
        const dying = importRecords({ ...database.deps, progress: { ...silent, report } }, input);
        if (boundary < 4) await expect(dying).rejects.toThrow('interrupted');
        else await dying.catch(() => {});
        await importRecords(database.deps, input);
        await database.importRecords('agency', second, { batchSize: 3 });
        expect(await readCanonical(database.pool)).toEqual(expected);
      });
    }
  }, 120_000);

  test('someone who opts out between two ranges is not written', async () => {
    await withDatabase(async (database) => {
      const people = many(200, (n) => person(`p${n}`, 'c', { network: `jo-${n}` }));
      const files = [database.writeRecords([company('c'), ...people])];
      let opted: Promise<unknown> | undefined;
      const report = (stage: string) => {
        if (stage === 'writing people')
          opted ??= suppressMany(
            database.deps,
            people.map(({ network }) => ({ network }) as never),
            'list',
          );
      };
      await importRecords(
        { ...database.deps, progress: { ...silent, report } },
        { files, source: 'staff', batchSize: 1 },
      );
      await opted;
      expect(await database.rows('SELECT key FROM person_record')).toEqual([]);
      expect(await database.rows('SELECT FROM employment WHERE NOT removed')).toEqual([]);
    });
  });
});

test('the first import of a second source looks up claims, and never compares each with each', async () => {
  await withDatabase(async (database) => {
    const records = many(6000, (n) => company(`c${n}`, { identifiers: { abn: abnOf(n) } }));
    await inUsualWay(database, () => database.importRecords('first', records, { batchSize: 1000 }));
    const again = records.map(({ key, ...record }) => ({ ...record, key: `again-${key}` }));
    await database.importRecords('second', again, { batchSize: 100 });
    const [claims] = await database.rows<{ scanned: string }>(
      `SELECT sum(seq_tup_read) AS scanned FROM pg_stat_user_tables WHERE relname ~ '^claim_[0-9]+$'`,
    );
    // While a partition is as small as a page, it is scanned. Comparing each claim with each would read at least 36 million.
    expect(Number(claims?.scanned)).toBeLessThan(5e6);
  });
});

test('a first import looks up people, and never reads a whole table, although none was analyzed before', async () => {
  await withDatabase(async (database) => {
    const companies = many(6000, (n) => company(`c${n}`, { identifiers: { abn: abnOf(n) } }));
    const people = many(12_000, (n) => person(`p${n}`, `c${n % 6000}`));
    await database.importRecords('first', [...companies, ...people], { batchSize: 500 });
    // Each connection reports what it did some seconds later, so reads may be counted before the rows that others inserted.
    await vi.waitFor(
      async () => {
        const inserted = await database.rows(
          `SELECT sum(n_tup_ins)::integer AS rows FROM pg_stat_user_tables WHERE relname ~ '^(person_reference|employment)_[0-9]+$'`,
        );
        expect(inserted).toEqual([{ rows: 6000 + 12_000 }]);
      },
      { timeout: 30_000, interval: 200 },
    );
    const tables = await database.rows(
      `SELECT relname, seq_tup_read + idx_tup_fetch AS read, n_tup_ins AS rows FROM pg_stat_user_tables
       WHERE schemaname = 'public' AND relname ~ '_[0-9]+$' AND seq_tup_read + idx_tup_fetch > 5 * n_tup_ins AND n_tup_ins > 0`,
    );
    expect(tables).toEqual([]);
  });
});
