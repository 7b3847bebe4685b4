import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCanonical } from '../../test/support/canonical.ts';
import { runCommand } from '../../test/support/command-line.ts';
import { worldTables } from '../../test/support/database.ts';
import { type LedgerWorld, openLedgerWorld } from '../../test/support/ledger-world.ts';
import { company, person, removed } from '../../test/support/records.ts';
import { listLastAudit } from '../access/audit.ts';
import { actorOf } from '../commands/acting.ts';
import { explainError } from '../commands/explain-error.ts';
import { abnOf, cikOf, jcnOf, leiOf, nzbnOf } from '../demo/numbers.ts';
import { joinCompanies, settle, splitCompany } from '../ingest/decide.ts';
import { tryLockMatching } from '../ledger/locks.ts';
import type { Match } from '../ledger/matches.ts';
import type { Client } from '../ledger/pool.ts';
import { silent } from '../progress.ts';
import { runMatches } from './run.ts';
import { chooseSources } from './sources.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedgerWorld();
  // A register is known to hold all once a whole file of it was taken in.
  for (const source of ['au-abr', 'nz-nzbn', 'sg-acra'])
    await world.importRecords(source, [company('first')], { class: 'register', whole: true });
});
afterAll(() => world.close());
beforeEach(() =>
  world.pool.query(
    [...worldTables, 'decided_record', 'decision', 'match', 'refused_record']
      .map((table) => `DELETE FROM ${table}`)
      .join(';'),
  ),
);

const nsw = { country: 'AU', states: ['AU-NSW'] };
type Record = ReturnType<typeof company>;
const registerOf = (source: string, ...records: Record[]) =>
  world.importRecords(source, records, { class: 'register' });
const register = (...records: Record[]) => registerOf('au-abr', ...records);
const web = (source: string, ...records: Record[]) => world.importRecords(source, records, { class: 'web' });
const own = (...records: Record[]) => world.importRecords('crm', records);
const numbered = (nth: number, name: string, facts: Partial<Record> = {}) =>
  company(String(nth), { ...nsw, name, identifiers: { abn: abnOf(nth) }, ...facts });
const free = (key: string, name: string, facts: Partial<Record> = {}) => company(key, { ...nsw, name, ...facts });

const kestrel = numbered(1, 'KESTREL VANE PTY LTD');
const page = free('page', 'Kestrel Vane', { identifiers: { network: 'kestrel-vane' } });

const command = (...args: string[]) => runCommand(world, 'match', ...args);
const refused = (...args: string[]) => command(...args).then(() => 'it did not fail', explainError);
const run = async (...args: string[]) => JSON.parse((await command('run', '--json', ...args)).out);
const list = async (...args: string[]): Promise<(Match & { reasons: { obstacles: string[] } })[]> =>
  JSON.parse((await command('list', '--json', ...args)).out);
