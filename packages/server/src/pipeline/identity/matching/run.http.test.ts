import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apart,
  free,
  kestrel,
  type MatchDatabase,
  numbered,
  openMatchDatabase,
  page,
  together,
} from '../../../../../testing/src/data/match-database.ts';
import { company, person, removed } from '../../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../../testing/src/processes/command-line.ts';
import { readCanonical } from '../../../../../testing/src/stores/canonical.ts';
import { silent } from '../../../core/output/progress.ts';
import { completeRegisters } from '../../../knowledge/sources/index.ts';
import { abnOf, leiOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';
import type { Client } from '../../../stores/postgres/pool.ts';
import { settle } from '../apply-links.ts';
import { chooseSources } from './linking-sources.ts';
import { runMatches } from './run.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

describe('orgdex match run', () => {
  test('links an unregistered record to the only company with its name and location', async () => {
    await database.register(kestrel);
    await database.web('pages', page, person('p', 'page'));
    expect(await database.companies()).toEqual(apart);
    expect(await database.run()).toMatchObject({
      companies: 1,
      free: 1,
      linked: 1,
      drawn: 1,
      withdrawn: 0,
      candidates: 0,
    });
    expect(await database.companies()).toEqual(together);
    expect((await readCanonical(database.pool)).employments).toMatchObject([{ company: together[0] }]);
  });

  test('a second run changes nothing', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await database.web('pages', page, free('moss', 'Moss'));
    await database.run();
    const before = await database.everything();
    expect(await database.run()).toMatchObject({ linked: 1, drawn: 0, withdrawn: 0, candidates: 1 });
    expect(await database.everything()).toEqual(before);
  });

  test('prints what it did, and what to do next', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await database.web('pages', page, free('moss', 'Moss'));
    expect((await database.command('run')).notes.replace(/[0-9.]+ s/, '… s')).toBe(
      [
        'Compared everything: first run.',
        'Compared 2 companies without a register number with 2 companies that have one, in … s.',
        'Sources that may create links: pages.',
        '1 link: 1 new, 0 removed.',
        '1 match to review: run `orgdex match list`.',
        'The next `orgdex publish`, or a running `orgdex serve`, publishes the change.',
      ].join('\n'),
    );
  });

  test('changes are published', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.publish();
    await database.run();
    expect(await database.pending()).toBeGreaterThan(0);
    await database.publish();
    expect(await database.pending()).toBe(0);
  });

  test('the link has its reasons', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    const [match] = await database.list('--state', 'linked');
    const { out } = await runCommand(database, 'company', 'explain', `abn:${abnOf(1)}`);
    expect(out).toContain(`founding record; matched by name and location, match ${match?.id}`);
    expect(out).toContain(`  match ${match?.id}  pages:page to au-abr:1`);
    expect(out).toMatch(/score 0\.\d\d: same name \+\d\.\d, same region \+\d\.\d, unique name\n/);
    expect(await database.rows(`SELECT * FROM identifier WHERE identifier LIKE 'match%'`)).toEqual([]);
  });

  test('a match without effect is not shown as a link', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.web('pages', { ...page, identifiers: { ...page.identifiers, abn: abnOf(2) } });
    const { out } = await runCommand(database, 'company', 'explain', `abn:${abnOf(1)}`);
    expect(out).not.toContain('Matched by name and location');
  });

  test('a link holds while its records change, and ends when they are removed', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.web('pages', { ...page, tagline: 'changed' });
    await database.register({ ...kestrel, tagline: 'changed' });
    expect(await database.companies()).toEqual(together);
    await database.register(removed('company', '1'));
    await database.run();
    expect(await database.companies()).toEqual(apart);
    await database.register(kestrel);
    await database.run();
    expect(await database.companies()).toEqual(together);
  });

  test('a new namesake withdraws a link, and its removal restores it', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.register(numbered(2, 'Kestrel Vane Limited', { states: [] }));
    expect(await database.run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 2 });
    expect(await database.companies()).toEqual(['au-abr/1', 'au-abr/2', 'pages/page']);
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([
      ['namesakes'],
      ['region', 'namesakes'],
    ]);
    await database.register(removed('company', '2'));
    expect(await database.run()).toMatchObject({ linked: 1, drawn: 1, candidates: 0 });
    expect(await database.companies()).toEqual([...together, 'au-abr/2']);
  });

  test('a former name blocks, and never links', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { former_names: ['Kestrel Vane Pty Ltd'] }));
    await database.web('pages', page);
    await database.run();
    expect(await database.companies()).toEqual(['au-abr/1', 'au-abr/2', 'pages/page']);
    await database.register(removed('company', '1'));
    await database.run();
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['name']]);
  });

  test('a similar spelling is proposed in the same region, and never linked', async () => {
    await database.register(kestrel, numbered(2, 'Kestrel Vanes', { states: ['AU-VIC'] }));
    await database.web('pages', free('other', 'Castrel Vane'), free('slip', 'Kestrell Vane'));
    await database.run();
    expect(
      (await database.list()).map(({ free, company, reasons }) => [free.key, company.key, reasons.obstacles]),
    ).toEqual([['slip', '1', ['name']]]);
  });

  test('a common name neither links nor proposes', async () => {
    await database.register(
      ...Array.from({ length: 21 }, (_, nth) => numbered(nth + 1, 'Plumbing Services', { states: [] })),
    );
    await database.web('pages', free('page', 'Plumbing Services'));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('records without a country do not make a name common, but still block others of their source', async () => {
    const nowhere = Array.from({ length: 21 }, (_, nth) => company(`n${nth}`, { name: 'Kestrel Vane' }));
    await database.register(kestrel);
    await database.web('pages', page);
    await database.own(...nowhere);
    expect(await database.run()).toMatchObject({ linked: 1, candidates: 21 });
    await database.web('pages', ...nowhere);
    expect(await database.run()).toMatchObject({ linked: 0 });
    expect((await database.list('--source', 'pages'))[0]?.reasons.obstacles).toEqual(['rival']);
  });

  test('a record that also has a common name is neither linked nor proposed', async () => {
    const common = Array.from({ length: 21 }, (_, nth) => numbered(nth + 2, 'Plumbing Services', { states: [] }));
    await database.register(kestrel, ...common);
    await database.web('pages', { ...page, trading_names: ['Plumbing Services'] });
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
    await database.web('pages', page);
    expect(await database.run()).toMatchObject({ linked: 1 });
  });

  test('a record that also has a common name blocks others of its source', async () => {
    const common = Array.from({ length: 21 }, (_, nth) => numbered(nth + 2, 'Plumbing Services', { states: [] }));
    await database.register(kestrel, ...common);
    await database.web('pages', page, free('other', 'Kestrel Vane', { trading_names: ['Plumbing Services'] }));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await database.list()).map(({ free, reasons }) => [free.key, reasons.obstacles])).toEqual([
      ['page', ['rival']],
    ]);
  });

  test('a pair keeps its match id when other records represent it', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await database.web('pages', page, free('moss', 'Moss', { identifiers: { network: 'moss' } }));
    await database.run();
    const numbers = async () =>
      [...(await database.list('--state', 'linked')), ...(await database.list())].map(({ id }) => id);
    const before = await numbers();
    await database.importRecords(
      'a-register',
      [1, 2].map((nth) => company(`first-${nth}`, { identifiers: { abn: abnOf(nth) } })),
      { class: 'register' },
    );
    await database.web('a-web', { ...page, key: 'first' }, free('moss', 'Moss', { identifiers: { network: 'moss' } }));
    expect(await database.run()).toMatchObject({ drawn: 0, withdrawn: 0 });
    expect(await numbers()).toEqual(before);
  });

  test('at most five companies are proposed for one record', async () => {
    const founded = { year_founded: 2000 };
    await database.register(...Array.from({ length: 6 }, (_, nth) => numbered(nth + 1, 'Kestrel Vane', founded)));
    await database.web('pages', { ...page, ...founded });
    await database.run();
    const found = await database.list();
    // Six fit equally well.
    expect(found.map(({ score }) => score)).toEqual(Array(5).fill(expect.closeTo(1 / 6, 2)));
    expect(new Set(found.map(({ company }) => company.key))).toEqual(new Set(['1', '2', '3', '4', '5']));
  });

  test('with equal scores, the first by key and source is proposed, whatever the order of import', async () => {
    const founded = { year_founded: 2000 };
    for (const nth of [6, 5, 4, 3, 2, 1])
      await database.registerOf(`r${nth}`, { ...numbered(nth, 'Kestrel Vane', founded), key: 'same' });
    await database.web('pages', { ...page, ...founded });
    await database.run();
    expect(new Set((await database.list()).map(({ company }) => company.source))).toEqual(
      new Set(['r1', 'r2', 'r3', 'r4', 'r5']),
    );
  });

  test('in a city state, the country is the location', async () => {
    await database.registerOf('sg-acra', numbered(1, 'Kestrel Vane Pte Ltd', { country: 'SG', states: [] }));
    await database.web('pages', free('page', 'Kestrel Vane', { country: 'SG', states: [] }));
    expect(await database.run()).toMatchObject({ linked: 1 });
  });

  test('a record that gets a register number of its own loses its link', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.web('pages', { ...page, identifiers: { ...page.identifiers, abn: abnOf(2) } });
    expect(await database.companies()).toEqual(apart);
    expect(await database.run()).toMatchObject({ linked: 0, withdrawn: 1 });
    expect(await database.companies()).toEqual(apart);
  });

  test('a record without a country may be of any country: it blocks, and is proposed', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    const elsewhere = { country: undefined as never, states: undefined as never };
    await database.web('pages', page, free('nowhere', 'Kestrel Vane', elsewhere));
    await database.run();
    expect((await database.list()).map(({ free, reasons }) => [free.key, reasons.obstacles])).toEqual([
      ['page', ['rival']],
      ['nowhere', ['region', 'rival']],
    ]);
    await database.web('pages', page, removed('company', 'nowhere'));
    await database.own(numbered(2, 'Kestrel Vane', { ...elsewhere, identifiers: { lei: leiOf(2) } }));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 2 });
    await database.own(numbered(2, 'Kestrel Vane', { ...elsewhere, identifiers: { nzbn: nzbnOf(2) } }));
    expect(await database.run()).toMatchObject({ linked: 1 });
  });

  test('several regions are not a location: they block, and do not link', async () => {
    await database.register(kestrel);
    await database.registerOf('au-acnc', numbered(1, 'KESTREL VANE PTY LTD', { states: ['AU-NSW', 'AU-VIC'] }));
    await database.web('pages', { ...page, states: ['AU-VIC'] });
    await database.run();
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['region']]);
    await database.register(numbered(2, 'Kestrel Vane Limited', { states: ['AU-VIC'] }));
    await database.run();
    const proposed = (await database.list()).map(({ company, reasons }) => [company.key, reasons.obstacles] as const);
    expect(new Map(proposed)).toEqual(
      new Map([
        ['1', ['region', 'namesakes']],
        ['2', ['namesakes']],
      ]),
    );
  });

  test('legal forms that exclude each other prevent a link, and are proposed', async () => {
    await database.registerOf('sg-acra', numbered(1, 'Tan & Lim LLP', { country: 'SG', states: [] }));
    await database.web('pages', free('page', 'Tan & Lim Pte Ltd', { country: 'SG', states: [] }));
    await database.run();
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['form']]);
    await database.web('pages', free('page', 'Tan and Lim', { country: 'SG', states: [] }));
    expect(await database.run()).toMatchObject({ linked: 1 });
  });

  test('an import during the run cannot restore a rejected pair', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.command('reject', await database.linkedId());
    const other = free('other', 'Kestrel Vane');
    await database.web('listings', other);
    // The third connection reads the pairs. By then, the rejections are staged.
    const { pool } = database;
    let connections = 0;
    const late = Object.create(pool, {
      connect: {
        value: async () => {
          connections += 1;
          if (connections === 3) await database.web('listings', { ...other, identifiers: page.identifiers as never });
          return pool.connect();
        },
      },
    });
    const deps = { pool: late, progress: silent, settle: (client: Client) => settle(client, database.secret) };
    const sources = await chooseSources(pool, { completeRegisters });
    expect(await runMatches(deps, { sources })).toMatchObject({ linked: 0, drawn: 0 });
    expect(await database.companies()).toEqual(['au-abr/1', 'listings/other pages/page']);
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('an interrupted run has the same final result as an uninterrupted one', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd'), numbered(3, 'Fern Ltd'));
    await database.web('pages', page, free('moss', 'Moss'), free('fern', 'Fern'));
    const sources = await chooseSources(database.pool, { completeRegisters });
    let left = 2;
    const dying = async (client: Client) => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      await settle(client, database.secret);
    };
    const deps = { pool: database.pool, progress: silent, settle: dying };
    await expect(runMatches(deps, { sources, batchSize: 1 })).rejects.toThrow('killed');
    expect((await database.list('--state', 'linked')).length).toBe(1);
    expect(await database.run()).toMatchObject({ linked: 3, drawn: 2, candidates: 0 });
    expect(await database.companies()).toEqual(['au-abr/1 pages/page', 'au-abr/2 pages/moss', 'au-abr/3 pages/fern']);
  });
});
