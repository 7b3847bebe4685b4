import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Home,
  makeHome,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../testing/src/data/test-database.ts';
import { databaseLines, differences } from '../../../../../testing/src/stores/snapshot.ts';
import { silent } from '../../../core/output/progress.ts';
import { abnOf } from '../../../sample-data/demo/numbers.ts';
import { importRecords } from '../import-records.ts';
import type { ImportOptions } from '../run-context.ts';

const entry = (n: number, name = `NAME ${n}`, type = 'PRV') =>
  `<ABR recordLastUpdatedDate="20200101" replaced="N"><ABN status="ACT" ABNStatusFromDate="20000101">${abnOf(n)}</ABN>` +
  `<EntityType><EntityTypeInd>${type}</EntityTypeInd><EntityTypeText>Australian Private Company</EntityTypeText></EntityType>` +
  `<MainEntity><NonIndividualName type="MN"><NonIndividualNameText>${name}</NonIndividualNameText></NonIndividualName>` +
  '<BusinessAddress><AddressDetails><State>VIC</State><Postcode>3000</Postcode></AddressDetails></BusinessAddress>' +
  '</MainEntity></ABR>';
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => entry(from + n));
const broken = (n: number) => entry(n, 'X'.repeat(501));
const soleTrader = (n: number) => entry(n, `NAME ${n}`, 'IND');

let home: Home;
let files = 0;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.drop());

function write(entries: readonly string[]): string {
  files += 1;
  const path = join(home.home, `abr-${files}.xml`);
  writeFileSync(path, `<?xml version="1.0"?><Transfer error="none">\n${entries.join('\n')}\n</Transfer>`);
  return path;
}

const options = (file: string, facts: Partial<ImportOptions> = {}): ImportOptions => ({
  files: [file],
  source: 'au-abr',
  class: 'register',
  whole: true,
  batchSize: 7,
  allow: ['rejected', 'shrink'],
  reader: { kind: 'source', id: 'au-abr', switchedOn: [] },
  ...facts,
});

/** The rows that the last run recognized; undefined: it used no fingerprints. */
async function knownRows({ rows }: TestDatabase): Promise<number | undefined> {
  const [run] = await rows<{ known: number | null }>(
    `SELECT (position->'fingerprints'->'known')::integer AS known FROM run ORDER BY id DESC LIMIT 1`,
  );
  return run?.known ?? undefined;
}

const forgetRules = ({ pool }: TestDatabase) => pool.query('UPDATE source SET fingerprint_rules = NULL');

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await openTestDatabase(home);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** All rows that an import writes, but for the fingerprints. */
const recordLines = async (database: TestDatabase) =>
  (await databaseLines(database)).filter((line) => !line.startsWith('row_fingerprint'));

/** One file after the other, each with everything that can happen to a row. */
const weeks: { file: string[]; facts?: Partial<ImportOptions>; known: number | undefined }[] = [
  { file: [...range(0, 40), entry(3, 'LATER'), broken(40), soleTrader(41)], known: undefined },
  // Unchanged, but for a repeated key: rows that came first in the file before are not recognized.
  { file: [...range(0, 40), entry(3, 'LATER'), broken(40), soleTrader(41)], known: 40 },
  // Changed, removed, added, rejected, repeated, moved, and other text with the same content.
  {
    file: [
      entry(1, 'CHANGED'),
      entry(2, 'BEFORE'),
      entry(2),
      entry(4),
      entry(4, 'AFTER'),
      entry(5),
      entry(5),
      entry(6).replace('replaced="N"', 'replaced="N" '),
      broken(7),
      entry(45),
      soleTrader(8),
      entry(3, 'LATER'),
      ...range(10, 38).reverse(),
    ],
    known: 33,
  },
  // A delta file: its rows are read, and nothing is removed.
  { file: [entry(12, 'BY DELTA'), entry(13)], facts: { whole: false }, known: undefined },
  { file: [...range(0, 13), ...range(14, 40), entry(13, 'NEW')], known: 29 },
  // Rows that return after their record was removed.
  { file: range(0, 42), known: 39 },
];

test('a file leaves the same database and the same counts as without fingerprints', async () => {
  await withDatabase(async (fast) =>
    withDatabase(async (slow) => {
      for (const { file, facts, known } of weeks) {
        const path = write(file);
        const { counts } = await importRecords(fast.deps, options(path, facts));
        expect(await knownRows(fast)).toBe(known);
        await forgetRules(slow);
        expect((await importRecords(slow.deps, options(path, facts))).counts).toEqual(counts);
        expect(differences(await recordLines(fast), await recordLines(slow))).toEqual([]);
      }
    }),
  );
});