const companies = async () => (await readCanonical(world.pool)).companies.map(({ records }) => records).sort();
const together = ['au-abr/1 pages/page'];
const apart = ['au-abr/1', 'pages/page'];
const idOf = async (key: string) =>
  (await world.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
    ?.company_id ?? 'none';

/** All that a run may change: what it leaves is compared row by row. */
const everything = () =>
  Promise.all(
    [...worldTables, 'match', 'refused_record'].map((table) =>
      world.rows(`SELECT t::text AS row FROM ${table} t ORDER BY 1`),
    ),
  );

describe('orgdex match run', () => {
  test('links a record without a number to the one company of its name and place', async () => {
    await register(kestrel);
    await web('pages', page, person('p', 'page') as never);
    expect(await companies()).toEqual(apart);
    expect(await run()).toMatchObject({ companies: 1, free: 1, linked: 1, drawn: 1, withdrawn: 0, candidates: 0 });
    expect(await companies()).toEqual(together);
    expect((await readCanonical(world.pool)).employments).toMatchObject([{ company: together[0] }]);
  });

  test('run again, it changes nothing', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await web('pages', page, free('moss', 'Moss'));
    await run();
    const before = await everything();
    expect(await run()).toMatchObject({ linked: 1, drawn: 0, withdrawn: 0, candidates: 1 });
    expect(await everything()).toEqual(before);
  });

  test('says what it did, and what to do next', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await web('pages', page, free('moss', 'Moss'));
    expect((await command('run')).notes.replace(/[0-9.]+ s/, '… s')).toBe(
      [
        'Compared 2 without a register number with 2 that have one, in … s.',
        'Sources that may link: pages.',
        '1 link: 1 new; 0 taken back.',
        '1 candidate waits for a decision: `orgdex match list`.',
        'Published by the next `orgdex publish`, or by a running `orgdex serve`.',
      ].join('\n'),
    );
  });

  test('what it changes is published', async () => {
    await register(kestrel);
    await web('pages', page);
    await world.publish();
    await run();
    expect(await world.dirty()).toBeGreaterThan(0);
    await world.publish();
    expect(await world.dirty()).toBe(0);
  });

  test('the link is a statement with its reason', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    const [match] = await list('--state', 'linked');
    const { out } = await runCommand(world, 'company', 'explain', `abn:${abnOf(1)}`);
    expect(out).toContain(`founding record; linked by name and place, match ${match?.id}`);
    expect(out).toContain(`  match ${match?.id}  pages:page to au-abr:1`);
    expect(out).toContain('score 0.90: same name +0.5, same region +0.3, no namesake +0.1');
    expect(await world.rows(`SELECT * FROM identifier WHERE identifier LIKE 'match%'`)).toEqual([]);
  });

  test('what has no effect any more is not told as a link', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await web('pages', { ...page, identifiers: { ...page.identifiers, abn: abnOf(2) } });
    const { out } = await runCommand(world, 'company', 'explain', `abn:${abnOf(1)}`);
    expect(out).not.toContain('Linked by name and place');
  });

  test('a link holds while its records change, and goes with them', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await web('pages', { ...page, tagline: 'changed' });
    await register({ ...kestrel, tagline: 'changed' });
    expect(await companies()).toEqual(together);
    await register(removed('company', '1') as Record);
    await run();
    expect(await companies()).toEqual(apart);
    await register(kestrel);
    await run();
    expect(await companies()).toEqual(together);
  });

  test('a namesake that comes later breaks a link, and its end mends it', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await register(numbered(2, 'Kestrel Vane Limited', { states: [] }));
    expect(await run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 2 });
    expect(await companies()).toEqual(['au-abr/1', 'au-abr/2', 'pages/page']);
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['namesakes'], ['region', 'namesakes']]);
    await register(removed('company', '2') as Record);
    expect(await run()).toMatchObject({ linked: 1, drawn: 1, candidates: 0 });
    expect(await companies()).toEqual([...together, 'au-abr/2']);
  });

  test('a former name stands in the way and never links', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { former_names: ['Kestrel Vane Pty Ltd'] }));
    await web('pages', page);
    await run();
    expect(await companies()).toEqual(['au-abr/1', 'au-abr/2', 'pages/page']);
    await register(removed('company', '1') as Record);
    await run();
    expect((await list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.65, ['name']]]);
  });

  test('a name that is spelt alike is proposed in the same region, and never linked', async () => {
    await register(kestrel, numbered(2, 'Kestrel Vanes', { states: ['AU-VIC'] }));
    await web('pages', free('other', 'Castrel Vane'), free('slip', 'Kestrell Vane'));
    await run();
    expect((await list()).map(({ free, company, reasons }) => [free.key, company.key, reasons.obstacles])).toEqual([
      ['slip', '1', ['name']],
    ]);
  });

  test('a name that everybody bears links nobody and proposes nobody', async () => {
    await register(...Array.from({ length: 21 }, (_, nth) => numbered(nth + 1, 'Plumbing Services', { states: [] })));
    await web('pages', free('page', 'Plumbing Services'));
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('who bears such a name beside another takes no part', async () => {
    const common = Array.from({ length: 21 }, (_, nth) => numbered(nth + 2, 'Plumbing Services', { states: [] }));
    await register(kestrel, ...common);
    await web('pages', { ...page, trading_names: ['Plumbing Services'] });
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
    await web('pages', page);
    expect(await run()).toMatchObject({ linked: 1 });
  });

  test('who bears such a name stands in the way of others of its source', async () => {
    const common = Array.from({ length: 21 }, (_, nth) => numbered(nth + 2, 'Plumbing Services', { states: [] }));
    await register(kestrel, ...common);
    await web('pages', page, free('other', 'Kestrel Vane', { trading_names: ['Plumbing Services'] }));
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await list()).map(({ free, reasons }) => [free.key, reasons.obstacles])).toEqual([['page', ['rival']]]);
  });

  test('a pair keeps its number when other records come to stand for it', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await web('pages', page, free('moss', 'Moss', { identifiers: { network: 'moss' } }));
    await run();
    const numbers = async () => [...(await list('--state', 'linked')), ...(await list())].map(({ id }) => id);
    const before = await numbers();
    await world.importRecords(
      'a-register',
      [1, 2].map((nth) => company(`first-${nth}`, { identifiers: { abn: abnOf(nth) } })),
      { class: 'register' },
    );
    await web('a-web', { ...page, key: 'first' }, free('moss', 'Moss', { identifiers: { network: 'moss' } }));
    expect(await run()).toMatchObject({ drawn: 0, withdrawn: 0 });
    expect(await numbers()).toEqual(before);
  });

  test('no more than five companies are proposed for one record', async () => {
    const founded = { year_founded: 2000 };
    await register(...Array.from({ length: 6 }, (_, nth) => numbered(nth + 1, 'Kestrel Vane', founded)));
    await web('pages', { ...page, ...founded });
    await run();
    const found = await list();
    expect(found.map(({ score }) => score)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(new Set(found.map(({ company }) => company.key))).toEqual(new Set(['1', '2', '3', '4', '5']));
  });

  test('of equals the first by name is proposed, whichever was imported first', async () => {
    const founded = { year_founded: 2000 };
    for (const nth of [6, 5, 4, 3, 2, 1])
      await registerOf(`r${nth}`, { ...numbered(nth, 'Kestrel Vane', founded), key: 'same' });
    await web('pages', { ...page, ...founded });
    await run();
    expect(new Set((await list()).map(({ company }) => company.source))).toEqual(
      new Set(['r1', 'r2', 'r3', 'r4', 'r5']),
    );
  });

  test('in a city state the country is the place', async () => {
    await registerOf('sg-acra', numbered(1, 'Kestrel Vane Pte Ltd', { country: 'SG', states: [] }));
    await web('pages', free('page', 'Kestrel Vane', { country: 'SG', states: [] }));
    expect(await run()).toMatchObject({ linked: 1 });
  });

  test('a record that gains a number leaves the link, whatever it said before', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await web('pages', { ...page, identifiers: { ...page.identifiers, abn: abnOf(2) } });
    expect(await companies()).toEqual(apart);
    expect(await run()).toMatchObject({ linked: 0, withdrawn: 1 });
    expect(await companies()).toEqual(apart);
  });

  test('a record that says no country may be of any: it stands in the way, and is proposed', async () => {
    await register(kestrel);
    await web('pages', page);
    const elsewhere = { country: undefined as never, states: undefined as never };
    await web('pages', page, free('nowhere', 'Kestrel Vane', elsewhere));
    await run();
    expect((await list()).map(({ free, reasons }) => [free.key, reasons.obstacles])).toEqual([
      ['page', ['rival']],
      ['nowhere', ['region', 'rival']],
    ]);
    await web('pages', page, removed('company', 'nowhere') as Record);
    await own(numbered(2, 'Kestrel Vane', { ...elsewhere, identifiers: { lei: leiOf(2) } }));
    expect(await run()).toMatchObject({ linked: 0, candidates: 2 });
    await own(numbered(2, 'Kestrel Vane', { ...elsewhere, identifiers: { nzbn: nzbnOf(2) } }));
    expect(await run()).toMatchObject({ linked: 1 });
  });

  test('where a company works is not where it is: several regions block, and do not link', async () => {
    await register(kestrel);
    await registerOf('au-acnc', numbered(1, 'KESTREL VANE PTY LTD', { states: ['AU-NSW', 'AU-VIC'] }));
    await web('pages', { ...page, states: ['AU-VIC'] });
    await run();
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['region']]);
    await register(numbered(2, 'Kestrel Vane Limited', { states: ['AU-VIC'] }));
    await run();
    expect((await list()).map(({ company, reasons }) => [company.key, reasons.obstacles])).toEqual([
      ['2', ['namesakes']],
      ['1', ['region', 'namesakes']],
    ]);
  });

  test('forms that exclude each other keep names apart, and are proposed', async () => {
    await registerOf('sg-acra', numbered(1, 'Tan & Lim LLP', { country: 'SG', states: [] }));
    await web('pages', free('page', 'Tan & Lim Pte Ltd', { country: 'SG', states: [] }));
    await run();
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['form']]);
    await web('pages', free('page', 'Tan and Lim', { country: 'SG', states: [] }));
    expect(await run()).toMatchObject({ linked: 1 });
  });

  test('an import that comes in between cannot bring a refused pair back', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await command('refuse', String((await list('--state', 'linked'))[0]?.id));
    const other = free('other', 'Kestrel Vane');
    await web('listings', other);
    // The third connection reads the pairs: by then the refusals are staged.
    const { pool } = world;
    let connections = 0;
    const late = Object.create(pool, {
      connect: {
        value: async () => {
          connections += 1;
          if (connections === 3) await web('listings', { ...other, identifiers: page.identifiers as never });
          return pool.connect();
        },
      },
    });
    const deps = { pool: late, progress: silent, settle: (client: Client) => settle(client, world.secret) };
    const sources = await chooseSources(pool, undefined);
    expect(await runMatches(deps, { sources })).toMatchObject({ linked: 0, drawn: 0 });
    expect(await companies()).toEqual(['au-abr/1', 'listings/other pages/page']);
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('cut off anywhere, it ends as if it had not been', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd'), numbered(3, 'Fern Ltd'));
    await web('pages', page, free('moss', 'Moss'), free('fern', 'Fern'));
    const sources = await chooseSources(world.pool, undefined);
    let left = 2;
    const dying = async (client: Client) => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      await settle(client, world.secret);
    };
    const deps = { pool: world.pool, progress: silent, settle: dying };
    await expect(runMatches(deps, { sources, batchSize: 1 })).rejects.toThrow('killed');
    expect((await list('--state', 'linked')).length).toBe(1);
    expect(await run()).toMatchObject({ linked: 3, drawn: 2, candidates: 0 });
    expect(await companies()).toEqual(['au-abr/1 pages/page', 'au-abr/2 pages/moss', 'au-abr/3 pages/fern']);
  });
});

