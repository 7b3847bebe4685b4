import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchLedger,
  openMatchLedger,
  page,
} from '../../../../../testing/src/data/match-database.ts';
import { company, person, removed } from '../../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../../testing/src/processes/command-line.ts';
import { readCanonical } from '../../../../../testing/src/stores/canonical.ts';
import { abnOf, cikOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';

let ledger: MatchLedger;
beforeAll(async () => {
  ledger = await openMatchLedger();
});
afterAll(() => ledger.close());
beforeEach(() => ledger.clear());

describe('ids', () => {
  const redirects = () => ledger.rows('SELECT id, redirect_to FROM company WHERE redirect_to IS NOT NULL');
  const allTo = (redirect_to: string | undefined, ids: readonly string[]) =>
    new Set(ids.map((id) => ({ id, redirect_to })));
  const redirectOf = async (id: string) =>
    (await ledger.rows('SELECT redirect_to FROM company WHERE id = $1', [id]))[0]?.redirect_to;
  const both = async () => [await ledger.idOf('page'), await ledger.idOf('1')];
  const matchOf = async (key: string) =>
    String((await ledger.list('--state', 'linked')).find(({ free }) => free.key === key)?.id);

  test.each(['page', 'company'])(
    'each side gets its own id back when a link is withdrawn, whichever is older: the %s',
    async (older) => {
      if (older === 'page') await ledger.web('pages', page, person('p', 'page'));
      await ledger.register(kestrel);
      if (older !== 'page') await ledger.web('pages', page, person('p', 'page'));
      const before = await both();
      const [survivor] = older === 'page' ? before : before.toReversed();
      await ledger.run();
      expect(await both()).toEqual([survivor, survivor]);
      await ledger.command('reject', await ledger.linkedId());
      expect(await both()).toEqual(before);
      expect(await redirects()).toEqual([]);
      expect((await readCanonical(ledger.pool)).employments).toMatchObject([{ company: 'pages/page' }]);
    },
  );

  test('if one of three matched companies leaves, the others use the oldest of their own ids', async () => {
    await ledger.web('pages', page);
    await ledger.web('listings', free('row', 'Kestrel Vane'));
    await ledger.register(kestrel);
    const [ofPage, ofCompany] = await both();
    const ofRow = await ledger.idOf('row');
    await ledger.run();
    expect([await both(), await ledger.idOf('row')]).toEqual([[ofPage, ofPage], ofPage]);
    await ledger.command('reject', await matchOf('page'));
    expect([await both(), await ledger.idOf('row')]).toEqual([[ofPage, ofRow], ofRow]);
    expect(await redirects()).toEqual([{ id: ofCompany, redirect_to: ofRow }]);
  });

  test('an id that redirects because of a match is shown as matched by company explain, not as merged', async () => {
    await ledger.web('pages', page);
    await ledger.register(kestrel);
    const [ofPage, ofCompany = ''] = await both();
    await ledger.run();
    const { out } = await runCommand(ledger, 'company', 'explain', ofCompany);
    expect(out).toContain(`Company ${ofPage}`);
    expect(out).toContain(`${ofCompany} redirects to it as long as a match holds`);
    expect(out).toContain(`matched ids ${ofCompany}, as long as a match holds`);
    expect(out).not.toContain('merged');
  });

  test('ids merged into one of them follow it, including ids merged earlier', async () => {
    await ledger.web('pages', page);
    await ledger.register(kestrel);
    await ledger.registerOf('nz-nzbn', company('nz', { identifiers: { nzbn: nzbnOf(1) } }));
    await ledger.registerOf('us-sec', company('us', { identifiers: { cik: cikOf(1) } }));
    const ids = await Promise.all(['1', 'nz', 'us'].map(ledger.idOf));
    const [ofCompany, ...merged] = ids;
    await ledger.registerOf('gleif', company('first', { identifiers: { nzbn: nzbnOf(1), cik: cikOf(1) } }));
    await ledger.registerOf('gleif', company('second', { identifiers: { abn: abnOf(1), nzbn: nzbnOf(1) } }));
    await ledger.run();
    expect(new Set(await redirects())).toEqual(allTo(await ledger.idOf('page'), ids));
    await ledger.command('reject', await ledger.linkedId());
    expect(await ledger.idOf('1')).toBe(ofCompany);
    expect(new Set(await redirects())).toEqual(allTo(ofCompany, merged));
  });

  test('ids merged into one of them follow it, even if their founder has moved', async () => {
    const twin = { ...page, key: 'twin', identifiers: { fqdn: 'kestrelvane.com.au' } };
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.web('z-web', twin);
    const [ofPage, ofTwin] = [await ledger.idOf('page'), await ledger.idOf('twin')];
    await ledger.web('z-web', { ...twin, identifiers: { network: 'kestrel-vane' } });
    await ledger.run();
    await ledger.web('z-web', { ...twin, name: 'Moss' });
    expect(await redirectOf(ofTwin)).toBe(await ledger.idOf('1'));
    await ledger.command('reject', await ledger.linkedId());
    expect(await ledger.idOf('page')).toBe(ofPage);
    expect(await redirectOf(ofTwin)).toBe(ofPage);
  });

  test('a merged id stays merged, whatever a match does with the record that founded it', async () => {
    const row = free('row', 'Kestrel Vane');
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.web('listings', row);
    const [ofPage, ofCompany] = await both();
    const first = await ledger.idOf('row');
    await ledger.web('listings', { ...row, identifiers: { network: 'kestrel-vane' } });
    await ledger.web('listings', row);
    const second = await ledger.idOf('row');
    expect([second === first, await redirectOf(first)]).toEqual([false, ofPage]);
    expect(await ledger.run()).toMatchObject({ linked: 2 });
    await ledger.command('reject', await matchOf('row'));
    expect([await ledger.idOf('row'), await redirectOf(first)]).toEqual([second, ofCompany]);
    await ledger.command('reject', await matchOf('page'));
    expect([await ledger.idOf('page'), await redirectOf(first)]).toEqual([ofPage, ofPage]);
  });

  test.each(['a-web', 'listings'])(
    'an id stays with the records that its removed founder leaves behind, even if the founder returns elsewhere: %s',
    async (other) => {
      await ledger.register(kestrel);
      await ledger.web('pages', page);
      await ledger.web(other, { ...page, key: 'twin' });
      const [ofPage] = await both();
      await ledger.run();
      await ledger.web('pages', removed('company', 'page'));
      await ledger.web('pages', { ...page, name: 'Moss', identifiers: { network: 'moss' } });
      expect(await ledger.idOf('page')).not.toBe(ofPage);
      await ledger.command('reject', await ledger.linkedId());
      expect(await ledger.idOf('twin')).toBe(ofPage);
    },
  );

  test('an id whose removed founder is hidden becomes current again with the records that took over', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.web('listings', { ...page, key: 'twin' });
    const before = await both();
    await ledger.run();
    await ledger.web('pages', removed('company', 'page'));
    await ledger.command('reject', await ledger.linkedId());
    expect([await ledger.idOf('twin'), await ledger.idOf('1')]).toEqual(before);
  });

  test('of two ids that one record founded, the first is older', async () => {
    const many = (key: string) =>
      Array.from({ length: 8 }, (_, nth) =>
        company(`${key}-${nth}`, { identifiers: { fqdn: `kestrel${nth}.com.au` } }),
      );
    const ids = (key: string) => Promise.all(many(key).map((record) => ledger.idOf(record.key)));
    await ledger.web('pages', ...many('founder'), ...many('other'));
    const first = await ids('founder');
    await ledger.web('pages', ...many('founder').map(({ key }) => removed('company', key)));
    await ledger.web('pages', ...many('founder').map((record) => ({ ...record, identifiers: {} })));
    expect(new Set([...first, ...(await ids('founder'))]).size).toBe(16);
    await ledger.web('pages', ...many('founder'));
    expect([await ids('founder'), await ids('other')]).toEqual([first, first]);
  });

  test('a company that its register removes keeps its id, and the page gets its own', async () => {
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    const before = await both();
    await ledger.run();
    await ledger.register(removed('company', '1'));
    expect(await both()).toEqual(before);
    await ledger.run();
    expect(await both()).toEqual(before);
    await ledger.register(kestrel);
    await ledger.run();
    expect(await both()).toEqual([before[1], before[1]]);
  });

  test('the published documents are correct after a link is withdrawn', async () => {
    // Other keys, so that the ids are new to the engine.
    await ledger.web('pages', { ...page, key: 'told' }, person('p-told', 'told'));
    await ledger.register({ ...kestrel, key: '11' });
    const id = await ledger.idOf('11');
    const { company: index } = await ledger.publish().then(() => ledger.indices());
    const published = async () => (await ledger.engine.get({ index, id })).body._source;
    await ledger.run();
    await ledger.publish();
    expect(await published()).toHaveProperty('redirect', await ledger.idOf('told'));
    await ledger.command('reject', await ledger.linkedId());
    await ledger.publish();
    expect(await published()).not.toHaveProperty('redirect');
    expect(await ledger.pending()).toBe(0);
  });
});
