import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchWorld,
  numbered,
  openMatchWorld,
  page,
  together,
} from '../../../test/support/data/match-world.ts';
import { company } from '../../../test/support/data/records.ts';
import { cikOf, jcnOf, leiOf, nzbnOf } from '../../synthetic/demo/numbers.ts';

let world: MatchWorld;
beforeAll(async () => {
  world = await openMatchWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

describe('an incomplete register', () => {
  const acme = company('1', { country: 'US', states: ['US-CA'], name: 'Kestrel Vane', identifiers: { cik: cikOf(1) } });
  const site = free('page', 'Kestrel Vane', { country: 'US', states: ['US-CA'] });

  test('proposes and does not link, because other companies may have the same name', async () => {
    await world.registerOf('us-sec', acme);
    await world.web('pages', site);
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await world.list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.9, ['partial']]]);
    expect((await world.command('list')).out).toContain('Not linked: no complete national register lists it');
  });

  test('does not link if it lists companies only: a society may have the same name', async () => {
    const nelson = { country: 'NZ', states: ['NZ-NSN'], name: 'Nelson Yacht Club' };
    await world.registerOf('nz-nzbn', company('1', { ...nelson, identifiers: { nzbn: nzbnOf(1) } }));
    await world.web('pages', company('page', nelson));
    await world.run();
    expect((await world.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
  });

  test('does not link if only delta files were loaded, until a full file is', async () => {
    const tokyo = { country: 'JP', states: ['JP-13'] };
    const hawk = company('1', { ...tokyo, name: '株式会社隼精機', identifiers: { jcn: jcnOf(1) } });
    await world.registerOf('jp-nta', hawk);
    await world.web('pages', free('page', '隼精機', tokyo));
    await world.run();
    expect((await world.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    await world.importRecords('jp-nta', [hawk], { class: 'register', whole: true });
    expect(await world.run()).toMatchObject({ linked: 1, candidates: 0 });
  });

  test('links once a complete register lists the company too, and only there', async () => {
    const lei = { lei: leiOf(1) };
    await world.importRecords('gleif', [numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei })], { class: 'gleif' });
    await world.web('pages', page);
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 1 });
    await world.registerOf('sg-acra', numbered(2, 'Kestrel Vane', { identifiers: lei }));
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 1 });
    await world.register(numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei }));
    expect(await world.run()).toMatchObject({ linked: 1, candidates: 0 });
  });
});

describe('sources', () => {
  test("the operator's own file proposes and does not link, unless it is named", async () => {
    await world.register(kestrel);
    await world.own(free('row', 'Kestrel Vane'));
    expect(await world.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await world.list()).map(({ score, reasons }) => [score, reasons.obstacles])).toEqual([[0.9, ['source']]]);
    expect(await world.run('--source', 'crm')).toMatchObject({ sources: ['crm'], linked: 1, candidates: 0 });
    expect(await world.companies()).toEqual(['au-abr/1 crm/row']);
  });

  test('a source that is no longer named loses its links', async () => {
    await world.register(kestrel, numbered(2, 'Moss Ltd'));
    await world.web('pages', page);
    await world.web('listings', free('moss', 'Moss'));
    expect(await world.run()).toMatchObject({ linked: 2 });
    expect(await world.run('--source', 'pages')).toMatchObject({
      sources: ['pages'],
      linked: 1,
      withdrawn: 1,
      candidates: 1,
    });
    expect(await world.companies()).toEqual([...together, 'au-abr/2', 'listings/moss']);
  });

  test('an unknown source is rejected with the list of known ones', async () => {
    await world.register(kestrel);
    expect(await world.refused('run', '--source', 'pagse')).toMatch(
      /^Nothing was imported from pagse\. Imported sources: .*au-abr, .*pages, .*\.$/,
    );
  });

  test('two sources may link to one company if they do not contradict each other', async () => {
    const fern = free('fern', 'Kestrel Vane', { identifiers: { fqdn: 'kestrelvane.com.au' } });
    await world.register(kestrel);
    await world.web('pages', page);
    await world.web('listings', fern);
    expect(await world.run()).toMatchObject({ linked: 2 });
    expect(await world.companies()).toEqual(['au-abr/1 listings/fern pages/page']);
    await world.web('listings', { ...fern, identifiers: { network: 'kestrel-vane-pty' } });
    expect(await world.run()).toMatchObject({ linked: 0, withdrawn: 2, candidates: 2 });
  });
});