describe('a register that does not hold every company', () => {
  const acme = company('1', { country: 'US', states: ['US-CA'], name: 'Kestrel Vane', identifiers: { cik: cikOf(1) } });
  const site = free('page', 'Kestrel Vane', { country: 'US', states: ['US-CA'] });

  test('proposes and does not link: nobody knows who else bears the name', async () => {
    await registerOf('us-sec', acme);
    await web('pages', site);
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.9, ['partial']]]);
    expect((await command('list')).out).toContain('not linked: no register of all companies of the country lists it');
  });

  test('nor does one that holds companies alone: a society may bear the name', async () => {
    const nelson = { country: 'NZ', states: ['NZ-NSN'], name: 'Nelson Yacht Club' };
    await registerOf('nz-nzbn', company('1', { ...nelson, identifiers: { nzbn: nzbnOf(1) } }));
    await web('pages', company('page', nelson));
    await run();
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
  });

  test('nor does one of which only changes were loaded, until its whole file has been', async () => {
    const tokyo = { country: 'JP', states: ['JP-13'] };
    const hawk = company('1', { ...tokyo, name: '株式会社隼精機', identifiers: { jcn: jcnOf(1) } });
    await registerOf('jp-nta', hawk);
    await web('pages', free('page', '隼精機', tokyo));
    await run();
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    await world.importRecords('jp-nta', [hawk], { class: 'register', whole: true });
    expect(await run()).toMatchObject({ linked: 1, candidates: 0 });
  });

  test('links once one that holds them all lists the company too, and only there', async () => {
    const lei = { lei: leiOf(1) };
    await world.importRecords('gleif', [numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei })], { class: 'gleif' });
    await web('pages', page);
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    await registerOf('sg-acra', numbered(2, 'Kestrel Vane', { identifiers: lei }));
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    await register(numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei }));
    expect(await run()).toMatchObject({ linked: 1, candidates: 0 });
  });
});

