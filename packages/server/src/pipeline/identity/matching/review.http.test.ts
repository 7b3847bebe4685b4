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
import { removed } from '../../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../../testing/src/processes/command-line.ts';
import { listLastAudit } from '../../../api/access/audit.ts';
import { actorOf } from '../../../cli/context.ts';
import { abnOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';
import { tryLockMatching } from '../../../stores/postgres/locks.ts';
import { joinCompanies, splitCompany } from '../manual-decisions.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

describe('orgdex match accept', () => {
  async function propose(): Promise<string> {
    await database.register({ ...kestrel, states: [] });
    await database.web('pages', page);
    await database.run();
    return String((await database.list())[0]?.id);
  }

  test('joins both sides permanently, and adds an entry to the audit log', async () => {
    const id = await propose();
    const { notes } = await database.command('accept', id);
    expect(notes).toContain(`Joined as ${await database.idOf('1')}.`);
    expect(await database.companies()).toEqual(together);
    await database.register({ ...kestrel, name: 'Another Name', states: [] });
    await database.web('pages', { ...page, name: 'Nothing Alike' });
    expect(await database.run()).toMatchObject({ linked: 0, withdrawn: 0, candidates: 0 });
    expect(await database.companies()).toEqual(together);
    const [entry] = await listLastAudit(database, 1);
    expect(entry).toMatchObject({
      actor: actorOf(),
      action: 'match.accept',
      subject: `match:${id}`,
      detail: { record: 'pages:page', company: 'au-abr:1' },
    });
    expect((await database.list('--state', 'accepted')).map((match) => String(match.id))).toEqual([id]);
  });

  test('makes a link manual, so that a new namesake does not withdraw it', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.command('accept', await database.linkedId());
    await database.register(numbered(2, 'Kestrel Vane Limited'));
    await database.run();
    expect(await database.companies()).toEqual([...together, 'au-abr/2']);
  });

  test('does not include records that other matches linked', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.web('listings', free('row', 'Kestrel Vane', { states: [] }));
    await database.run();
    expect(await database.companies()).toEqual([...together, 'listings/row']);
    await database.command('accept', String((await database.list())[0]?.id));
    expect(await database.companies()).toEqual(['au-abr/1 listings/row pages/page']);
    expect(await database.rows(`SELECT key FROM decided_record ORDER BY key`)).toEqual([{ key: '1' }, { key: 'row' }]);
  });

  test('fails with the reason if the match cannot be accepted', async () => {
    const id = await propose();
    expect(await database.refused('accept', '999999')).toBe(
      'Match 999999 does not exist. `orgdex match list` lists the proposed matches.',
    );
    await database.web('pages', removed('company', 'page'));
    expect(await database.refused('accept', id)).toContain('its source has removed one of the records');
    await database.web('pages', { ...page, identifiers: { abn: abnOf(1) } });
    expect(await database.refused('accept', id)).toContain('identifiers already link its records to one company');
    await database.web('pages', page);
    await database.command('accept', id);
    expect(await database.refused('accept', id)).toBe(`Match ${id} is already accepted.`);
    expect(await database.refused('reject', id)).toBe(
      `Match ${id} is accepted. Undo that first: \`orgdex match undo ${id}\`.`,
    );
  });

  test('says that the records were split after the match was accepted, and where to look', async () => {
    const id = await propose();
    await database.command('accept', id);
    await splitCompany(database.deps, await database.idOf('1'), [{ source: 'pages', key: 'page' }]);
    const why =
      /^Match \d+ is accepted, but its records are two companies: they were split by hand .* `orgdex company explain (c\w+)` shows which\.$/;
    for (const verb of ['accept', 'reject'])
      expect(why.exec(await database.refused(verb, id))?.[1]).toBe(await database.idOf('page'));
    expect((await runCommand(database, 'company', 'explain', await database.idOf('page'))).out).toContain('split');
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('fails with the reason if the register numbers differ by now', async () => {
    const id = await propose();
    await database.web('pages', { ...page, identifiers: { abn: abnOf(2) } });
    expect(await database.refused('accept', id)).toMatch(
      /^Match \d+ cannot be accepted: .* different numbers in the same register\. Nothing was changed\.$/,
    );
  });

  test('fails during a match run, and so does a second run', async () => {
    const id = await propose();
    const running = await database.pool.connect();
    try {
      await tryLockMatching(running);
      expect(await database.refused('accept', id)).toBe(
        '`orgdex match run` is running. Try again when it has finished.',
      );
      expect(await database.refused('run')).toBe(
        'Another match run is in progress. Wait until it has finished, or stop it.',
      );
    } finally {
      running.release(true);
    }
  });
});

describe('orgdex match accept --min-score', () => {
  const names = ['Moss Joinery', 'Fern Joinery', 'Heath Joinery'];

  /** Each name is proposed twice: by one source with a region that is unknown, and by another with a different one. */
  async function proposeMany(): Promise<void> {
    await database.register(...names.map((name, nth) => numbered(nth + 1, name, { states: [] })));
    await database.web('pages', ...names.map((name) => free(`p ${name}`, name)));
    await database.web('listings', ...names.map((name) => free(`l ${name}`, name)));
    await database.run();
  }
  const entries = async () => Number((await database.rows('SELECT count(*) AS count FROM audit'))[0]?.count);

  test('accepts all matches of a source with such a score, as one decision', async () => {
    await proposeMany();
    const before = await entries();
    const { notes } = await database.command('accept', '--min-score', '0.5', '--source', 'pages');
    expect(notes).toMatch(/^Accepted 3 matches\. The next `orgdex publish`/);
    expect(await database.companies()).toEqual([
      'au-abr/1 pages/p Moss Joinery',
      'au-abr/2 pages/p Fern Joinery',
      'au-abr/3 pages/p Heath Joinery',
      ...names.map((name) => `listings/l ${name}`).sort(),
    ]);
    expect(await entries()).toBe(before + 1);
    expect((await listLastAudit(database, 1))[0]).toMatchObject({
      actor: actorOf(),
      action: 'match.accept',
      subject: 'matches',
      detail: { source: 'pages', min_score: 0.5, count: 3 },
    });
    await database.run();
    expect(await database.list('--state', 'accepted')).toHaveLength(3);
  });

  test('leaves out what it cannot accept, and says why', async () => {
    await proposeMany();
    await database.web('pages', removed('company', 'p Moss Joinery'));
    const { notes } = await database.command('accept', '--min-score', '0', '--source', 'pages');
    expect(notes).toMatch(/^Accepted 2 matches\. .*\n1 match was not accepted:\n {2}Match \d+ is out of date/);
    expect(await database.list('--state', 'accepted')).toHaveLength(2);
  });

  test('accepts nothing above the highest score, and says so', async () => {
    await proposeMany();
    const before = await entries();
    expect((await database.command('accept', '--min-score', '1')).notes).toBe('Accepted 0 matches.');
    expect(await entries()).toBe(before);
  });

  test('needs an id or a score, not both, and a known source', async () => {
    await proposeMany();
    expect(await database.refused('accept')).toContain('with --min-score');
    expect(await database.refused('accept', '1', '--min-score', '0.5')).toContain('cannot be combined');
    expect(await database.refused('accept', '--min-score', '0.5', '--source', 'nobody')).toContain('Imported sources:');
  });
});

describe('orgdex match reject', () => {
  test('withdraws a link, and no run creates it again', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    const id = await database.linkedId();
    expect((await database.command('reject', id)).notes).toMatch(/^Rejected\. The link is removed\. /);
    expect(await database.companies()).toEqual(apart);
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect((await listLastAudit(database, 1))[0]).toMatchObject({ action: 'match.reject', subject: `match:${id}` });
    expect(await database.refused('reject', id)).toBe(`Match ${id} is already rejected.`);
  });

  test('prevents a candidate from being proposed again', async () => {
    await database.register({ ...kestrel, states: [] });
    await database.web('pages', page);
    await database.run();
    expect((await database.command('reject', String((await database.list())[0]?.id))).notes).toBe(
      'Rejected. The match will not be proposed again.',
    );
    expect(await database.run()).toMatchObject({ candidates: 0 });
  });

  test('survives a new import of the records, and other records that represent the sides', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await database.command('reject', await database.linkedId());
    await database.register({ ...kestrel, tagline: 'changed' });
    await database.web('pages', { ...page, tagline: 'changed' });
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
    await database.importRecords('a-register', [{ ...kestrel, key: 'first' }], { class: 'register' });
    await database.web('a-web', { ...page, key: 'first' });
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
    await database.register(removed('company', '1'));
    await database.web('pages', removed('company', 'page'));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect(await database.companies()).toEqual(['a-register/first', 'a-web/first']);
  });

  test('can be undone, like an acceptance', async () => {
    await database.register({ ...kestrel, states: [] });
    await database.web('pages', page);
    await database.run();
    const [{ id } = { id: 0 }] = await database.list();
    for (const verb of ['accept', 'reject']) {
      await database.command(verb, String(id));
      expect((await database.command('undo', String(id))).notes).toContain('the match is proposed again');
      expect(await database.companies()).toEqual(apart);
      expect((await database.list()).map((match) => match.id)).toEqual([id]);
    }
    expect(await database.refused('undo', String(id))).toBe(`Match ${id} is not decided: there is nothing to undo.`);
  });

  test('can be reversed by accepting the match', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    const id = await database.linkedId();
    await database.command('reject', id);
    await database.command('accept', id);
    expect(await database.companies()).toEqual(together);
    expect(await database.rows('SELECT * FROM refused_record')).toEqual([]);
  });
});

describe('manual decisions', () => {
  test('a split separates what a match linked, and no run links it again', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    await splitCompany(database.deps, await database.idOf('1'), [{ source: 'pages', key: 'page' }]);
    expect(await database.companies()).toEqual(apart);
    expect(await database.run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 0 });
    expect(await database.companies()).toEqual(apart);
  });

  test('a join does not include records that a match linked, even if their source has removed them', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await database.web('pages', page);
    await database.web('a-web', { ...page, key: 'twin' });
    await database.run();
    await database.web('pages', removed('company', 'page'));
    await joinCompanies(database.deps, await database.idOf('1'), await database.idOf('2'));
    expect(await database.rows('SELECT key FROM decided_record ORDER BY key')).toEqual([{ key: '1' }, { key: '2' }]);
  });

  test('a join does not include records that a match linked', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await database.web('pages', page);
    await database.run();
    await joinCompanies(database.deps, await database.idOf('1'), await database.idOf('2'));
    expect(await database.companies()).toEqual(['au-abr/1 au-abr/2 pages/page']);
    await database.web('pages', { ...page, name: 'Nothing Alike' });
    await database.run();
    expect(await database.companies()).toEqual(['au-abr/1 au-abr/2', 'pages/page']);
  });
});
