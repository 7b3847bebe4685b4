import {
  ChangeKey,
  IssueKey,
  ListAccounts,
  ListAudit,
  ListKeys,
  ListPlans,
  ListRefusals,
  ListUsage,
  RevokeKey,
  RotateKey,
  SetAccount,
  SetPlan,
  VerifyAudit,
} from './admin/access.ts';
import { ExplainCompany, JoinCompanies, SplitCompany } from './admin/companies.ts';
import { GetCoverage, GetRun, ListRejections, ListRuns, ListSources, MeasureCoverage } from './admin/imports.ts';
import { AcceptMatch, DecideMatches, ListMatches, RejectMatch, UndoMatch } from './admin/matches.ts';
import { ErasePerson, ExportPerson, GetExpiry } from './admin/people-rights.ts';
import { AddOptOut, AddOptOuts, GetOptOut, LiftOptOut, ListOptOuts } from './admin/privacy.ts';
import { GetStatus } from './admin/status.ts';
import { SearchCompanyPeople } from './company-people.ts';
import { CountPeople } from './count-people.ts';
import type { Endpoint } from './endpoint.ts';
import { GetCompany } from './get-company.ts';
import { GetSources } from './get-sources.ts';
import { GetUsage } from './get-usage.ts';
import { ListValues } from './list-values.ts';
import { MatchCompanies } from './match-companies.ts';
import { hoist, type Json, operation, type ResponseExamples, securityScheme } from './openapi-operation.ts';
import { Problem } from './problem.ts';
import { quickStart } from './quick-start.ts';
import { SearchCompanies } from './search-companies.ts';
import { SearchPeople } from './search-people.ts';
import { SuggestCompanies } from './suggest-companies.ts';

/** The operations that customers call, in the order of the reference. */
const customerEndpoints: readonly Endpoint[] = [
  GetCompany,
  SearchCompanies,
  SuggestCompanies,
  ListValues,
  MatchCompanies,
  GetSources,
  SearchPeople,
  SearchCompanyPeople,
  CountPeople,
  GetUsage,
];

/** The operations that the operator calls, in the order of the reference. */
const adminEndpoints: readonly Endpoint[] = [
  ListPlans,
  SetPlan,
  ListAccounts,
  SetAccount,
  ListKeys,
  IssueKey,
  ChangeKey,
  RevokeKey,
  RotateKey,
  ListUsage,
  ListRefusals,
  ListAudit,
  VerifyAudit,
  ListMatches,
  DecideMatches,
  AcceptMatch,
  RejectMatch,
  UndoMatch,
  ExplainCompany,
  JoinCompanies,
  SplitCompany,
  ListRuns,
  GetRun,
  ListRejections,
  GetCoverage,
  MeasureCoverage,
  ListSources,
  ListOptOuts,
  AddOptOut,
  AddOptOuts,
  GetOptOut,
  LiftOptOut,
  ExportPerson,
  ErasePerson,
  GetExpiry,
  GetStatus,
];

/** Every operation that needs a key. */
export const endpoints: readonly Endpoint[] = [...customerEndpoints, ...adminEndpoints];

/** What each group of the reference is about. */
const customerTags = {
  Companies: 'Find companies and read their profiles.',
  People: 'Find the people who work at a company.',
  Usage: 'See what your key may do, and what it has used.',
};
const adminTags = {
  Plans: 'What customers may do: rate, credits, countries and scopes.',
  Accounts: 'The customers that keys belong to.',
  'API keys': 'Create, change, rotate and revoke keys.',
  Usage: 'Metered responses and rejected requests of all accounts.',
  'Audit log': 'Every change to plans, accounts, keys, matches and companies, and every request of a person.',
  Matches: 'Review companies that were matched by name and location.',
  'Company records': 'See which records make up a company, and join or split companies.',
  Imports: 'What was imported, what was rejected, and how complete the data is.',
  Privacy: 'Requests of people about their data: opt-outs, access and erasure; and how long people are kept.',
  Status: 'Health of the stores, publish lag and an hour of metrics.',
};

interface Facts {
  readonly info: Json;
  readonly docs: { readonly description: string; readonly url: string };
  readonly tags: Readonly<Record<string, string>>;
  readonly endpoints: readonly Endpoint[];
  readonly examples: ResponseExamples;
}

/** An OpenAPI 3.1 document. The schemas are JSON Schema 2020-12 already, so this only assembles. */
function documentOf({ info, docs, tags, endpoints: listed, examples }: Facts): Json {
  const found = new Map<string, Json>();
  hoist(Problem, found);
  const paths: Record<string, Json> = {};
  for (const endpoint of listed) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.url] = { ...paths[endpoint.url], [method]: operation(endpoint, found, examples) };
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    externalDocs: docs,
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        [securityScheme]: {
          type: 'http',
          scheme: 'bearer',
          description: 'Your API key: `orgdex_live_…` or `orgdex_test_…`',
        },
      },
    },
  };
}

/** What a customer can call. */
export const openapi = (version: string, examples: ResponseExamples = {}): Json =>
  documentOf({
    info: {
      title: 'orgdex API',
      version,
      summary: 'Company profiles and the people who work there',
      description: quickStart('/docs/problems'),
    },
    docs: { description: 'Error codes', url: '/docs/problems' },
    tags: customerTags,
    endpoints: customerEndpoints,
    examples,
  });

/** What only the operator can call. */
export const adminOpenapi = (version: string): Json =>
  documentOf({
    info: {
      title: 'orgdex admin API',
      version,
      summary: 'Plans, accounts, API keys, matches, imports, opt-outs and status',
      description: [
        'For the operator of this service. Every operation requires a key with the scope `admin`, which `orgdex',
        'key create --scope admin` creates. Changes to plans, accounts and keys take effect on all servers within a',
        'second; changes to companies with the next publish. Each one is recorded in the audit log.\n\nThe',
        'operations that customers call are in the [API reference](/docs/).',
      ].join(' '),
    },
    docs: { description: 'API for customers', url: '/docs/' },
    tags: adminTags,
    endpoints: adminEndpoints,
    examples: {},
  });
