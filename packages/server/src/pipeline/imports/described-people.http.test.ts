import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyRecord, company, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { importedTables } from '../../../../testing/src/stores/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
const clear = () =>
  database.pool.query([...importedTables, 'name_index'].map((table) => `DELETE FROM ${table}`).join(';'));
beforeEach(clear);
afterAll(() => database.close());

/** A person whose record has no company reference. */
const contact = (key: string, facts: Partial<PersonRecord>): PersonRecord => ({
  type: 'person',
  key,
  country: 'AU',
  observed: '2026-01-01',
  position: 'Chief Executive Officer',
  ...facts,
});

const kestrel = company('k', { name: 'Kestrel Vane Pty Ltd', country: 'AU' });
const byDomain = contact('d', { email: 'avery@sydney.kestrelvane.com.au', company_name: 'Another Name' });
const byName = contact('n', { email: 'robin@gmail.com', company_name: 'KESTREL VANE' });
const withDomain: CompanyRecord = { ...kestrel, identifiers: { fqdn: 'kestrelvane.com.au' } };

/** Each person with the source and key of a record of the company, and how it was found. */
async function links(): Promise<Record<string, string>> {
  const rows = await database.rows<{ key: string; company: string | null; way: string | null }>(
    `SELECT p.key, min(s.name || '/' || c.key) AS company, max(r.way) AS way
     FROM person_record p JOIN person_reference r ON r.company_ref = p.company_ref AND r.company_id IS NOT DISTINCT FROM p.company_id
     LEFT JOIN company_record c ON c.company_id = p.company_id AND NOT c.hidden LEFT JOIN source s ON s.id = c.source_id
     GROUP BY p.source_id, p.key ORDER BY p.key`,
  );
  return Object.fromEntries(rows.map(({ key, company: at, way }) => [key, at ? `${at} by ${way}` : 'none']));
}

/** The living employments agree with the records. */
async function checkEmployments(): Promise<void> {
  const rows = await database.rows(
    `(SELECT company_id, person_id FROM person_record WHERE company_id IS NOT NULL
      EXCEPT SELECT company_id, person_id FROM employment WHERE NOT removed)
     UNION ALL
     (SELECT company_id, person_id FROM employment WHERE NOT removed
      EXCEPT SELECT company_id, person_id FROM person_record)`,
  );
  expect(rows).toEqual([]);
}

describe('a person without a company reference is linked', () => {
  test('by the domain of the email address, or one above it, whatever the name', async () => {
    await database.importRecords('register', [withDomain]);
    const { links: counts } = await database.importRecords('crm', [byDomain]);
    expect([await links(), counts]).toEqual([{ d: 'register/k by domain' }, { domain: 1 }]);
  });

  test('by the name of the only company of the same source, although others have it', async () => {
    await database.importRecords(
      'register',
      [1, 2].map((n) => ({ ...kestrel, key: `r${n}` })),
    );
    const { links: counts } = await database.importRecords('crm', [kestrel, byName]);
    expect([await links(), counts]).toEqual([{ n: 'crm/k by name' }, { name: 1 }]);
    await checkEmployments();
  });

  test('by the name where companies of a group share the domain; by the domain if none has the name', async () => {
    const group = ['north', 'south'].map((key, at) =>
      company(key, {
        name: `Kestrel Vane ${key} Pty Ltd`,
        country: 'AU',
        identifiers: { abn: ['51824753556', '60999700033'][at] as string, fqdn: 'kestrelvane.com.au' },
      }),
    );
    const email = 'avery@kestrelvane.com.au';
    const north = contact('n', { email, company_name: 'Kestrel Vane North' });
    const south = contact('s', { email, company_name: 'Kestrel Vane South' });
    const other = contact('o', { email, company_name: 'Kestrel Vane East' });
    const { links: counts } = await database.importRecords('crm', [...group, north, south, other]);
    expect(await links()).toMatchObject({ n: 'crm/north by name', s: 'crm/south by name' });
    expect(counts).toMatchObject({ name: 2 });
    // When one of the two gives the domain up, it identifies the other again.
    await database.importRecords('crm', [{ ...group[1], identifiers: { abn: '60999700033' } } as CompanyRecord]);
    expect(await links()).toMatchObject({
      n: 'crm/north by domain',
      s: 'crm/north by domain',
      o: 'crm/north by domain',
    });
  });

  test('by the only company in the stated country', async () => {
    const abroad = { ...kestrel, key: 'nz', country: 'NZ', name: 'Kestrel Vane Limited' };
    const stated = contact('s', { company_name: 'Kestrel Vane', company_country: 'NZ' });
    await database.importRecords('crm', [kestrel, abroad, stated, byName]);
    expect(await links()).toMatchObject({ s: 'crm/nz by name' });
  });

  test('by the scorer, if one company of the database has the name in the country', async () => {
    await database.importRecords('register', [kestrel, company('other', { name: 'Marrow Pike', country: 'AU' })]);
    const { links: counts } = await database.importRecords('crm', [byName]);
    expect([await links(), counts]).toEqual([{ n: 'register/k by score' }, { score: 1 }]);
  });
});

