import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCanonical } from '../../test/support/canonical.ts';
import { runCommand } from '../../test/support/command-line.ts';
import { worldTables } from '../../test/support/database.ts';
import { type LedgerWorld, openLedgerWorld } from '../../test/support/ledger-world.ts';
import { company, person, removed } from '../../test/support/records.ts';
import { listLastAudit } from '../access/audit.ts';
import { actorOf } from '../commands/acting.ts';
import { explainError } from '../commands/explain-error.ts';
import { abnOf, nzbnOf } from '../demo/numbers.ts';
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
const register = (...records: Record[]) => world.importRecords('register', records, { class: 'register' });
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
const together = ['pages/page register/1'];
const apart = ['pages/page', 'register/1'];
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
    expect(out).toContain(`  match ${match?.id}  pages:page to register:1`);
    expect(out).toContain('score 0.90: same name +0.5, same region +0.3, no namesake +0.1');
    expect(await world.rows(`SELECT * FROM identifier WHERE identifier LIKE 'match%'`)).toEqual([]);
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
    expect(await companies()).toEqual(['pages/page', 'register/1', 'register/2']);
    expect((await list()).map(({ reasons }) => reasons.obstacles)).toEqual([['namesakes'], ['region', 'namesakes']]);
    await register(removed('company', '2') as Record);
    expect(await run()).toMatchObject({ linked: 1, drawn: 1, candidates: 0 });
    expect(await companies()).toEqual([...together, 'register/2']);
  });

  test('a former name stands in the way and never links', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { former_names: ['Kestrel Vane Pty Ltd'] }));
    await web('pages', page);
    await run();
    expect(await companies()).toEqual([...apart, 'register/2']);
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

  test('in a city state the country is the place', async () => {
    await register(numbered(1, 'Kestrel Vane Pte Ltd', { country: 'SG', states: [] }));
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
    expect(await companies()).toEqual(['pages/fern register/3', 'pages/moss register/2', 'pages/page register/1']);
  });
});

describe('sources', () => {
  test('an own file is proposed and not linked, unless it is named', async () => {
    await register(kestrel);
    await own(free('row', 'Kestrel Vane'));
    expect(await run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.9, ['source']]]);
    expect(await run('--source', 'crm')).toMatchObject({ sources: ['crm'], linked: 1, candidates: 0 });
    expect(await companies()).toEqual(['crm/row register/1']);
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
    expect(await companies()).toEqual([...together, 'listings/moss', 'register/2'].sort());
  });

  test('one that the ledger does not know is refused with those that it knows', async () => {
    await register(kestrel);
    expect(await refused('run', '--source', 'pagse')).toMatch(
      /^Nothing was imported from pagse\. Sources of the ledger: .*pages, register\.$/,
    );
  });

  test('two of them may link to one company, if they do not contradict each other', async () => {
    const fern = free('fern', 'Kestrel Vane', { identifiers: { fqdn: 'kestrelvane.com.au' } });
    await register(kestrel);
    await web('pages', page);
    await web('listings', fern);
    expect(await run()).toMatchObject({ linked: 2 });
    expect(await companies()).toEqual(['listings/fern pages/page register/1']);
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
        `${first?.id}  0.70  pages:moss "Moss"`,
        `   is it  register:2 "Moss Ltd"?`,
        '   same name +0.5, region unknown +0.1, no namesake +0.1',
        '   not linked: the region is not known to be the same',
        '',
        `${second?.id}  0.60  pages:far "Kestrel Vane"`,
        '   is it  register:1 "KESTREL VANE PTY LTD"?',
        '   same name +0.5, another region +0, no namesake +0.1',
        '   not linked: the region is not known to be the same',
      ].map((line) => line.replace(/^ +/, (blanks) => ' '.repeat(blanks.length - 3 + `${first?.id}`.length + 2))),
    );
    expect(notes).toBe(
      '\n2 of 2. Join them with `orgdex match accept <id>`, keep them apart with `orgdex match refuse <id>`.',
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
      detail: { record: 'pages:page', company: 'register:1' },
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
    expect(await companies()).toEqual([...together, 'register/2']);
  });

  test('leaves what other matches brought to those matches', async () => {
    await register(kestrel);
    await web('pages', page);
    await web('listings', free('row', 'Kestrel Vane', { states: [] }));
    await run();
    expect(await companies()).toEqual(['listings/row', ...together]);
    await command('accept', String((await list())[0]?.id));
    expect(await companies()).toEqual(['listings/row pages/page register/1']);
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

  test('a join leaves what a match brought to that match', async () => {
    await register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await web('pages', page);
    await run();
    await joinCompanies(world.deps, await idOf('1'), await idOf('2'));
    expect(await companies()).toEqual(['pages/page register/1 register/2']);
    await web('pages', { ...page, name: 'Nothing Alike' });
    await run();
    expect(await companies()).toEqual(['pages/page', 'register/1 register/2']);
  });
});
