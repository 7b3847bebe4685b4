import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchDatabase,
  openMatchDatabase,
  page,
} from '../../../../../testing/src/data/match-database.ts';
import { company, person, removed } from '../../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../../testing/src/processes/command-line.ts';
import { readCanonical } from '../../../../../testing/src/stores/canonical.ts';
import { abnOf, cikOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

describe('ids', () => {
  const redirects = () => database.rows('SELECT id, redirect_to FROM company WHERE redirect_to IS NOT NULL');
  const allTo = (redirect_to: string | undefined, ids: readonly string[]) =>
    new Set(ids.map((id) => ({ id, redirect_to })));
  const redirectOf = async (id: string) =>
    (await database.rows('SELECT redirect_to FROM company WHERE id = $1', [id]))[0]?.redirect_to;
  const both = async () => [await database.idOf('page'), await database.idOf('1')];
  const matchOf = async (key: string) =>
    String((await database.list('--state', 'linked')).find(({ free }) => free.key === key)?.id);

  test.each(['page', 'company'])(
    'each side gets its own id back when a link is withdrawn, whichever is older: the %s',
    async (older) => {
      if (older === 'page') await database.web('pages', page, person('p', 'page'));
      await database.register(kestrel);
      if (older !== 'page') await database.web('pages', page, person('p', 'page'));
      const before = await both();
      const [survivor] = older === 'page' ? before : before.toReversed();
      await database.run();
      expect(await both()).toEqual([survivor, survivor]);
      await database.command('reject', await database.linkedId());
      expect(await both()).toEqual(before);
      expect(await redirects()).toEqual([]);
      expect((await readCanonical(database.pool)).employments).toMatchObject([{ company: 'pages/page' }]);
    },
  );

  test('if one of three matched companies leaves, the others use the oldest of their own ids', async () => {
    await database.web('pages', page);
    await database.web('listings', free('row', 'Kestrel Vane'));
    await database.register(kestrel);
    const [ofPage, ofCompany] = await both();
    const ofRow = await database.idOf('row');
    await database.run();
    expect([await both(), await database.idOf('row')]).toEqual([[ofPage, ofPage], ofPage]);
    await database.command('reject', await matchOf('page'));
    expect([await both(), await database.idOf('row')]).toEqual([[ofPage, ofRow], ofRow]);
    expect(await redirects()).toEqual([{ id: ofCompany, redirect_to: ofRow }]);
  });

  test('an id that redirects because of a match is shown as matched by company explain, not as merged', async () => {
    await database.web('pages', page);
    await database.register(kestrel);
    const [ofPage, ofCompany = ''] = await both();
    await database.run();
    const { out } = await runCommand(database, 'company', 'explain', ofCompany);
    expect(out).toContain(`Company ${ofPage}`);
    expect(out).toContain(`${ofCompany} redirects to it as long as a match holds`);
    expect(out).toContain(`matched ids ${ofCompany}, as long as a match holds`);
    expect(out).not.toContain('merged');
  });

  test('ids merged into one of them follow it, including ids merged earlier', async () => {
    await database.web('pages', page);
    await database.register(kestrel);
    await database.registerOf('nz-nzbn', company('nz', { identifiers: { nzbn: nzbnOf(1) } }));
    await database.registerOf('us-sec', company('us', { identifiers: { cik: cikOf(1) } }));
    const ids = await Promise.all(['1', 'nz', 'us'].map(database.idOf));
    const [ofCompany, ...merged] = ids;
    await database.registerOf('gleif', company('first', { identifiers: { nzbn: nzbnOf(1), cik: cikOf(1) } }));
    await database.registerOf('gleif', company('second', { identifiers: { abn: abnOf(1), nzbn: nzbnOf(1) } }));
    await database.run();
    expect(new Set(await redirects())).toEqual(allTo(await database.idOf('page'), ids));
    await database.command('reject', await database.linkedId());
    expect(await database.idOf('1')).toBe(ofCompany);
    expect(new Set(await redirects())).toEqual(allTo(ofCompany, merged));
  });

  test('ids merged into one of them follow it, even if their founder has moved', async () => {
    const twin = { ...page, key: 'twin', identifiers: { fqdn: 'kestrelvane.com.au' } };
    await database.register(kestrel);
    await database.web('pages', page);
    await database.web('z-web', twin);
    const [ofPage, ofTwin] = [await database.idOf('page'), await database.idOf('twin')];
    await database.web('z-web', { ...twin, identifiers: { network: 'kestrel-vane' } });
    await database.run();
    await database.web('z-web', { ...twin, name: 'Moss' });
    expect(await redirectOf(ofTwin)).toBe(await database.idOf('1'));
    await database.command('reject', await database.linkedId());
    expect(await database.idOf('page')).toBe(ofPage);
    expect(await redirectOf(ofTwin)).toBe(ofPage);
  });

  test('a merged id stays merged, whatever a match does with the record that founded it', async () => {
    const row = free('row', 'Kestrel Vane');
    await database.register(kestrel);
    await database.web('pages', page);
    await database.web('listings', row);
    const [ofPage, ofCompany] = await both();
    const first = await database.idOf('row');
    await database.web('listings', { ...row, identifiers: { network: 'kestrel-vane' } });
    await database.web('listings', row);
    const second = await database.idOf('row');
    expect([second === first, await redirectOf(first)]).toEqual([false, ofPage]);
    expect(await database.run()).toMatchObject({ linked: 2 });
    await database.command('reject', await matchOf('row'));
    expect([await database.idOf('row'), await redirectOf(first)]).toEqual([second, ofCompany]);
    await database.command('reject', await matchOf('page'));
    expect([await database.idOf('page'), await redirectOf(first)]).toEqual([ofPage, ofPage]);
  });

  test.each(['a-web', 'listings'])(
    'an id stays with the records that its removed founder leaves behind, even if the founder returns elsewhere: %s',
    async (other) => {
      await database.register(kestrel);
      await database.web('pages', page);
      await database.web(other, { ...page, key: 'twin' });
      const [ofPage] = await both();
      await database.run();
      await database.web('pages', removed('company', 'page'));
      await database.web('pages', { ...page, name: 'Moss', identifiers: { network: 'moss' } });
      expect(await database.idOf('page')).not.toBe(ofPage);
      await database.command('reject', await database.linkedId());
      expect(await database.idOf('twin')).toBe(ofPage);
    },
  );

  test('an id whose removed founder is hidden becomes current again with the records that took over', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.web('listings', { ...page, key: 'twin' });
    const before = await both();
    await database.run();
    await database.web('pages', removed('company', 'page'));
    await database.command('reject', await database.linkedId());
    expect([await database.idOf('twin'), await database.idOf('1')]).toEqual(before);
  });

  test('of two ids that one record founded, the first is older', async () => {
    const many = (key: string) =>
      Array.from({ length: 8 }, (_, nth) =>
        company(`${key}-${nth}`, { identifiers: { fqdn: `kestrel${nth}.com.au` } }),
      );
    const ids = (key: string) => Promise.all(many(key).map((record) => database.idOf(record.key)));
    await database.web('pages', ...many('founder'), ...many('other'));
    const first = await ids('founder');
    await database.web('pages', ...many('founder').map(({ key }) => removed('company', key)));
    await database.web('pages', ...many('founder').map((record) => ({ ...record, identifiers: {} })));
    expect(new Set([...first, ...(await ids('founder'))]).size).toBe(16);
    await database.web('pages', ...many('founder'));
    expect([await ids('founder'), await ids('other')]).toEqual([first, first]);
  });

  test('a company that its register removes keeps its id, and the page gets its own', async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    const before = await both();
    await database.run();
    await database.register(removed('company', '1'));
    expect(await both()).toEqual(before);
    await database.run();
    expect(await both()).toEqual(before);
    await database.register(kestrel);
    await database.run();
    expect(await both()).toEqual([before[1], before[1]]);
  });

  test('the published documents are correct after a link is withdrawn', async () => {
    // Other keys, so that the ids are new to OpenSearch.
    await database.web('pages', { ...page, key: 'told' }, person('p-told', 'told'));
    await database.register({ ...kestrel, key: '11' });
    const id = await database.idOf('11');
    const { company: index } = await database.publish().then(() => database.indices());
    const published = async () => (await database.opensearch.get({ index, id })).body._source;
    await database.run();
    await database.publish();
    expect(await published()).toHaveProperty('redirect', await database.idOf('told'));
    await database.command('reject', await database.linkedId());
    await database.publish();
    expect(await published()).not.toHaveProperty('redirect');
    expect(await database.pending()).toBe(0);
  });
});