describe('ids', () => {
  const redirects = () => world.rows('SELECT id, redirect_to FROM company WHERE redirect_to IS NOT NULL');
  const both = async () => [await idOf('page'), await idOf('1')];
  const linkedId = async () => String((await list('--state', 'linked'))[0]?.id);

  test.each(['page', 'company'])(
    'each side has its own again when a link is taken back, whichever is older: the %s',
    async (older) => {
      if (older === 'page') await web('pages', page, person('p', 'page') as never);
      await register(kestrel);
      if (older !== 'page') await web('pages', page, person('p', 'page') as never);
      const before = await both();
      const [survivor] = older === 'page' ? before : before.toReversed();
      await run();
      expect(await both()).toEqual([survivor, survivor]);
      await command('refuse', await linkedId());
      expect(await both()).toEqual(before);
      expect(await redirects()).toEqual([]);
      expect((await readCanonical(world.pool)).employments).toMatchObject([{ company: 'pages/page' }]);
    },
  );

  test('of three that matches held together, those that are left go under the oldest of theirs', async () => {
    await web('pages', page);
    await web('listings', free('row', 'Kestrel Vane'));
    await register(kestrel);
    const [ofPage, ofCompany] = await both();
    const ofRow = await idOf('row');
    await run();
    expect([await both(), await idOf('row')]).toEqual([[ofPage, ofPage], ofPage]);
    const match = (await list('--state', 'linked')).find(({ free }) => free.key === 'page');
    await command('refuse', String(match?.id));
    expect([await both(), await idOf('row')]).toEqual([[ofPage, ofRow], ofRow]);
    expect(await redirects()).toEqual([{ id: ofCompany, redirect_to: ofRow }]);
  });

  test('what was merged into one of them goes with it', async () => {
    await web('pages', page);
    await registerOf('au-abr', kestrel);
    await registerOf('nz-nzbn', company('nz', { ...nsw, identifiers: { nzbn: nzbnOf(1) } }));
    const [ofCompany, ofTwin] = [await idOf('1'), await idOf('nz')];
    await registerOf('gleif', company('bridge', { identifiers: { abn: abnOf(1), nzbn: nzbnOf(1) } }));
    await run();
    await command('refuse', await linkedId());
    expect(await idOf('1')).toBe(ofCompany);
    expect(await redirects()).toEqual([{ id: ofTwin, redirect_to: ofCompany }]);
  });

  test('a company that its register removes keeps its id, and the page goes under its own', async () => {
    await register(kestrel);
    await web('pages', page);
    const before = await both();
    await run();
    await register(removed('company', '1') as Record);
    expect(await both()).toEqual(before);
    await run();
    expect(await both()).toEqual(before);
    await register(kestrel);
    await run();
    expect(await both()).toEqual([before[1], before[1]]);
  });

  test('what was published of them is right again', async () => {
    // Keys of their own: their ids must be new to the engine.
    await web('pages', { ...page, key: 'told' }, person('p-told', 'told') as never);
    await register({ ...kestrel, key: '11' });
    const id = await idOf('11');
    const { company: index } = await world.publish().then(() => world.indices());
    const told = async () => (await world.engine.get({ index, id })).body._source;
    await run();
    await world.publish();
    expect(await told()).toHaveProperty('redirect', await idOf('told'));
    await command('refuse', await linkedId());
    await world.publish();
    expect(await told()).not.toHaveProperty('redirect');
    expect(await world.dirty()).toBe(0);
  });
});