describe('a person without a company reference is kept, but not linked', () => {
  test.each<[string, CompanyRecord[]]>([
    ['no company has the name', [company('m', { name: 'Marrow Pike', country: 'AU' })]],
    ['two companies have the name', [kestrel, { ...kestrel, key: 'k2' }]],
    ['the company is in another country', [{ ...kestrel, country: 'NZ' }]],
    ['the company only had the name', [{ ...kestrel, name: 'Marrow Pike', former_names: ['Kestrel Vane'] }]],
  ])('if %s', async (_, companies) => {
    await database.importRecords('register', companies);
    const { counts, links: counted } = await database.importRecords('crm', [byName]);
    expect([await links(), counts.accepted, counted]).toEqual([{ n: 'none' }, 1, { none: 1 }]);
  });

  test('if the company has another domain than the email address', async () => {
    await database.importRecords('register', [withDomain]);
    await database.importRecords('crm', [contact('x', { email: 'jo@marrow.com.au', company_name: 'Kestrel Vane' })]);
    expect(await links()).toEqual({ x: 'none' });
  });
});

describe('links follow the companies', () => {
  const people = [byDomain, byName];

  test('that are imported later, changed and removed', async () => {
    await database.importRecords('crm', people);
    expect(await links()).toEqual({ d: 'none', n: 'none' });
    const steps: [string, AnyRecord[], Record<string, string>][] = [
      ['register', [kestrel], { d: 'none', n: 'register/k by score' }],
      ['register', [withDomain], { d: 'register/k by domain', n: 'register/k by score' }],
      ['register', [{ ...kestrel, key: 'k2' }], { d: 'register/k by domain', n: 'none' }],
      ['crm', [{ ...kestrel, key: 'own' }], { d: 'register/k by domain', n: 'crm/own by name' }],
      ['crm', [company('own', { name: 'Marrow Pike' })], { d: 'register/k by domain', n: 'none' }],
      [
        'register',
        [company('k2', { name: 'Brolga Freight' })],
        { d: 'register/k by domain', n: 'register/k by score' },
      ],
      ['register', [kestrel], { d: 'none', n: 'register/k by score' }],
    ];
    for (const [source, records, expected] of steps) {
      await database.importRecords(source, records);
      expect(await links()).toEqual(expected);
      await checkEmployments();
    }
  });

  test('in any order of imports', async () => {
    const imports: [string, AnyRecord[]][] = [
      ['crm', people],
      ['register', [withDomain, company('m', { name: 'Marrow Pike', country: 'AU' })]],
      ['crm', [{ ...kestrel, key: 'own' }]],
      ['list', [contact('l', { company_name: 'Marrow Pike' }), contact('m', { company_name: 'Kestrel Vane' })]],
      ['other', [{ ...kestrel, key: 'o' }]],
    ];
    const found = new Set<string>();
    for (const first of imports.keys()) {
      await clear();
      for (const [source, records] of [...imports.slice(first), ...imports.slice(0, first)]) {
        await database.importRecords(source, records);
      }
      found.add(JSON.stringify(await links()));
    }
    expect([...found].map((text) => JSON.parse(text))).toEqual([
      { d: 'register/k by domain', l: 'register/m by score', m: 'none', n: 'crm/own by name' },
    ]);
  });

  test('that are joined by hand', async () => {
    await database.importRecords('register', [kestrel, { ...kestrel, key: 'k2' }]);
    await database.importRecords('crm', [byName]);
    expect(await links()).toEqual({ n: 'none' });
    const ids = await database.rows<{ company_id: string }>('SELECT company_id FROM company_record ORDER BY key');
    await runCommand(database, 'company', 'join', ...ids.map(({ company_id }) => company_id));
    expect(await links()).toEqual({ n: 'register/k by score' });
    await checkEmployments();
  });
});

