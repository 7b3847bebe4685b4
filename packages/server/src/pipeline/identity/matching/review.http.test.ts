import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apart,
  free,
  kestrel,
  type MatchLedger,
  numbered,
  openMatchLedger,
  page,
  together,
} from '../../../../../testing/src/data/match-database.ts';
import { removed } from '../../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../../testing/src/processes/command-line.ts';
import { listLastAudit } from '../../../api/access/audit.ts';
import { actorOf } from '../../../cli/audit-actor.ts';
import { abnOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';
import { tryLockMatching } from '../../../stores/postgres/locks.ts';
import { joinCompanies, splitCompany } from '../manual-decisions.ts';

let ledger: MatchLedger;
beforeAll(async () => {
  ledger = await openMatchLedger();
});
afterAll(() => ledger.close());
beforeEach(() => ledger.clear());

describe('orgdex match accept', () => {
  async function propose(): Promise<string> {
    await ledger.register({ ...kestrel, states: [] });
    await ledger.web('pages', page);
    await ledger.run();
    return String((await ledger.list())[0]?.id);
  }

  test('joins both sides permanently, and adds an entry to the audit log', async () => {
    const id = await propose();
    const { notes } = await ledger.command('accept', id);
    expect(notes).toContain(`Joined as ${await ledger.idOf('1')}.`);
    expect(await ledger.companies()).toEqual(together);
    await ledger.register({ ...kestrel, name: 'Another Name', states: [] });
    await ledger.web('pages', { ...page, name: 'Nothing Alike' });
    expect(await ledger.run()).toMatchObject({ linked: 0, withdrawn: 0, candidates: 0 });
    expect(await ledger.companies()).toEqual(together);
    const [entry] = await listLastAudit(ledger, 1);
    expect(entry).toMatchObject({
      ...{ actor: actorOf(), action: 'match.accept', subject: `match:${id}` },
      detail: { record: 'pages:page', company: 'au-abr:1' },
    });
    expect((await ledger.list('--state', 'accepted')).map((match) => String(match.id))).toEqual([id]);
  });

  test('makes a link manual, so that a new namesake does not withdraw it', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.run();
    await ledger.command('accept', await ledger.linkedId());
    await ledger.register(numbered(2, 'Kestrel Vane Limited'));
    await ledger.run();
    expect(await ledger.companies()).toEqual([...together, 'au-abr/2']);
  });

  test('does not include records that other matches linked', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.web('listings', free('row', 'Kestrel Vane', { states: [] }));
    await ledger.run();
    expect(await ledger.companies()).toEqual([...together, 'listings/row']);
    await ledger.command('accept', String((await ledger.list())[0]?.id));
    expect(await ledger.companies()).toEqual(['au-abr/1 listings/row pages/page']);
    expect(await ledger.rows(`SELECT key FROM decided_record ORDER BY key`)).toEqual([{ key: '1' }, { key: 'row' }]);
  });

  test('fails with the reason if the match cannot be accepted', async () => {
    const id = await propose();
    expect(await ledger.refused('accept', '999999')).toBe(
      'Match 999999 does not exist. `orgdex match list` lists the proposed matches.',
    );
    await ledger.web('pages', removed('company', 'page'));
    expect(await ledger.refused('accept', id)).toContain('its source has removed one of the records');
    await ledger.web('pages', { ...page, identifiers: { abn: abnOf(1) } });
    expect(await ledger.refused('accept', id)).toContain('identifiers already link its records to one company');
    await ledger.web('pages', page);
    await ledger.command('accept', id);
    expect(await ledger.refused('accept', id)).toBe(`Match ${id} is already accepted.`);
    expect(await ledger.refused('reject', id)).toBe(
      `Match ${id} is accepted. Undo that first: \`orgdex match undo ${id}\`.`,
    );
  });

  test('says that the records were split after the match was accepted, and where to look', async () => {
    const id = await propose();
    await ledger.command('accept', id);
    await splitCompany(ledger.deps, await ledger.idOf('1'), [{ source: 'pages', key: 'page' }]);
    const why =
      /^Match \d+ is accepted, but its records are two companies: they were split by hand .* `orgdex company explain (c\w+)` shows which\.$/;
    for (const verb of ['accept', 'reject'])
      expect(why.exec(await ledger.refused(verb, id))?.[1]).toBe(await ledger.idOf('page'));
    expect((await runCommand(ledger, 'company', 'explain', await ledger.idOf('page'))).out).toContain('split');
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('fails with the reason if the register numbers differ by now', async () => {
    const id = await propose();
    await ledger.web('pages', { ...page, identifiers: { abn: abnOf(2) } });
    expect(await ledger.refused('accept', id)).toMatch(
      /^Match \d+ cannot be accepted: .* different numbers in the same register\. Nothing was changed\.$/,
    );
  });

  test('fails during a match run, and so does a second run', async () => {
    const id = await propose();
    const running = await ledger.pool.connect();
    try {
      await tryLockMatching(running);
      expect(await ledger.refused('accept', id)).toBe('`orgdex match run` is running. Try again when it has finished.');
      expect(await ledger.refused('run')).toBe(
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
    await ledger.register(...names.map((name, nth) => numbered(nth + 1, name, { states: [] })));
    await ledger.web('pages', ...names.map((name) => free(`p ${name}`, name)));
    await ledger.web('listings', ...names.map((name) => free(`l ${name}`, name)));
    await ledger.run();
  }
  const entries = async () => Number((await ledger.rows('SELECT count(*) AS count FROM audit'))[0]?.count);

  test('accepts all matches of a source with such a score, as one decision', async () => {
    await proposeMany();
    const before = await entries();
    const { notes } = await ledger.command('accept', '--min-score', '0.5', '--source', 'pages');
    expect(notes).toMatch(/^Accepted 3 matches\. The next `orgdex publish`/);
    expect(await ledger.companies()).toEqual([
      'au-abr/1 pages/p Moss Joinery',
      'au-abr/2 pages/p Fern Joinery',
      'au-abr/3 pages/p Heath Joinery',
      ...names.map((name) => `listings/l ${name}`).sort(),
    ]);
    expect(await entries()).toBe(before + 1);
    expect((await listLastAudit(ledger, 1))[0]).toMatchObject({
      ...{ actor: actorOf(), action: 'match.accept', subject: 'matches' },
      detail: { source: 'pages', min_score: 0.5, count: 3 },
    });
    await ledger.run();
    expect(await ledger.list('--state', 'accepted')).toHaveLength(3);
  });

  test('leaves out what it cannot accept, and says why', async () => {
    await proposeMany();
    await ledger.web('pages', removed('company', 'p Moss Joinery'));
    const { notes } = await ledger.command('accept', '--min-score', '0', '--source', 'pages');
    expect(notes).toMatch(/^Accepted 2 matches\. .*\n1 match was not accepted:\n {2}Match \d+ is out of date/);
    expect(await ledger.list('--state', 'accepted')).toHaveLength(2);
  });

  test('accepts nothing above the highest score, and says so', async () => {
    await proposeMany();
    const before = await entries();
    expect((await ledger.command('accept', '--min-score', '1')).notes).toBe('Accepted 0 matches.');
    expect(await entries()).toBe(before);
  });

  test('needs an id or a score, not both, and a known source', async () => {
    await proposeMany();
    expect(await ledger.refused('accept')).toContain('with --min-score');
    expect(await ledger.refused('accept', '1', '--min-score', '0.5')).toContain('cannot be combined');
    expect(await ledger.refused('accept', '--min-score', '0.5', '--source', 'nobody')).toContain('Imported sources:');
  });
});

describe('orgdex match reject', () => {
  test('withdraws a link, and no run creates it again', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.run();
    const id = await ledger.linkedId();
    expect((await ledger.command('reject', id)).notes).toMatch(/^Rejected\. The link is removed\. /);
    expect(await ledger.companies()).toEqual(apart);
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect((await listLastAudit(ledger, 1))[0]).toMatchObject({ action: 'match.reject', subject: `match:${id}` });
    expect(await ledger.refused('reject', id)).toBe(`Match ${id} is already rejected.`);
  });

  test('prevents a candidate from being proposed again', async () => {
    await ledger.register({ ...kestrel, states: [] });
    await ledger.web('pages', page);
    await ledger.run();
    expect((await ledger.command('reject', String((await ledger.list())[0]?.id))).notes).toBe(
      'Rejected. The match will not be proposed again.',
    );
    expect(await ledger.run()).toMatchObject({ candidates: 0 });
  });

  test('survives a new import of the records, and other records that represent the sides', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.run();
    await ledger.command('reject', await ledger.linkedId());
    await ledger.register({ ...kestrel, tagline: 'changed' });
    await ledger.web('pages', { ...page, tagline: 'changed' });
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 0 });
    await ledger.importRecords('a-register', [{ ...kestrel, key: 'first' }], { class: 'register' });
    await ledger.web('a-web', { ...page, key: 'first' });
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 0 });
    await ledger.register(removed('company', '1'));
    await ledger.web('pages', removed('company', 'page'));
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect(await ledger.companies()).toEqual(['a-register/first', 'a-web/first']);
  });

  test('can be undone, like an acceptance', async () => {
    await ledger.register({ ...kestrel, states: [] });
    await ledger.web('pages', page);
    await ledger.run();
    const [{ id } = { id: 0 }] = await ledger.list();
    for (const verb of ['accept', 'reject']) {
      await ledger.command(verb, String(id));
      expect((await ledger.command('undo', String(id))).notes).toContain('the match is proposed again');
      expect(await ledger.companies()).toEqual(apart);
      expect((await ledger.list()).map((match) => match.id)).toEqual([id]);
    }
    expect(await ledger.refused('undo', String(id))).toBe(`Match ${id} is not decided: there is nothing to undo.`);
  });

  test('can be reversed by accepting the match', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.run();
    const id = await ledger.linkedId();
    await ledger.command('reject', id);
    await ledger.command('accept', id);
    expect(await ledger.companies()).toEqual(together);
    expect(await ledger.rows('SELECT * FROM refused_record')).toEqual([]);
  });
});

