import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { company, person, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { readCanonical } from '../../../../testing/src/stores/canonical.ts';
import { importedTables } from '../../../../testing/src/stores/database.ts';
import { decisionClaim } from '../../knowledge/rules/identifiers/claims.ts';
import { abnOf, acnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    [...importedTables, 'decided_record', 'decision'].map((table) => `DELETE FROM ${table}`).join(';'),
  ),
);

/** Companies as lists of `source/key`. */
const companies = async () => (await readCanonical(database.pool)).companies.map(({ records }) => records).sort();
const people = async () => (await readCanonical(database.pool)).people;
const idOf = async (source: string, key: string): Promise<string> => {
  const [row] = await database.rows<{ company_id: string }>(
    'SELECT r.company_id FROM company_record r JOIN source s ON s.id = r.source_id WHERE s.name = $1 AND r.key = $2',
    [source, key],
  );
  return row?.company_id ?? 'none';
};
const redirectOf = async (id: string) =>
  (await database.rows<{ redirect_to: string | null }>('SELECT redirect_to FROM company WHERE id = $1', [id]))[0]
    ?.redirect_to;
const found = async (identifier: string) =>
  (
    await database.rows<{ company_id: string | null }>('SELECT company_id FROM identifier WHERE identifier = $1', [
      identifier,
    ])
  )[0]?.company_id ?? null;
const personOf = async (source: string, key: string): Promise<string> => {
  const [row] = await database.rows<{ person_id: string }>(
    'SELECT p.person_id FROM person_record p JOIN source s ON s.id = p.source_id WHERE s.name = $1 AND p.key = $2',
    [source, key],
  );
  return row?.person_id ?? 'none';
};
const employments = async () => (await readCanonical(database.pool)).employments as Record<string, unknown>[];

const [one, two] = [1, 2].map((n) => ({ abn: abnOf(n), acn: acnOf(n), nzbn: nzbnOf(n) })) as [
  { abn: string; acn: string; nzbn: string },
  { abn: string; acn: string; nzbn: string },
];
const slug = { network: 'kestrel-vane' };
const domain = { fqdn: 'kestrelvane.com.au' };

describe('age', () => {
  test('an id keeps its age when its founding record is removed, and survives a later merge', async () => {
    await database.importRecords('a', [company('founder', { identifiers: { abn: one.abn } })]);
    const oldest = await idOf('a', 'founder');
    await database.importRecords('b', [company('between', { identifiers: { nzbn: two.nzbn } })]);
    await database.importRecords('c', [company('heir', { identifiers: { abn: one.abn } })]);
    await database.importRecords('a', [removed('company', 'founder')]);
    expect(await idOf('c', 'heir')).toBe(oldest);
    await database.importRecords('d', [company('bridge', { identifiers: { abn: one.abn, nzbn: two.nzbn } })]);
    expect(await idOf('b', 'between')).toBe(oldest);
  });
});