describe('the same file again', () => {
  test('changes nothing', async () => {
    await database.importRecords('register', [withDomain]);
    await database.importRecords('crm', [byDomain, byName]);
    const before = await database.rows('SELECT * FROM employment ORDER BY person_id');
    const { counts, links: counted } = await database.importRecords('crm', [byDomain, byName]);
    expect([counts.unchanged, counts.accepted, counted]).toEqual([2, 0, { domain: 1, score: 1 }]);
    expect(await database.rows('SELECT * FROM employment ORDER BY person_id')).toEqual(before);
  });

  test('moves a person whose row now says something else, and leaves no second employment', async () => {
    await database.importRecords('register', [withDomain, company('m', { name: 'Marrow Pike', country: 'AU' })]);
    await database.importRecords('crm', [byDomain]);
    await database.importRecords('crm', [{ ...byDomain, email: 'avery@gmail.com', company_name: 'Marrow Pike' }]);
    expect(await links()).toEqual({ d: 'register/m by score' });
    expect(await database.rows('SELECT 1 FROM employment WHERE NOT removed')).toHaveLength(1);
    await database.importRecords('crm', [removed('person', 'd')]);
    expect(await database.rows('SELECT 1 FROM employment WHERE NOT removed')).toEqual([]);
  });
});

test('neither the address nor the name is stored', async () => {
  await database.importRecords('crm', [byDomain, byName]);
  const tables = ['person_record', 'person_reference', 'described_key', 'contact_hash', 'company_name', 'run'];
  for (const table of tables) {
    const [all] = await database.rows<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${table} t`,
    );
    expect(all?.text).not.toMatch(/avery|robin|kestrel vane|another name/i);
  }
});

test('the index of names is filled by the first import that needs it, and filled again with other rules', async () => {
  await database.importRecords('register', [withDomain]);
  await database.importRecords('crm', [contact('e', { email: 'jo@kestrelvane.com.au' })]);
  expect(await database.rows('SELECT * FROM name_index')).toEqual([]);
  await database.importRecords('crm', [byName]);
  expect(await database.rows('SELECT complete FROM name_index')).toEqual([{ complete: true }]);
  expect(await database.rows('SELECT * FROM company_name')).toHaveLength(1);
  await database.rows(`UPDATE name_index SET rules = 'earlier'; UPDATE company_name SET name_hash = 'earlier'`);
  await database.importRecords('crm', [contact('n2', { company_name: 'Kestrel Vane Ltd', company_country: 'AU' })]);
  expect(await links()).toMatchObject({ n2: 'register/k by score' });
});

describe('orgdex import people', () => {
  const rows = [
    'Account Name,Work Email,Job Title,Country',
    'Kestrel Vane,avery@kestrelvane.com.au,Chief Executive Officer,Australia',
    'Marrow & Pike,robin@gmail.com,Chief Financial Officer,AU',
    'Brolga Freight,jo@hotmail.com,Driver,AU',
    'Nobody Knows,max@yahoo.com,Driver,AU',
  ];
  let path: string;
  beforeEach(async () => {
    path = join(database.home, 'contacts.csv');
    writeFileSync(path, rows.map((row) => `${row}\n`).join(''));
    await database.importRecords('register', [
      withDomain,
      company('b', { name: 'Brolga Freight Pty Ltd', country: 'AU' }),
    ]);
    await database.importRecords('crm', [company('m', { name: 'Marrow and Pike Limited', country: 'AU' })]);
  });

  const ways = ['  1  by email domain', '  1  by account name', '  1  by score', '  1  not linked'].join('\n');

  test('--dry-run shows how each row would be linked, and writes nothing', async () => {
    const { out } = await runCommand(database, 'import', 'people', path, '--source', 'crm', '--dry-run');
    expect(out.match(/^ {4}company: .*/gm)?.map((line) => line.replace(/\(c[0-9a-z]+\)/, '(…)'))).toEqual([
      '    company: Kestrel Vane Pty Ltd (…), by email domain',
      '    company: Marrow and Pike Limited (…), by account name',
      '    company: Brolga Freight Pty Ltd (…), by score',
      '    company: not linked',
    ]);
    expect(out).toContain(`Rows that do not identify their company, by how it was found:\n${ways}`);
    expect(out).not.toMatch(/avery|robin@|gmail/);
    expect(await database.rows('SELECT 1 FROM person_record UNION SELECT 1 FROM name_index')).toEqual([]);
  });

  test('counts the ways in the result and in `runs show`, and finds what the dry run found', async () => {
    const dry = ['import', 'people', path, '--source', 'crm', '--dry-run', '--json'];
    const before = JSON.parse((await runCommand(database, ...dry)).out);
    const { notes } = await runCommand(database, 'import', 'people', path, '--source', 'crm');
    expect(notes).toContain(
      'People whose rows do not identify their company: 1 by email domain, 1 by account name, 1 by score, 1 not linked.',
    );
    const [run] = await database.rows<{ id: number }>('SELECT max(id) AS id FROM run');
    const { out } = await runCommand(database, 'runs', 'show', String(run?.id));
    expect(out).toContain(`Company of people without a company key\n${ways}`);
    const after = JSON.parse((await runCommand(database, ...dry)).out);
    expect(after.links).toEqual(before.links);
    expect(after.links.rows).toEqual({ domain: 1, name: 1, score: 1, none: 1 });
  });
});
