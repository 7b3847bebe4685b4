import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apart,
  free,
  kestrel,
  type MatchWorld,
  numbered,
  openMatchWorld,
  page,
  together,
} from '../../../test/support/data/match-world.ts';
import { removed } from '../../../test/support/data/records.ts';
import { runCommand } from '../../../test/support/processes/command-line.ts';
import { listLastAudit } from '../../access/audit.ts';
import { actorOf } from '../../cli/audit-actor.ts';
import { tryLockMatching } from '../../ledger/locks.ts';
import { abnOf, nzbnOf } from '../../synthetic/demo/numbers.ts';
import { joinCompanies, splitCompany } from '../manual-decisions.ts';

let world: MatchWorld;
beforeAll(async () => {
  world = await openMatchWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

describe('orgdex match accept', () => {
  async function propose(): Promise<string> {
    await world.register({ ...kestrel, states: [] });
    await world.web('pages', page);
    await world.run();
    return String((await world.list())[0]?.id);
  }

  test('joins both sides permanently, and adds an entry to the audit log', async () => {
    const id = await propose();
    const { notes } = await world.command('accept', id);
    expect(notes).toContain(`Joined as ${await world.idOf('1')}.`);
    expect(await world.companies()).toEqual(together);
    await world.register({ ...kestrel, name: 'Another Name', states: [] });
    await world.web('pages', { ...page, name: 'Nothing Alike' });
    expect(await world.run()).toMatchObject({ linked: 0, withdrawn: 0, candidates: 0 });
    expect(await world.companies()).toEqual(together);
    const [entry] = await listLastAudit(world, 1);
    expect(entry).toMatchObject({
      ...{ actor: actorOf(), action: 'match.accept', subject: `match:${id}` },
      detail: { record: 'pages:page', company: 'au-abr:1' },
    });
    expect((await world.list('--state', 'accepted')).map((match) => String(match.id))).toEqual([id]);
  });

  test('makes a link manual, so that a new namesake does not withdraw it', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.run();
    await world.command('accept', await world.linkedId());
    await world.register(numbered(2, 'Kestrel Vane Limited'));
    await world.run();
    expect(await world.companies()).toEqual([...together, 'au-abr/2']);
  });

  test('does not include records that other matches linked', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.web('listings', free('row', 'Kestrel Vane', { states: [] }));
    await world.run();
    expect(await world.companies()).toEqual([...together, 'listings/row']);
    await world.command('accept', String((await world.list())[0]?.id));
    expect(await world.companies()).toEqual(['au-abr/1 listings/row pages/page']);
    expect(await world.rows(`SELECT key FROM decided_record ORDER BY key`)).toEqual([{ key: '1' }, { key: 'row' }]);
  });

  test('fails with the reason if the match cannot be accepted', async () => {
    const id = await propose();
    expect(await world.refused('accept', '999999')).toBe(
      'Match 999999 does not exist. `orgdex match list` lists the proposed matches.',
    );
    await world.web('pages', removed('company', 'page'));
    expect(await world.refused('accept', id)).toContain('its source has removed one of the records');
    await world.web('pages', { ...page, identifiers: { abn: abnOf(1) } });
    expect(await world.refused('accept', id)).toContain('identifiers already link its records to one company');
    await world.web('pages', page);
    await world.command('accept', id);
    expect(await world.refused('accept', id)).toBe(`Match ${id} is already accepted.`);
    expect(await world.refused('reject', id)).toBe(
      `Match ${id} is accepted. Use \`orgdex company split\` to separate the companies.`,
    );
  });

  test('says that the records were split after the match was accepted, and where to look', async () => {
    const id = await propose();
    await world.command('accept', id);
    await splitCompany(world.deps, await world.idOf('1'), [{ source: 'pages', key: 'page' }]);
    const why =
      /^Match \d+ is accepted, but its records are two companies: they were split by hand .* `orgdex company explain (c\w+)` shows which\.$/;
    for (const verb of ['accept', 'reject'])
      expect(why.exec(await world.refused(verb, id))?.[1]).toBe(await world.idOf('page'));
    expect((await runCommand(world, 'company', 'explain', await world.idOf('page'))).out).toContain('split');
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 0 });
  });

  test('fails with the reason if the register numbers differ by now', async () => {
    const id = await propose();
    await world.web('pages', { ...page, identifiers: { abn: abnOf(2) } });
    expect(await world.refused('accept', id)).toMatch(
      /^Match \d+ cannot be accepted: .* different numbers in the same register\. Nothing was changed\.$/,
    );
  });

  test('fails during a match run, and so does a second run', async () => {
    const id = await propose();
    const running = await world.pool.connect();
    try {
      await tryLockMatching(running);
      expect(await world.refused('accept', id)).toBe('`orgdex match run` is running. Try again when it has finished.');
      expect(await world.refused('run')).toBe(
        'Another match run is in progress. Wait until it has finished, or stop it.',
      );
    } finally {
      running.release(true);
    }
  });
});

