import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Company, openapi } from '@orgdex/contract';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { authorizeTestRequest } from '../../../testing/src/access/authorized-request.ts';
import { lookUpCompanyRoute } from '../../src/api/companies/companies.route.ts';
import { openHttp } from '../../src/api/http/server.ts';
import { sourceClasses } from '../../src/knowledge/profiles/precedence.ts';
import { buildProfile } from '../../src/knowledge/profiles/profile.ts';
import { mapColumns } from '../../src/knowledge/sources/tables/map-columns.ts';
import { toCompany } from '../../src/knowledge/sources/tables/to-company.ts';
import { companyWrites } from '../../src/pipeline/publish/to-documents.ts';
import { demoRecords } from '../../src/sample-data/demo/demo.ts';
import { kestrelRecords } from '../../src/sample-data/sandbox/full-profile.ts';
import { IndexReader } from '../../src/stores/opensearch/index-reader.ts';
import { mappings } from '../../src/stores/opensearch/mapping.ts';

const field = process.argv[2] ?? '';
const value = 'KSV';
const names = (part: unknown): boolean => JSON.stringify(part).includes(`"${field}"`);
const profile = buildProfile('c1', [], new Map()).body;
const indices = {
  company: 'company',
  identifier: 'identifier',
  person: 'person',
  search: 'search',
  sources: 'sources',
};

/** The published document of a company with a record that has the field. */
function publishedDocument(): unknown {
  const content = { name: 'Kestrel', [field]: value };
  const record = {
    source: 'probe',
    ...sourceClasses.own,
    key: '1',
    country: null,
    observed: '2026-01-01',
    content,
    linkedBy: null,
  };
  const row = { id: 'c1', version: 1, redirect_to: null, rostered: false, changed_at: new Date(0), records: [record] };
  const company = companyWrites(indices, row, new Map()).at(-1);
  return JSON.parse(company?.source ?? '{}');
}

/** OpenSearch with only this document, so that the probe needs no stores. */
async function connectOpenSearch(): Promise<{ url: string; close(): void }> {
  const body = JSON.stringify({ docs: [{ found: true, _source: publishedDocument() }] });
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

/** The response of `GET /company`, from the code that serves it. */
async function served(): Promise<Record<string, unknown>> {
  const opensearch = await connectOpenSearch();
  const reader = new IndexReader([opensearch.url]);
  const dataset = { generation: () => ({ id: 1, indices }), suppressedAt: () => [], simulateProblem: async () => {} };
  const app = await openHttp({ log: pino({ level: 'silent' }), authorize: authorizeTestRequest });
  lookUpCompanyRoute(app, { datasets: { live: dataset, test: dataset }, reader });
  const response = await app.inject('/company?id=c1');
  await app.close();
  reader.close();
  opensearch.close();
  return response.json();
}

/** Whether a column of the same name in an operator's own table fills the field. */
function isReadFromTable(): boolean {
  const row = { name: 'Kestrel', [field]: value };
  return names(toCompany(row, mapColumns(Object.keys(row), 'companies', new Map()), { hashKey: (text) => text }));
}

/** What knows the field in this tree. The test runs this in the tree, and in a copy with one more field. */
console.log(
  JSON.stringify({
    openapi: names(openapi('0')),
    validation: Compile(Company).Check({ ...profile, [field]: value }),
    response: (await served())[field] === value,
    profile: names(profile),
    mapping: names(mappings.search),
    table: isReadFromTable(),
    demo: names([...demoRecords({ companies: 200, people: 0, seed: 1 })]),
    sandbox: names(kestrelRecords),
  }),
);
