import type { Scope } from '@orgdex/contract';
import { abnOfCompany, acnOf } from '../synthetic/universe/australia.ts';
import { liveGeneration } from './live-generation.ts';
import { type AnyRecord, company, person } from './records.ts';
import { openTestDatabase } from './test-database.ts';
import { openTestService } from './test-service.ts';

const numbered = (at: number) => {
  const acn = acnOf(at);
  return { acn, abn: abnOfCompany(acn) };
};

type Facts = Partial<Extract<AnyRecord, { type: 'company' }>>;

const australian = (key: string, at: number, facts: Facts): AnyRecord => {
  const { identifiers, ...rest } = facts;
  return company(key, {
    hq_country: 'AU',
    abn_operation_status: 'Active',
    identifiers: { ...numbered(at), ...identifiers },
    ...rest,
  });
};

const perth = { hq_location: 'Perth, Western Australia', states: ['AU-WA'] };
const hobart = { hq_location: 'Hobart, Tasmania', states: ['AU-TAS'] };

/** Depots in a row: for pages, facets and ties. */
const depots = Array.from({ length: 30 }, (_, n) =>
  australian(`depot-${n}`, 100 + n, {
    name: `Fernhill Depot ${String(n).padStart(2, '0')} Pty Ltd`,
    ...(n % 3 === 0 ? hobart : perth),
    ...(n % 5 === 0 ? {} : { employee_count: 10 + (n % 4) * 20 }),
    ...(n % 10 === 9 ? { abn_operation_status: 'Cancelled' } : {}),
    industries: n % 2 === 0 ? ['Warehousing'] : ['Warehousing', 'Road Freight'],
  }),
);

/** Companies that show each rule of search and match once. All are synthetic. */
const discoveryRecords: readonly AnyRecord[] = [
  australian('heron', 1, {
    name: 'Heron Instruments Pty Ltd',
    trading_names: ['Blue Gauge'],
    former_names: ['Harbour Dials Pty Ltd'],
    identifiers: { fqdn: 'heron-instruments.com.au', network: 'heron-instruments' },
    ...perth,
    employee_count: 120,
    year_founded: 1998,
    industries: ['Manufacturing'],
    industry_codes: { anzsic: '2419' },
    keywords: ['gauges'],
    phones: ['+61 8 5550 0100'],
    nextGen: { technographics: { CRM: ['TideCRM'] } },
  }),
  australian('heron-short', 2, { name: 'Heron Pty Ltd', employee_count: 3 }),
  australian('instruments-heron', 3, { name: 'Instruments by Heron Pty Ltd', employee_count: 900 }),
  australian('heronry', 4, { name: 'Heronry Lodges Pty Ltd', employee_count: 5000 }),
  australian('twin-a', 5, { name: 'Bramble Yard Pty Ltd', ...perth }),
  australian('twin-b', 6, { name: 'Bramble Yard Pty Ltd', ...perth }),
  australian('dairy-wa', 7, { name: 'Ashgrove Dairy Pty Ltd', ...perth }),
  australian('dairy-tas', 8, { name: 'Ashgrove Dairy Pty Ltd', ...hobart }),
  company('sagi', { name: '白鷺精機株式会社', country: 'JP', hq_country: 'JP', hq_location: '兵庫県姫路市' }),
  company('dao', { name: 'บริษัท ดาวเหนือการเกษตร จำกัด', country: 'TH', hq_country: 'TH' }),
  company('unknown', { name: 'Wandering Lark Collective', identifiers: { fqdn: 'wanderinglark.org' } }),
  ...depots,
  person('head', 'heron', { position: 'Head of Marketing', network: 'heron-head' }),
  person('cmo', 'heron', { position: 'CMO', network: 'heron-cmo' }),
  person('clerk', 'heron', { position: 'Accounts Clerk' }),
  person('owner', 'heron-short', { position: 'Owner' }),
];

/** The whole service over these companies, imported and published like any other. */
export async function openDiscoveryService() {
  const database = await openTestDatabase();
  await database.importRecords('crm', discoveryRecords);
  await database.publish();
  const { id, indices } = await liveGeneration(database.pool);
  const service = await openTestService({}, { generation: () => ({ id, indices }) });
  const authorization = `Bearer ${await service.issue('company:read', 'company:search', 'people:search')}`;
  const ids = new Map(
    (await database.rows<{ key: string; id: string }>('SELECT key, company_id AS id FROM company_record')).map(
      ({ key, id: of }) => [key, of],
    ),
  );
  return {
    database,
    service,
    numbered,
    /** The id of the company with this key. */
    idOf: (key: string) => ids.get(key) as string,
    get: (url: string) => service.app.inject({ url, headers: { authorization } }),
    post: (url: string, payload: object) =>
      service.app.inject({ method: 'POST', url, payload, headers: { authorization } }),
    issue: (...scopes: Scope[]) => service.issue(...scopes),
    async close() {
      await service.close();
      await database.close();
    },
  };
}
export type DiscoveryService = Awaited<ReturnType<typeof openDiscoveryService>>;