describe('sources', () => {
  test('an own file is proposed and not linked, unless it is named', async () => {
    await register(kestrel);
    await own(free('row', 'Kestrel Vane'));
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.9, ['source']]]);
    expect(await run('--source', 'crm')).toMatchObject({ sources: ['crm'], linked: 1, candidates: 0 });
    expect(await companies()).toEqual(['au-abr/1 crm/row']);
  });

  test('a source that is not named any more has its links taken back', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd'));
    await web('pages', page);
    await web('listings', free('moss', 'Moss'));
    expect(await run()).toMatchObject({ linked: 2 });
    expect(await run('--source', 'pages')).toMatchObject({
      sources: ['pages'],
      linked: 1,
      withdrawn: 1,
      candidates: 1,
    });
    expect(await companies()).toEqual([...together, 'au-abr/2', 'listings/moss']);
  });

  test('one that the ledger does not know is refused with those that it knows', async () => {
    await register(kestrel);
    expect(await refused('run', '--source', 'pagse')).toMatch(
      /^Nothing was imported from pagse\. Sources of the ledger: .*au-abr, .*pages, .*\.$/,
    );
  });

  test('two of them may link to one company, if they do not contradict each other', async () => {
    const fern = free('fern', 'Kestrel Vane', { identifiers: { fqdn: 'kestrelvane.com.au' } });
    await register(kestrel);
    await web('pages', page);
    await web('listings', fern);
    expect(await run()).toMatchObject({ linked: 2 });
    expect(await companies()).toEqual(['au-abr/1 listings/fern pages/page']);
    await web('listings', { ...fern, identifiers: { network: 'kestrel-vane-pty' } });
    expect(await run()).toMatchObject({ linked: 0, withdrawn: 2, candidates: 2 });
  });
});

