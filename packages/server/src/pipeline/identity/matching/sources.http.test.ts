import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchLedger,
  numbered,
  openMatchLedger,
  page,
  together,
} from '../../../../../testing/src/data/match-database.ts';
import { company } from '../../../../../testing/src/data/records.ts';
import { cikOf, jcnOf, leiOf, nzbnOf } from '../../../sample-data/demo/numbers.ts';

let ledger: MatchLedger;
beforeAll(async () => {
  ledger = await openMatchLedger();
});
afterAll(() => ledger.close());
beforeEach(() => ledger.clear());

describe('an incomplete register', () => {
  const acme = company('1', { country: 'US', states: ['US-CA'], name: 'Kestrel Vane', identifiers: { cik: cikOf(1) } });
  const site = free('page', 'Kestrel Vane', { country: 'US', states: ['US-CA'] });

  test('proposes and does not link, because other companies may have the same name', async () => {
    await ledger.registerOf('us-sec', acme);
    await ledger.web('pages', site);
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await ledger.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    expect((await ledger.command('list')).out).toContain('Not linked: no complete national register lists it');
  });

  test('does not link if it lists companies only: a society may have the same name', async () => {
    const nelson = { country: 'NZ', states: ['NZ-NSN'], name: 'Nelson Yacht Club' };
    await ledger.registerOf('nz-nzbn', company('1', { ...nelson, identifiers: { nzbn: nzbnOf(1) } }));
    await ledger.web('pages', company('page', nelson));
    await ledger.run();
    expect((await ledger.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
  });

  test('does not link if only delta files were loaded, until a full file is', async () => {
    const tokyo = { country: 'JP', states: ['JP-13'] };
    const hawk = company('1', { ...tokyo, name: '株式会社隼精機', identifiers: { jcn: jcnOf(1) } });
    await ledger.registerOf('jp-nta', hawk);
    await ledger.web('pages', free('page', '隼精機', tokyo));
    await ledger.run();
    expect((await ledger.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['partial']]);
    await ledger.importRecords('jp-nta', [hawk], { class: 'register', whole: true });
    expect(await ledger.run()).toMatchObject({ linked: 1, candidates: 0 });
  });

  test('links once a complete register lists the company too, and only there', async () => {
    const lei = { lei: leiOf(1) };
    await ledger.importRecords('gleif', [numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei })], {
      class: 'gleif',
    });
    await ledger.web('pages', page);
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 1 });
    await ledger.registerOf('sg-acra', numbered(2, 'Kestrel Vane', { identifiers: lei }));
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 1 });
    await ledger.register(numbered(1, 'Kestrel Vane Pty Ltd', { identifiers: lei }));
    expect(await ledger.run()).toMatchObject({ linked: 1, candidates: 0 });
  });
});

describe('sources', () => {
  test("the operator's own file proposes and does not link, unless it is named", async () => {
    await ledger.register(kestrel);
    await ledger.own(free('row', 'Kestrel Vane'));
    expect(await ledger.run()).toMatchObject({ linked: 0, candidates: 1 });
    expect((await ledger.list()).map(({ reasons }) => reasons.obstacles)).toEqual([['source']]);
    expect(await ledger.run('--source', 'crm')).toMatchObject({ sources: ['crm'], linked: 1, candidates: 0 });
    expect(await ledger.companies()).toEqual(['au-abr/1 crm/row']);
  });

  test('a source that is no longer named loses its links', async () => {
    await ledger.register(kestrel, numbered(2, 'Moss Ltd'));
    await ledger.web('pages', page);
    await ledger.web('listings', free('moss', 'Moss'));
    expect(await ledger.run()).toMatchObject({ linked: 2 });
    expect(await ledger.run('--source', 'pages')).toMatchObject({
      sources: ['pages'],
      linked: 1,
      withdrawn: 1,
      candidates: 1,
    });
    expect(await ledger.companies()).toEqual([...together, 'au-abr/2', 'listings/moss']);
  });

  test('an unknown source is rejected with the list of known ones', async () => {
    await ledger.register(kestrel);
    expect(await ledger.refused('run', '--source', 'pagse')).toMatch(
      /^Nothing was imported from pagse\. Imported sources: .*au-abr, .*pages, .*\.$/,
    );
  });

  test('two sources may link to one company if they do not contradict each other', async () => {
    const fern = free('fern', 'Kestrel Vane', { identifiers: { fqdn: 'kestrelvane.com.au' } });
    await ledger.register(kestrel);
    await ledger.web('pages', page);
    await ledger.web('listings', fern);
    expect(await ledger.run()).toMatchObject({ linked: 2 });
    expect(await ledger.companies()).toEqual(['au-abr/1 listings/fern pages/page']);
    await ledger.web('listings', { ...fern, identifiers: { network: 'kestrel-vane-pty' } });
    expect(await ledger.run()).toMatchObject({ linked: 0, withdrawn: 2, candidates: 2 });
  });
});