describe('manual decisions', () => {
  test('a split separates what a match linked, and no run links it again', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.run();
    await splitCompany(ledger.deps, await ledger.idOf('1'), [{ source: 'pages', key: 'page' }]);
    expect(await ledger.companies()).toEqual(apart);
    expect(await ledger.run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 0 });
    expect(await ledger.companies()).toEqual(apart);
  });

  test('a join does not include records that a match linked, even if their source has removed them', async () => {
    await ledger.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await ledger.web('pages', page);
    await ledger.web('a-web', { ...page, key: 'twin' });
    await ledger.run();
    await ledger.web('pages', removed('company', 'page'));
    await joinCompanies(ledger.deps, await ledger.idOf('1'), await ledger.idOf('2'));
    expect(await ledger.rows('SELECT key FROM decided_record ORDER BY key')).toEqual([{ key: '1' }, { key: '2' }]);
  });

  test('a join does not include records that a match linked', async () => {
    await ledger.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await ledger.web('pages', page);
    await ledger.run();
    await joinCompanies(ledger.deps, await ledger.idOf('1'), await ledger.idOf('2'));
    expect(await ledger.companies()).toEqual(['au-abr/1 au-abr/2 pages/page']);
    await ledger.web('pages', { ...page, name: 'Nothing Alike' });
    await ledger.run();
    expect(await ledger.companies()).toEqual(['au-abr/1 au-abr/2', 'pages/page']);
  });
});