describe('orgdex match list', () => {
  test('shows the most certain first, with what speaks for it and against it', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }), free('moss', 'Moss'));
    await run();
    const [first, second] = await list();
    const { out, notes } = await command('list');
    expect(out.split('\n')).toEqual(
      [
        `${first?.id}  0.70  pages:moss "Moss", ${first?.free.company}`,
        `   is it  au-abr:2 "Moss Ltd", ${first?.company.company}?`,
        '   same name +0.5, region unknown +0.1, no namesake +0.1',
        '   not linked: the region is not known to be the same',
        '',
        `${second?.id}  0.60  pages:far "Kestrel Vane", ${second?.free.company}`,
        `   is it  au-abr:1 "KESTREL VANE PTY LTD", ${second?.company.company}?`,
        '   same name +0.5, another region +0, no namesake +0.1',
        '   not linked: the region is not known to be the same',
      ].map((line) => line.replace(/^ +/, (blanks) => ' '.repeat(blanks.length - 3 + `${first?.id}`.length + 2))),
    );
    expect(notes).toBe(
      '\n2 of 2. All that is known of either: `orgdex company explain <company>`. Join them with `orgdex match accept <id>`, keep them apart with `orgdex match refuse <id>`.',
    );
  });

  test('by source, by score, so many, and by state', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }));
    await web('listings', free('moss', 'Moss'));
    await run();
    expect((await list('--source', 'pages')).map(({ free }) => free.key)).toEqual(['far']);
    expect((await list('--min-score', '0.7')).map(({ free }) => free.key)).toEqual(['moss']);
    expect(await list('--limit', '1')).toHaveLength(1);
    expect(await list('--state', 'linked')).toEqual([]);
    expect((await command('list', '--source', 'pages')).notes).toMatch(/^\n1 of 1\./);
    expect((await command('list', '--min-score', '0.7')).notes).toMatch(/^\n1 of 1\./);
    expect((await command('list', '--limit', '1')).notes).toMatch(/^\n1 of 2\./);
    expect((await command('list', '--state', 'linked')).notes).toBe('No match is linked, or none that fits.');
  });
});

describe('orgdex match accept', () => {
  async function propose(): Promise<string> {
    await register({ ...kestrel, states: [] });
    await web('pages', page);
    await run();
    return String((await list())[0]?.id);
  }

  test('joins both for good, and is written down', async () => {
    const id = await propose();
    const { notes } = await command('accept', id);
    expect(notes).toContain(`They are one company now: ${await idOf('1')}.`);
    expect(await companies()).toEqual(together);
    await register({ ...kestrel, name: 'Another Name', states: [] });
    await web('pages', { ...page, name: 'Nothing Alike' });
    expect(await run()).toMatchObject({ linked: 0, withdrawn: 0, candidates: 0 });
    expect(await companies()).toEqual(together);
    const [entry] = await listLastAudit(world, 1);
    expect(entry).toMatchObject({
      ...{ actor: actorOf(), action: 'match.accept', subject: `match:${id}` },
      detail: { record: 'pages:page', company: 'au-abr:1' },
    });
    expect((await list('--state', 'accepted')).map((match) => String(match.id))).toEqual([id]);
  });

  test('makes a link one by hand, which no namesake breaks', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await command('accept', String((await list('--state', 'linked'))[0]?.id));
    await register(numbered(2, 'Kestrel Vane Limited'));
    await run();
    expect(await companies()).toEqual([...together, 'au-abr/2']);
  });

  test('leaves what other matches brought to those matches', async () => {
    await register(kestrel);
    await web('pages', page);
    await web('listings', free('row', 'Kestrel Vane', { states: [] }));
    await run();
    expect(await companies()).toEqual([...together, 'listings/row']);
    await command('accept', String((await list())[0]?.id));
    expect(await companies()).toEqual(['au-abr/1 listings/row pages/page']);
    expect(await world.rows(`SELECT key FROM decided_record ORDER BY key`)).toEqual([{ key: '1' }, { key: 'row' }]);
  });

  test('what cannot be accepted is refused with the reason', async () => {
    const id = await propose();
    expect(await refused('accept', '999999')).toBe(
      'There is no match 999999: `orgdex match list` shows those that wait.',
    );
    await web('pages', removed('company', 'page') as Record);
    expect(await refused('accept', id)).toContain('has lost a record');
    await web('pages', { ...page, identifiers: { abn: abnOf(1) } });
    expect(await refused('accept', id)).toContain('identifiers make them one company by now');
    await web('pages', page);
    await command('accept', id);
    expect(await refused('accept', id)).toBe(`Match ${id} is accepted already.`);
    expect(await refused('refuse', id)).toBe(
      `Match ${id} is accepted: \`orgdex company split\` parts what was joined by hand.`,
    );
  });

  test('what came to hold another number cannot be joined, and it is said why', async () => {
    const id = await propose();
    await web('pages', { ...page, identifiers: { abn: abnOf(2) } });
    expect(await refused('accept', id)).toMatch(/^They hold different numbers of one register, or were parted by hand/);
  });

  test('during a run it is refused, and so is a second run', async () => {
    const id = await propose();
    const running = await world.pool.connect();
    try {
      await tryLockMatching(running);
      expect(await refused('accept', id)).toBe('A match run is under way. Try again when it is done.');
      expect(await refused('run')).toBe('Another match run is under way. Wait for it, or stop it.');
    } finally {
      running.release(true);
    }
  });
});

