import { randomBytes } from 'node:crypto';
import { CountPeople, type Endpoint, GetSources, JoinCompanies, RotateKey } from '@orgdex/contract';
import { setAccount } from '../../../server/src/api/access/accounts.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { openSandbox } from '../../../server/src/sample-data/sandbox/open-sandbox.ts';
import { connectOpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import { openTestService, type TestService, testAudit } from '../data/test-service.ts';
import { companyDocument, personDocument } from '../stores/documents.ts';
import type { Asking } from './matrix.ts';
import { inside, outside } from './matrix-keys.ts';

/** Both datasets contain it, so one request is valid for every key, and the response shows which dataset it is from. */
const company = 'sandbox-kestrel';
export const marks = { live: 'matrix-live', test: 'sandbox-kestrel-p0', testCompany: 'Kestrel & Vane Sandbox' };
const people = (['AU', 'NZ'] as const).map((country) =>
  personDocument(company, { person: `${marks.live}-${country}`, title: 'Manager', country }),
);

/** The whole service, with a dataset for live keys and the real sandbox for test keys. */
export async function openMatrixService(): Promise<TestService> {
  const prefix = `t${randomBytes(6).toString('hex')}`;
  const opensearch = connectOpenSearch(readConfig().OPENSEARCH_URL);
  const sandbox = openSandbox({ opensearch, options: { prefix, shards: 1, replicas: '0' } });
  await sandbox.refresh();
  const live = {
    generation: () => ({ id: 1, indices: service.indices }),
    suppressedAt: () => [],
    simulateProblem: async () => {},
  };
  const facts = { companies: [companyDocument(company, { name: `${marks.live} Pty Ltd` })], people };
  const datasets = { live, test: sandbox.dataset };
  const service: TestService = await openTestService(facts, { datasets, consoleFolder: 'not-built' });
  return {
    ...service,
    async close() {
      await service.close();
      await opensearch.indices.delete({ index: `${prefix}-*` });
      await opensearch.close();
    },
  };
}

type Part = 'params' | 'query' | 'body';
type Values = Record<Part, Record<string, unknown>>;

/** The id in the path, unless it is that of a key. No match, run, company or receipt of the database exists. */
function idFor({ id, url }: Endpoint): string | undefined {
  if (id === GetSources.id || id === CountPeople.id) return company;
  if (url.startsWith('/admin/opt-outs/')) return `r${'0'.repeat(26)}`;
  return /^\/admin\/(?:matches|runs|companies)\//.test(url) ? '999999' : undefined;
}

/** A valid value for each field by its name, not by its route. A field without one has the example of the contract. */
async function valuesFor(service: TestService): Promise<(endpoint: Endpoint) => Promise<Values>> {
  const deps = { pool: service.pool, ...testAudit };
  for (const name of ['matrix few', 'matrix many']) await setAccount(deps, { name, terms: {} });
  const victims = new Map<string, string>();
  return async (endpoint) => {
    const { id } = endpoint;
    const terms = { account: 'matrix many', scopes: ['company:read' as const] };
    // A key can be rotated only once.
    const isNeeded = id === RotateKey.id || !victims.has(id);
    if (isNeeded) victims.set(id, (await issueKey(deps, { terms })).details.id);
    return {
      params: { name: 'matrix-made', id: idFor(endpoint) ?? victims.get(id), field: 'industry' },
      query: { id: company, account: 'matrix few', after: '999999999', q: 'kes' },
      body: {
        companyId: company,
        companies: id === JoinCompanies.id ? ['none', 'neither'] : [{ id: company }],
        account: 'matrix many',
        scopes: ['company:read'],
        decision: 'reject',
        min_score: 0,
        count: 1,
        records: [{ source: 'none', key: 'none' }],
        email: 'nobody@matrix.example',
        list: 'matrix',
        opt_outs: [{ email: 'nobody@matrix.example' }],
        reason: 'a mistake',
      },
    };
  };
}

interface SentSchema {
  readonly properties?: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  readonly required?: readonly string[];
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
}

/** The values that the operation accepts: ours, and examples of other fields that it requires. */
function taken(endpoint: Endpoint, part: Part, values: Values): Record<string, unknown> {
  const { properties = {}, required = [], examples: [example] = [] } = (endpoint[part] ?? {}) as SentSchema;
  const ours = Object.entries(values[part]).filter(([name]) => name in properties);
  const exampleOf = (name: string) => properties[name]?.examples?.[0] ?? example?.[name];
  const others = required.filter((name) => exampleOf(name) !== undefined).map((name) => [name, exampleOf(name)]);
  return Object.fromEntries([...others, ...ours]);
}

/** Sends the service a request that is valid for the route. */
export async function openAsker(service: TestService) {
  const valuesOf = await valuesFor(service);
  return async ({ endpoint, method, country, from }: Asking, headers: Record<string, string>) => {
    const values = await valuesOf(endpoint);
    const [params, query, body] = (['params', 'query', 'body'] as const).map((part) => taken(endpoint, part, values));
    if (country && endpoint.country)
      Object.assign({ query, body }[endpoint.country.part] as object, { [endpoint.country.field]: country });
    return service.app.inject({
      method: method as 'GET',
      url: endpoint.url.replaceAll(/\{(\w+)\}/g, (_, name) => String(params?.[name])),
      query: query as Record<string, string>,
      ...(endpoint.body ? { payload: body as object } : {}),
      headers,
      remoteAddress: from === 'inside' ? inside : outside,
    });
  };
}

/** Every served route, in the notation of the contract: `GET /admin/keys/{id}`. */
export function servedRoutes({ app }: TestService): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, lead, part, methods] = /^(\W*?[├└]── )(\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      if (lead === undefined || part === undefined) return [];
      path.length = lead.length / 4 - 1;
      path.push(part);
      const url = path.join('').replaceAll(/:(\w+)/g, '{$1}');
      return (methods?.split(', ') ?? []).map((method) => `${method} ${url}`);
    });
}