describe('register numbers', () => {
  test('a record that joins two companies keeps the older id, and the other one redirects to it', async () => {
    await database.importRecords('a', [company('older', { identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('younger', { identifiers: { nzbn: one.nzbn } })]);
    const [older, younger] = [await idOf('a', 'older'), await idOf('b', 'younger')];
    expect(older).not.toBe(younger);
    await database.importRecords('c', [company('bridge', { identifiers: { abn: one.abn, nzbn: one.nzbn } })]);
    expect(await companies()).toEqual(['a/older b/younger c/bridge']);
    expect(await idOf('b', 'younger')).toBe(older);
    expect(await redirectOf(younger)).toBe(older);
    expect(await found(`nzbn:${one.nzbn}`)).toBe(older);
  });

  test('two different numbers in one register mean two companies, whatever else is equal', async () => {
    await database.importRecords('a', [company('k', { identifiers: { abn: one.abn, ...slug, ...domain } })]);
    await database.importRecords('b', [company('k', { identifiers: { abn: two.abn, ...slug, ...domain } })]);
    expect(await companies()).toEqual(['a/k', 'b/k']);
  });

  test('an ABN that contains an ACN links to it', async () => {
    await database.importRecords('a', [company('k', { identifiers: { acn: one.acn } })]);
    await database.importRecords('b', [company('k', { identifiers: { abn: one.abn } })]);
    expect(await companies()).toEqual(['a/k b/k']);
  });

  test('a number of a register without its own scheme counts too', async () => {
    const registrations = { RA000999: 'X 1' };
    await database.importRecords('a', [company('k', { identifiers: { registrations } })]);
    await database.importRecords('b', [company('k', { identifiers: { registrations: { RA000999: 'x1' } } })]);
    expect(await companies()).toEqual(['a/k b/k']);
  });

  test('a redirect of a redirect leads to the final company', async () => {
    await database.importRecords('a', [company('first', { identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('second', { identifiers: { nzbn: one.nzbn } })]);
    await database.importRecords('c', [company('third', { identifiers: { cik: '1' } })]);
    const [first, second, third] = [await idOf('a', 'first'), await idOf('b', 'second'), await idOf('c', 'third')];
    await database.importRecords('d', [company('x', { identifiers: { nzbn: one.nzbn, cik: '1' } })]);
    expect(await redirectOf(third)).toBe(second);
    await database.importRecords('d', [company('y', { identifiers: { abn: one.abn, nzbn: one.nzbn } })]);
    expect([await redirectOf(third), await redirectOf(second), await redirectOf(first)]).toEqual([first, first, null]);
  });

  test('a record that changes its number changes company, and its people follow', async () => {
    await database.importRecords('a', [
      company('one', { identifiers: { abn: one.abn } }),
      company('two', { identifiers: { abn: two.abn } }),
    ]);
    await database.importRecords('b', [company('k', { identifiers: { abn: one.abn } }), person('p', 'k')]);
    expect(await employments()).toMatchObject([{ company: 'a/one b/k', person: 'b/p' }]);
    await database.importRecords('b', [company('k', { identifiers: { abn: two.abn } })]);
    expect(await companies()).toEqual(['a/one', 'a/two b/k']);
    expect(await employments()).toMatchObject([{ company: 'a/two b/k', person: 'b/p' }]);
    expect(await found(`abn:${one.abn}`)).toBe(await idOf('a', 'one'));
  });
});

describe('weaker links', () => {
  test('a slug that is added later joins the companies that have it', async () => {
    await database.importRecords('a', [company('k', { identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('k', { identifiers: slug })]);
    expect(await companies()).toEqual(['a/k', 'b/k']);
    await database.importRecords('a', [company('k', { identifiers: { abn: one.abn, ...slug } })]);
    expect(await companies()).toEqual(['a/k b/k']);
  });

  test('a shared domain joins an unregistered record to its only registered company', async () => {
    await database.importRecords('a', [company('numbered', { identifiers: { abn: one.abn, ...domain } })]);
    await database.importRecords('b', [company('free', { identifiers: domain })]);
    expect(await companies()).toEqual(['a/numbered b/free']);
  });

  test('a domain with several registered claimants joins none of them, and finds the first by precedence, source and key', async () => {
    await database.importRecords('w', [company('web', { identifiers: { abn: one.abn, ...domain } })], { class: 'web' });
    await database.importRecords('b', [company('z', { identifiers: { abn: two.abn, ...domain } })]);
    await database.importRecords('b', [company('y', { identifiers: { nzbn: two.nzbn, ...domain } })]);
    await database.importRecords('c', [company('free', { identifiers: domain })]);
    expect(await companies()).toEqual(['b/y', 'b/z', 'c/free', 'w/web']);
    expect(await found(`fqdn:${domain.fqdn}`)).toBe(await idOf('b', 'y'));
    await database.importRecords('r', [company('late', { identifiers: { cik: '7', ...domain } })], {
      class: 'register',
    });
    expect(await found(`fqdn:${domain.fqdn}`)).toBe(await idOf('r', 'late'));
  });

  test('each link has the claim that made it', async () => {
    await database.importRecords('a', [
      company('k', { identifiers: { abn: one.abn, ...slug } }),
      company('l', { identifiers: slug }),
    ]);
    expect(await database.rows('SELECT key, linked_by FROM company_record ORDER BY key')).toEqual([
      { key: 'k', linked_by: 'network:kestrel-vane' },
      { key: 'l', linked_by: 'network:kestrel-vane' },
    ]);
  });
});

describe('records that change or are removed', () => {
  const bridge = company('bridge', { identifiers: { abn: one.abn, nzbn: one.nzbn } });
  async function join() {
    await database.importRecords('a', [company('older', { identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('younger', { identifiers: { nzbn: one.nzbn } })]);
    const younger = await idOf('b', 'younger');
    await database.importRecords('c', [bridge]);
    return { older: await idOf('a', 'older'), younger };
  }

  test('a changed link is resolved again: the id stays with the founding part, and the old redirect stays', async () => {
    const { older, younger } = await join();
    await database.importRecords('c', [company('bridge', { identifiers: { abn: one.abn } })]);
    expect(await companies()).toEqual(['a/older c/bridge', 'b/younger']);
    expect(await idOf('a', 'older')).toBe(older);
    expect(await redirectOf(younger)).toBe(older);
    const split = await idOf('b', 'younger');
    expect([older, younger]).not.toContain(split);
    expect(await found(`nzbn:${one.nzbn}`)).toBe(split);
  });

  test('a removed link is resolved again', async () => {
    await join();
    await database.importRecords('c', [removed('company', 'bridge')]);
    expect(await companies()).toEqual(['a/older', 'b/younger']);
  });

  test('a removed record still describes a company that has no other record', async () => {
    await database.importRecords('a', [company('k', { identifiers: { abn: one.abn } }), person('p', 'k')]);
    const id = await idOf('a', 'k');
    await database.importRecords('a', [removed('company', 'k')]);
    expect(await companies()).toEqual(['a/k']);
    expect(await found(`abn:${one.abn}`)).toBe(id);
    expect(await employments()).toHaveLength(1);
  });

  test('a living record replaces a removed one, under the same id', async () => {
    await database.importRecords('a', [company('k', { name: 'Before', identifiers: { abn: one.abn } })]);
    const id = await idOf('a', 'k');
    await database.importRecords('a', [removed('company', 'k')]);
    await database.importRecords('b', [company('k', { name: 'After', identifiers: { abn: one.abn } })]);
    expect((await readCanonical(database.pool)).companies).toMatchObject([
      { records: 'b/k', profile: { body: { name: 'After' } } },
    ]);
    expect(await idOf('b', 'k')).toBe(id);
    await database.importRecords('a', [company('k', { name: 'Back', identifiers: { abn: one.abn } })]);
    expect(await companies()).toEqual(['a/k b/k']);
    expect(await idOf('a', 'k')).toBe(id);
  });

  test('a removed record never links others', async () => {
    await database.importRecords('a', [bridge, removed('company', 'nobody')]);
    await database.importRecords('a', [removed('company', 'bridge')]);
    await database.importRecords('b', [company('k', { identifiers: { abn: one.abn } })]);
    await database.importRecords('c', [company('k', { identifiers: { nzbn: one.nzbn } })]);
    expect(await companies()).toEqual(['b/k', 'c/k']);
  });

  test('a full file removes what is missing from it, a delta file only what it marks as removed', async () => {
    const all = [company('k', { identifiers: { abn: one.abn } }), company('l'), person('p', 'k'), person('q', 'l')];
    await database.importRecords('a', all);
    await database.importRecords('b', [company('k', { identifiers: { abn: one.abn } })]);
    await database.importRecords('a', [company('l', { name: 'Renamed' })]);
    expect(await companies()).toEqual(['a/k b/k', 'a/l']);
    const { counts } = await database.importRecords('a', [company('l', { name: 'Renamed' }), person('q', 'l')], {
      whole: true,
      allow: ['shrink'],
    });
    expect(counts).toMatchObject({ read: 2, unchanged: 2, accepted: 0, gone: 2 });
    expect(await companies()).toEqual(['a/l', 'b/k']);
    expect(await people()).toEqual(['a/q']);
  });

  test('if a key occurs twice in one run, the last row wins and the other is counted', async () => {
    const { counts } = await database.importRecords('a', [
      company('k', { name: 'First' }),
      company('k', { name: 'Last' }),
    ]);
    expect(counts).toMatchObject({ read: 2, accepted: 1, superseded: 1 });
    expect((await readCanonical(database.pool)).companies).toMatchObject([{ profile: { body: { name: 'Last' } } }]);
  });
});

test('the same files in a new database with the same secret give the same ids', async () => {
  const other = await openTestDatabase(database);
  const records = [company('k', { identifiers: { abn: one.abn } }), company('l'), person('p', 'k', { network: 'jo' })];
  try {
    for (const { importRecords } of [database, other]) {
      await importRecords('a', records);
      await importRecords('b', [company('k', { identifiers: { abn: one.abn } }), person('q', 'k', { network: 'jo' })]);
    }
    const ids =
      'SELECT key, company_id AS id FROM company_record UNION ALL SELECT key, person_id FROM person_record ORDER BY 1, 2';
    expect(await other.rows(ids)).toEqual(await database.rows(ids));
  } finally {
    await other.close();
  }
});

describe('manual decisions', () => {
  async function decide(kind: 'join' | 'split', records: [string, string][]) {
    const [decision] = await database.rows<{ id: number }>('INSERT INTO decision (kind) VALUES ($1) RETURNING id', [
      kind,
    ]);
    for (const [at, [source, key]] of records.entries()) {
      await database.rows(
        `INSERT INTO decided_record (source_id, key, decision_id, claim) SELECT id, $2, $3, $4 FROM source WHERE name = $1`,
        [source, key, decision?.id, decisionClaim(kind, decision?.id ?? 0, at)],
      );
    }
  }

  test('a join survives a new import of the records', async () => {
    await database.importRecords('a', [company('k', { identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('k', { identifiers: { nzbn: two.nzbn } })]);
    await decide('join', [
      ['a', 'k'],
      ['b', 'k'],
    ]);
    await database.importRecords('a', [company('k', { name: 'Again', identifiers: { abn: one.abn } })]);
    await database.importRecords('b', [company('k', { name: 'Again', identifiers: { nzbn: two.nzbn } })]);
    expect(await companies()).toEqual(['a/k b/k']);
    await database.importRecords('b', [company('k', { name: 'And again', identifiers: { nzbn: two.nzbn } })]);
    expect(await companies()).toEqual(['a/k b/k']);
    expect(await database.rows(`SELECT * FROM identifier WHERE identifier LIKE 'join%'`)).toEqual([]);
  });

  test('a split survives a new import of the records', async () => {
    await database.importRecords('a', [company('k', { identifiers: slug })]);
    await database.importRecords('b', [company('k', { identifiers: slug })]);
    await decide('split', [
      ['a', 'k'],
      ['b', 'k'],
    ]);
    await database.importRecords('a', [company('k', { name: 'Again', identifiers: slug })]);
    await database.importRecords('b', [company('k', { name: 'Again', identifiers: slug })]);
    expect(await companies()).toEqual(['a/k', 'b/k']);
  });
});

describe('people', () => {
  beforeEach(() =>
    database.importRecords('a', [
      company('k', { identifiers: { abn: one.abn } }),
      company('l', { identifiers: { abn: two.abn } }),
    ]),
  );
  const at = (abn: string) => ({ company: { abn } });

  test('the same slug means the same person across sources: one match per company', async () => {
    await database.importRecords('a', [person('p', 'k', { network: 'jo-lee', position: 'CEO', has_email: true })]);
    await database.importRecords(
      'b',
      [
        person('q', '', {
          ...at(one.abn),
          network: 'https://au.linkedin.com/in/Jo-Lee/',
          position: 'Chair',
          has_mobile: true,
        }),
      ],
      { class: 'web' },
    );
    expect(await people()).toEqual(['a/p b/q']);
    expect(await employments()).toMatchObject([{ company: 'a/k', person: 'a/p b/q', position: 'CEO', flags: 1 | 16 }]);
  });

  test('without a slug, source and key identify the person', async () => {
    await database.importRecords('a', [person('p', 'k', { position: 'CEO' }), person('q', 'k', { position: 'CEO' })]);
    await database.importRecords('b', [person('p', '', { ...at(one.abn), position: 'CEO' })]);
    expect(await people()).toEqual(['a/p', 'a/q', 'b/p']);
  });

  test('a slug that is added later joins two people, and the older id survives', async () => {
    await database.importRecords('a', [person('p', 'k')]);
    await database.importRecords('b', [person('q', '', { ...at(one.abn), network: 'jo' })]);
    const [older, younger] = [await personOf('a', 'p'), await personOf('b', 'q')];
    await database.importRecords('a', [person('p', 'k', { network: 'jo' })]);
    expect(await people()).toEqual(['a/p b/q']);
    expect(await personOf('b', 'q')).toBe(older);
    expect(await database.rows('SELECT id, person_id FROM person_alias')).toEqual([{ id: younger, person_id: older }]);
    expect(await employments()).toHaveLength(1);
  });

  test('position, levels, departments and country come from the winning record: by precedence, then the newest', async () => {
    const stated = (key: string, observed: string, position: string, seniority: string) =>
      person(key, '', {
        ...at(one.abn),
        network: 'jo',
        observed,
        position,
        country: key === 'x' ? 'NZ' : 'AU',
        seniority: [seniority],
        department: ['2'],
      });
    await database.importRecords('w', [stated('w', '2026-09-09', 'Web', '6')], { class: 'web' });
    expect(await employments()).toMatchObject([{ position: 'Web' }]);
    await database.importRecords('a', [stated('x', '2026-01-01', 'Older', '5')]);
    expect(await employments()).toMatchObject([{ position: 'Older', levels: [5], departments: [2], country: 'NZ' }]);
    await database.importRecords('b', [stated('y', '2026-02-02', 'Newer', '4')]);
    expect(await employments()).toMatchObject([{ position: 'Newer', levels: [4], country: 'AU' }]);
    await database.importRecords('b', [removed('person', 'y')]);
    expect(await employments()).toMatchObject([{ position: 'Older' }]);
  });

  test('a person may work for several companies', async () => {
    await database.importRecords('a', [person('p', 'k', { network: 'jo' }), person('q', 'l', { network: 'jo' })]);
    expect(await people()).toEqual(['a/p a/q']);
    expect((await employments()).map(({ company }) => company)).toEqual(['a/k', 'a/l']);
  });

  test('a person whose company is not loaded yet waits, and is linked when the company is imported', async () => {
    await database.importRecords('b', [person('p', 'later'), person('q', '', { company: { nzbn: two.nzbn } })]);
    expect((await readCanonical(database.pool)).waiting).toEqual(['b/p', 'b/q']);
    expect(await employments()).toEqual([]);
    await database.importRecords('b', [company('later')]);
    await database.importRecords('c', [company('other', { identifiers: { nzbn: two.nzbn } })]);
    expect((await readCanonical(database.pool)).waiting).toEqual([]);
    expect(await employments()).toMatchObject([
      { company: 'b/later', person: 'b/p' },
      { company: 'c/other', person: 'b/q' },
    ]);
  });

  test('a person who changes company leaves the old one', async () => {
    await database.importRecords('a', [person('p', 'k')]);
    const id = await personOf('a', 'p');
    await database.importRecords('a', [person('p', 'l')]);
    expect(await employments()).toMatchObject([{ company: 'a/l', person: 'a/p' }]);
    expect(await personOf('a', 'p')).toBe(id);
    expect(await database.rows('SELECT company_id FROM employment WHERE removed')).toEqual([
      { company_id: await idOf('a', 'k') },
    ]);
  });

  test('a person keeps the id when the slug changes, unless other records share the id: they keep it', async () => {
    await database.importRecords('a', [person('p', 'k', { network: 'jo' })]);
    const id = await personOf('a', 'p');
    await database.importRecords('a', [person('p', 'k', { network: 'jo-lee' })]);
    expect(await personOf('a', 'p')).toBe(id);
    await database.importRecords('b', [person('q', '', { ...at(one.abn), network: 'jo-lee' })]);
    await database.importRecords('a', [person('p', 'k', { network: 'jo-again' })]);
    expect(await people()).toEqual(['a/p', 'b/q']);
    expect(await personOf('b', 'q')).toBe(id);
  });

  test('a person who gets a slug that another gives up in the same batch is a different person', async () => {
    await database.importRecords('a', [person('p', 'k', { network: 'jo' }), person('q', 'k', { network: 'sam' })]);
    await database.importRecords('a', [person('p', 'k', { network: 'sam' }), person('q', 'k', { network: 'jo' })]);
    expect(await people()).toEqual(['a/p', 'a/q']);
    await database.importRecords('a', [person('p', 'k', { network: 'kim' }), person('r', 'k', { network: 'sam' })]);
    expect(await people()).toEqual(['a/p', 'a/q', 'a/r']);
  });

  test('a record that returns does not get the id that stayed with others', async () => {
    await database.importRecords('a', [person('p', 'k', { network: 'jo' })]);
    await database.importRecords('b', [person('q', '', { ...at(one.abn), network: 'jo' })]);
    await database.importRecords('a', [removed('person', 'p')]);
    await database.importRecords('a', [person('p', 'k')]);
    expect(await people()).toEqual(['a/p', 'b/q']);
    expect(await employments()).toHaveLength(2);
  });

  test('people who refer to a removed record follow the record that took over, whichever came first', async () => {
    await database.importRecords('b', [
      company('gone', { identifiers: { nzbn: one.nzbn, cik: '9' } }),
      person('p', 'gone'),
    ]);
    await database.importRecords('d', [company('k', { identifiers: { cik: '9' } })]);
    await database.importRecords('c', [company('k', { identifiers: { nzbn: one.nzbn } })]);
    await database.importRecords('b', [removed('company', 'gone')]);
    expect(await employments()).toMatchObject([{ company: 'c/k', person: 'b/p' }]);
  });
});