test('every living record has one fingerprint, also after rejected, repeated and removed rows', async () => {
  await withDatabase(async (database) => {
    for (const { file, facts } of weeks) {
      await importRecords(database.deps, options(write(file), facts));
      const living = await database.rows('SELECT source_id, key FROM company_record WHERE NOT removed ORDER BY 2');
      expect(await database.rows('SELECT source_id, key FROM row_fingerprint ORDER BY 2')).toEqual(living);
    }
  });
});

describe('fingerprints are not used', () => {
  test('if the rules or the options of the source changed', async () => {
    await withDatabase(async (database) => {
      const path = write([...range(0, 5), soleTrader(9)]);
      await importRecords(database.deps, options(path));
      await database.pool.query(`UPDATE source SET fingerprint_rules = 'older'`);
      await importRecords(database.deps, options(path));
      expect(await knownRows(database)).toBeUndefined();
      await importRecords(database.deps, options(path));
      expect(await knownRows(database)).toBe(5);
      const reader = { kind: 'source', id: 'au-abr', switchedOn: ['sole-traders'] } as const;
      const { counts } = await importRecords(database.deps, options(path, { reader }));
      expect(await knownRows(database)).toBeUndefined();
      expect(counts).toMatchObject({ unchanged: 5, accepted: 1, skipped: 0 });
    });
  });

  test('after a run that was abandoned when it had changed some records', async () => {
    await withDatabase(async (database) => {
      const before = write(range(0, 30));
      await importRecords(database.deps, options(before));
      const report = (stage: string) => {
        if (stage.startsWith('applying')) throw new Error('interrupted');
      };
      const changed = write(range(0, 30).map((text) => text.replace('NAME', 'CHANGED')));
      const dying = importRecords({ ...database.deps, progress: { ...silent, report } }, options(changed));
      await expect(dying).rejects.toThrow('interrupted');
      await database.pool.query(`UPDATE run SET state = 'stopped' WHERE state = 'applying'`);
      const { counts } = await importRecords(database.deps, options(before));
      expect(counts).toMatchObject({ accepted: 7, unchanged: 23 });
      expect(await knownRows(database)).toBeUndefined();
    });
  });
});

test('an import that is interrupted at any step continues, with the same database', async () => {
  const [first, second] = [write(weeks[0]?.file ?? []), write(weeks[2]?.file ?? [])];
  await withDatabase(async (undisturbed) => {
    for (const file of [first, second]) await importRecords(undisturbed.deps, options(file));
    const expected = await databaseLines(undisturbed);
    for (let boundary = 1; ; boundary += 3) {
      let steps = 0;
      let isCut = false;
      const report = () => {
        steps += 1;
        if (steps === boundary) throw new Error('interrupted');
      };
      await withDatabase(async (database) => {
        await importRecords(database.deps, options(first));
        const dying = importRecords({ ...database.deps, progress: { ...silent, report } }, options(second));
        isCut = await dying.then(
          () => false,
          () => true,
        );
        if (isCut) expect((await importRecords(database.deps, options(second))).resumed).toBe(true);
        expect(differences(expected, await databaseLines(database))).toEqual([]);
      });
      if (!isCut) break;
    }
  });
});

test('a run that began by other rules is read again from its start', async () => {
  await withDatabase(async (database) => {
    const [first, second] = [write(range(0, 20)), write([...range(0, 19), entry(19, 'CHANGED')])];
    await importRecords(database.deps, options(first));
    let steps = 0;
    const report = () => {
      steps += 1;
      if (steps === 2) throw new Error('interrupted');
    };
    const dying = importRecords({ ...database.deps, progress: { ...silent, report } }, options(second));
    await expect(dying).rejects.toThrow('interrupted');
    await database.pool.query(
      `UPDATE run SET position = jsonb_set(position, '{fingerprints,rules}', '"older"') WHERE state = 'staging'`,
    );
    const { counts } = await importRecords(database.deps, options(second));
    expect(counts).toMatchObject({ read: 20, unchanged: 19, accepted: 1 });
    expect(await knownRows(database)).toBe(19);
  });
});
