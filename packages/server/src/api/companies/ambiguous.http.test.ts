import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, removed } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { joinCompanies, splitCompany } from '../../pipeline/identity/manual-decisions.ts';
import { rebuild } from '../../pipeline/publish/rebuild.ts';
import { openServedGeneration } from '../../pipeline/publish/served-generation.ts';
import { abnOf } from '../../sample-data/demo/numbers.ts';

let database: TestDatabase;
let service: TestService;
let key: string;
let served: ReturnType<typeof openServedGeneration>;

/** The whole path: records are imported and published, and requests are served through the cache. */
beforeAll(async () => {
  database = await openTestDatabase();
  served = openServedGeneration({ pool: database.pool, cacheBytes: 1 << 20, rates: database.rebuildDeps.rates });
  service = await openTestService({}, { generation: () => served.current() });
  key = await service.issue('company:read');
});
afterAll(() => Promise.all([service.close(), database.close()]));

const idOf = async (record: string) =>
  (await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [record]))[0]
    ?.company_id ?? '';

/** Which company the identifier finds, and how many claim it according to the response header. */
async function lookUp(query: Record<string, string>) {
  const response = await service.app.inject({
    url: `/company?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${key}` },
  });
  return { id: response.json().id, ambiguous: response.headers['x-identifier-ambiguous'] };
}

/** Publishes what was imported and lets the cache catch up, as a serving process does. */
async function publish() {
  const counts = await database.publish();
  await served.refresh();
  return counts;
}

const fqdn = 'shared.com.au';
const claimant = (nth: number, facts = {}) =>
  company(`c${nth}`, { identifiers: { abn: abnOf(nth), fqdn, network: `slug-${nth}` }, ...facts });

describe('an identifier that several companies claim', () => {
  test('is not reported while only one company claims it', async () => {
    await database.importRecords('crm', [claimant(1)]);
    await publish();
    expect(await lookUp({ fqdn })).toEqual({ id: await idOf('c1'), ambiguous: undefined });
  });

  test('finds the first by source and key, and the header counts the companies', async () => {
    await database.importRecords('crm', [claimant(2)]);
    await publish();
    expect(await lookUp({ fqdn })).toEqual({ id: await idOf('c1'), ambiguous: '2' });
    expect(await lookUp({ website: `https://www.${fqdn}/contact` })).toEqual({ id: await idOf('c1'), ambiguous: '2' });
  });

  test('finds the source of highest precedence first', async () => {
    await database.importRecords('register', [company('r1', { identifiers: { abn: abnOf(3), fqdn } })], {
      class: 'register',
    });
    await publish();
    expect(await lookUp({ fqdn })).toEqual({ id: await idOf('r1'), ambiguous: '3' });
  });

  test('is not reported when another identifier or an id decides', async () => {
    for (const query of [{ abn: abnOf(2) }, { ln_slug: 'slug-2', fqdn }, { id: await idOf('c2'), fqdn }]) {
      expect(await lookUp(query as Record<string, string>)).toEqual({ id: await idOf('c2'), ambiguous: undefined });
    }
  });

  test('counts companies, not records', async () => {
    await database.importRecords('other', [company('o2', { identifiers: { abn: abnOf(2), fqdn } })]);
    expect(await publish()).toMatchObject({ refused: 0 });
    expect(await lookUp({ fqdn })).toMatchObject({ ambiguous: '3' });
  });

  test('is counted again when a claimant changes its domain or is removed', async () => {
    await database.importRecords('register', [removed('company', 'r1')], { class: 'register' });
    await publish();
    expect(await lookUp({ fqdn })).toEqual({ id: await idOf('c1'), ambiguous: '2' });
    await database.importRecords('crm', [company('c1', { identifiers: { abn: abnOf(1), fqdn: 'own.com.au' } })]);
    await publish();
    expect(await lookUp({ fqdn })).toEqual({ id: await idOf('c2'), ambiguous: undefined });
  });

  test('is counted again when companies are merged or split, though the same company is found', async () => {
    await database.importRecords('crm', [
      company('m1', { identifiers: { abn: abnOf(11), fqdn: 'merged.com.au' } }),
      company('m2', { identifiers: { cik: '12', fqdn: 'merged.com.au' } }),
    ]);
    await publish();
    const [one, other] = [await idOf('m1'), await idOf('m2')];
    expect(await lookUp({ fqdn: 'merged.com.au' })).toEqual({ id: one, ambiguous: '2' });
    await joinCompanies(database.deps, one, other);
    await publish();
    expect(await lookUp({ fqdn: 'merged.com.au' })).toEqual({ id: one, ambiguous: undefined });
    await database.importRecords('crm', [company('s2', { identifiers: { abn: abnOf(11), fqdn: 'merged.com.au' } })]);
    await splitCompany(database.deps, one, [{ source: 'crm', key: 's2' }]);
    await publish();
    expect(await lookUp({ abn: abnOf(11) })).toEqual({ id: one, ambiguous: '2' });
  });

  test('has the same count after a rebuild, where every claimant is known at once', async () => {
    await database.importRecords('crm', [claimant(1), claimant(4), claimant(5)]);
    await publish();
    const before = await lookUp({ fqdn });
    expect(before).toEqual({ id: await idOf('c1'), ambiguous: '4' });
    await rebuild(database.rebuildDeps);
    await served.refresh();
    expect(await lookUp({ fqdn })).toEqual(before);
  });
});

describe('orgdex company explain', () => {
  const explain = async (...args: string[]) => (await runCommand(database, 'company', 'explain', ...args)).out;

  test('says how many companies claim the identifier, which one is returned, and who the others are', async () => {
    const [found, other] = [await idOf('c1'), await idOf('c2')];
    const byDomain = await explain(`fqdn:${fqdn}`);
    expect(byDomain).toContain(`found by fqdn:${fqdn}, which 4 companies claim`);
    expect(byDomain).toMatch(
      new RegExp(
        `^Identifiers shared with other companies\n {2}fqdn:${fqdn} +4 companies; lookups return this one`,
        'm',
      ),
    );
    expect(byDomain).toContain(other);
    expect(await explain(other)).toContain(`4 companies; lookups return ${found}`);
    expect(JSON.parse(await explain(other, '--json')).shared_identifiers).toMatchObject([
      { identifier: `fqdn:${fqdn}`, claimants: 4, company: found },
    ]);
  });

  test('says nothing of it where the company shares no identifier', async () => {
    await database.importRecords('alone', [company('a1', { identifiers: { abn: abnOf(90), fqdn: 'alone.com.au' } })]);
    expect(await explain(await idOf('a1'))).not.toContain('shared');
    expect(await explain('fqdn:alone.com.au')).not.toContain('companies claim');
  });
});
