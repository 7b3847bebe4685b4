import type { Company, CompanySources } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { company } from '../../../../testing/src/data/records.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let discovery: DiscoveryService;
beforeAll(async () => {
  discovery = await openDiscoveryService();
  const { abn } = discovery.numbered(1);
  const facts = { name: 'HERON INSTRUMENTS PTY LTD', observed: '2026-03-04', country: 'AU', identifiers: { abn } };
  await discovery.database.importRecords('au-abr', [company('register-key', facts)], { class: 'register' });
  await discovery.database.publish();
});
afterAll(() => discovery.close());

async function sourcesOf(id: string, query = ''): Promise<CompanySources> {
  const response = await discovery.get(`/companies/${id}/sources${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : value !== null && value !== '';

test('every value that is served has a source, and the values of other records are listed', async () => {
  const id = discovery.idOf('heron');
  const { fields } = await sourcesOf(id);
  const profile = (await discovery.get(`/company?id=${id}`)).json() as Company;
  const served = Object.entries(profile).filter(
    ([name, value]) => name !== 'id' && name !== 'nextGen' && isFilled(value),
  );
  const explained = (name: string) =>
    name in fields || Object.keys(fields).some((field) => field.startsWith(`${name}.`));
  expect(served.filter(([name]) => !explained(name))).toEqual([]);
  expect(fields.name).toEqual({
    value: profile.name,
    source: 'crm',
    title: 'crm',
    observed: '2026-01-01',
    others: [{ value: 'HERON INSTRUMENTS PTY LTD', source: 'au-abr', observed: '2026-03-04' }],
  });
});

test('other names and the records are listed, without the keys of records', async () => {
  const response = await discovery.get(`/companies/${discovery.idOf('heron')}/sources`);
  const { names, records } = response.json() as CompanySources;
  expect(names.trading).toEqual([{ value: 'Blue Gauge', source: 'crm', observed: '2026-01-01' }]);
  expect(names.former).toEqual([{ value: 'Harbour Dials Pty Ltd', source: 'crm', observed: '2026-01-01' }]);
  expect(records.map(({ source, country }) => [source, country])).toEqual([
    ['au-abr', 'AU'],
    ['crm', null],
  ]);
  expect(records.map(({ linked_by }) => linked_by)).toContain('abn');
  expect(response.body).not.toContain('register-key');
});

test('an unknown company is not found, and an unknown country is rejected', async () => {
  expectProblem(await discovery.get('/companies/c_none/sources'), 'company_not_found', 'id');
  expectProblem(
    await discovery.get(`/companies/${discovery.idOf('heron')}/sources?country=ZZ`),
    'unsupported_country',
    'country',
  );
});