describe('orgdex match reject', () => {
  test('withdraws a link, and no run creates it again', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.run();
    const id = await world.linkedId();
    expect((await world.command('reject', id)).notes).toMatch(/^Rejected\. The link is removed\. /);
    expect(await world.companies()).toEqual(apart);
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect((await listLastAudit(world, 1))[0]).toMatchObject({ action: 'match.reject', subject: `match:${id}` });
    expect(await world.refused('reject', id)).toBe(`Match ${id} is already rejected.`);
  });

  test('prevents a candidate from being proposed again', async () => {
    await world.register({ ...kestrel, states: [] });
    await world.web('pages', page);
    await world.run();
    expect((await world.command('reject', String((await world.list())[0]?.id))).notes).toBe(
      'Rejected. The match will not be proposed again.',
    );
    expect(await world.run()).toMatchObject({ candidates: 0 });
  });

  test('survives a new import of the records, and other records that represent the sides', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.run();
    await world.command('reject', await world.linkedId());
    await world.register({ ...kestrel, tagline: 'changed' });
    await world.web('pages', { ...page, tagline: 'changed' });
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 0 });
    await world.importRecords('a-register', [{ ...kestrel, key: 'first' }], { class: 'register' });
    await world.web('a-web', { ...page, key: 'first' });
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 0 });
    await world.register(removed('company', '1'));
    await world.web('pages', removed('company', 'page'));
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 0 });
    expect(await world.companies()).toEqual(['a-register/first', 'a-web/first']);
  });

  test('can be reversed by accepting the match', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.run();
    const id = await world.linkedId();
    await world.command('reject', id);
    await world.command('accept', id);
    expect(await world.companies()).toEqual(together);
    expect(await world.rows('SELECT * FROM refused_record')).toEqual([]);
  });
});

describe('manual decisions', () => {
  test('a split separates what a match linked, and no run links it again', async () => {
    await world.register(kestrel);
    await world.web('pages', page);
    await world.run();
    await splitCompany(world.deps, await world.idOf('1'), [{ source: 'pages', key: 'page' }]);
    expect(await world.companies()).toEqual(apart);
    expect(await world.run()).toMatchObject({ linked: 0, withdrawn: 1, candidates: 0 });
    expect(await world.companies()).toEqual(apart);
  });

  test('a join does not include records that a match linked, even if their source has removed them', async () => {
    await world.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await world.web('pages', page);
    await world.web('a-web', { ...page, key: 'twin' });
    await world.run();
    await world.web('pages', removed('company', 'page'));
    await joinCompanies(world.deps, await world.idOf('1'), await world.idOf('2'));
    expect(await world.rows('SELECT key FROM decided_record ORDER BY key')).toEqual([{ key: '1' }, { key: '2' }]);
  });

  test('a join does not include records that a match linked', async () => {
    await world.register(kestrel, numbered(2, 'Moss Ltd', { identifiers: { nzbn: nzbnOf(2) } }));
    await world.web('pages', page);
    await world.run();
    await joinCompanies(world.deps, await world.idOf('1'), await world.idOf('2'));
    expect(await world.companies()).toEqual(['au-abr/1 au-abr/2 pages/page']);
    await world.web('pages', { ...page, name: 'Nothing Alike' });
    await world.run();
    expect(await world.companies()).toEqual(['au-abr/1 au-abr/2', 'pages/page']);
  });
});