describe('orgdex match refuse', () => {
  const linkedId = async () => String((await list('--state', 'linked'))[0]?.id);

  test('takes a link back, and no run draws it again', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    const id = await linkedId();
    expect((await command('refuse', id)).notes).toMatch(
      /^The link is taken back, and will not be drawn again\. Published/,
    );
    expect(await companies()).toEqual(apart);
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
    expect((await listLastAudit(world, 1))[0]).toMatchObject({ action: 'match.refuse', subject: `match:${id}` });
    expect(await refused('refuse', id)).toBe(`Match ${id} is refused already.`);
  });

  test('a candidate is not proposed again', async () => {
    await register({ ...kestrel, states: [] });
    await web('pages', page);
    await run();
    expect((await command('refuse', String((await list())[0]?.id))).notes).toBe('They will not be proposed again.');
    expect(await run()).toMatchObject({ candidates: 0 });
  });

  test('is remembered when the records are imported again, and when others stand for both', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await command('refuse', await linkedId());
    await register({ ...kestrel, tagline: 'changed' });
    await web('pages', { ...page, tagline: 'changed' });
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
    await world.importRecords('a-register', [{ ...kestrel, key: 'first' }], { class: 'register' });
    await web('a-web', { ...page, key: 'first' });
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
    await register(removed('company', '1') as Record);
    await web('pages', removed('company', 'page') as Record);
    expect(await run()).toMatchObject({ linked: 0, candidates: 0 });
    expect(await companies()).toEqual(['a-register/first', 'a-web/first']);
  });

  test('can be thought better of', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    const id = await linkedId();
    await command('refuse', id);
    await command('accept', id);
    expect(await companies()).toEqual(together);
    expect(await world.rows('SELECT * FROM refused_record')).toEqual([]);
  });
});

describe('by hand', () => {
  test('a split parts what a match brought, and no run brings it back', async () => {
    await register(kestrel);
    await web('pages', page);
    await run();
    await splitCompany(world.deps, await idOf('1'), [{ source: 'pages', key: 'page' }]);
    expect(await companies()).toEqual(apart);
    expect(await run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 0 });
    expect(await companies()).toEqual(apart);
  });

  test('a join leaves what a match brought to that match, though its source has removed it', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await web('pages', page);
    await web('a-web', { ...page, key: 'twin' });
    await run();
    await web('pages', removed('company', 'page') as Record);
    await joinCompanies(world.deps, await idOf('1'), await idOf('2'));
    expect(await world.rows('SELECT key FROM decided_record ORDER BY key')).toEqual([{ key: '1' }, { key: '2' }]);
  });

  test('a join leaves what a match brought to that match', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await web('pages', page);
    await run();
    await joinCompanies(world.deps, await idOf('1'), await idOf('2'));
    expect(await companies()).toEqual(['au-abr/1 au-abr/2 pages/page']);
    await web('pages', { ...page, name: 'Nothing Alike' });
    await run();
    expect(await companies()).toEqual(['au-abr/1 au-abr/2', 'pages/page']);
  });
});
