import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchDatabase,
  numbered,
  openMatchDatabase,
  page,
  together,
} from '../../../../../testing/src/data/match-database.ts';
import { company } from '../../../../../testing/src/data/records.ts';
import { cikOf, jcnOf, leiOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

describe('an incomplete register', () => {
  const acme = company('1', { country: 'US', states: ['US-CA'], name: 'Kestrel Vane', identifiers: { cik: cikOf(1) } });
  const site = free('page', 'Kestrel Vane', { country: 'US', states: ['US-CA'] });

  test('proposes and does not link, because other companies may have the same name', async () => {
    await database.registerOf('us-sec', acme);
    await database.web('pages', site);
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    expect((await database.command('list')).out).toContain('Not linked: no complete national register lists it');
  });

  test('does not link if it lists companies only: a society may have the same name', async () => {
    const nelson = { country: 'NZ', states: ['NZ-NSN'], name: 'Nelson Yacht Club' };
    await database.registerOf('nz-nzbn', company('1', { ...nelson, identifiers: { nzbn: nzbnOf(1) } }));
    await database.web('pages', company('page', nelson));
    await database.run();
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
  });

  test('does not link if only delta files were loaded, until a full file is', async () => {
    const tokyo = { country: 'JP', states: ['JP-13'] };
    const hawk = company('1', { ...tokyo, name: '株式会社隼精機', identifiers: { jcn: jcnOf(1) } });
    await database.registerOf('jp-nta', hawk);
    await database.web('pages', free('page', '隼精機', tokyo));
    await database.run();
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    await database.importRecords('jp-nta', [hawk], { class: 'register', whole: true });
    expect(await database.run()).toMatchObject({ linked: 1, candidates: 0 });
  });

  test('links once a complete register lists the company too, and only there', async () => {
    const lei = { lei: leiOf(1) };
    await database.importRecords('gleif', [numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei })], {
      class: 'gleif',
    });
    await database.web('pages', page);
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 1 });
    await database.registerOf('sg-acra', numbered(2, 'Kestrel Vane', { identifiers: lei }));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 1 });
    await database.register(numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei }));
    expect(await database.run()).toMatchObject({ linked: 1, candidates: 0 });
  });
});

describe('sources', () => {
  test("the operator's own file proposes and does not link, unless it is named", async () => {
    await database.register(kestrel);
    await database.own(free('row', 'Kestrel Vane'));
    expect(await database.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await database.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['source']]);
    expect(await database.run('--source', 'crm')).toMatchObject({ sources: ['crm'], linked: 1, candidates: 0 });
    expect(await database.companies()).toEqual(['au-abr/1 crm/row']);
  });

  test('a source that is no longer named loses its links', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd'));
    await database.web('pages', page);
    await database.web('listings', free('moss', 'Moss'));
    expect(await database.run()).toMatchObject({ linked: 2 });
    expect(await database.run('--source', 'pages')).toMatchObject({
      sources: ['pages'],
      linked: 1,
      withdrawn: 1,
      candidates: 1,
    });
    expect(await database.companies()).toEqual([...together, 'au-abr/2', 'listings/moss']);
  });

  test('an unknown source is rejected with the list of known ones', async () => {
    await database.register(kestrel);
    expect(await database.refused('run', '--source', 'pagse')).toMatch(
      /^Nothing was imported from pagse\. Imported sources: .*au-abr, .*pages, .*\.$/,
    );
  });

  test('two sources may link to one company if they do not contradict each other', async () => {
    const fern = free('fern', 'Kestrel Vane', { identifiers: { fqdn: 'kestrelvane.com.au' } });
    await database.register(kestrel);
    await database.web('pages', page);
    await database.web('listings', fern);
    expect(await database.run()).toMatchObject({ linked: 2 });
    expect(await database.companies()).toEqual(['au-abr/1 listings/fern pages/page']);
    await database.web('listings', { ...fern, identifiers: { network: 'kestrel-vane-pty' } });
    expect(await database.run()).toMatchObject({ linked: 0, withdrawn: 2, candidates: 2 });
  });
});
