import { Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { itemsPerRequest } from '../limits.ts';
import { meteredProblems } from '../problem.ts';
import { reconcileScope } from '../vocabulary.ts';

/** Queries that OpenRefine may send at once. It sends one batch after the other. */
export const reconcileBatchSize = 50;

/**
 * The addresses of the service: with the key in the header, in the path, and for the companies of one country. OpenRefine
 * sends no header.
 */
const roots = ['/reconcile', '/reconcile/{key}', '/reconcile/{key}/{country}'] as const;

/** One candidate of a query. */
interface Candidate {
  readonly id: string;
  readonly match: boolean;
}
type Reconciled = Readonly<Record<string, { readonly result: readonly Candidate[] }>>;
interface Extended {
  readonly rows: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
}

const matchedIds = (batch: Reconciled): string[] =>
  Object.values(batch).flatMap(({ result }) => result.filter(({ match }) => match).map(({ id }) => id));

const filledIds = ({ rows }: Extended): string[] =>
  Object.entries(rows).flatMap(([id, row]) => (Object.values(row).some((values) => values.length > 0) ? [id] : []));

/** Shared by the operations of the reconciliation service, whose requests and responses another specification defines. */
const ofService = {
  tag: 'Reconciliation',
  method: 'GET',
  url: roots[1],
  scope: reconcileScope,
  response: Type.Unknown(),
  headers: {},
  country: { part: 'query', field: 'country' },
  problems: [
    'unsupported_country',
    'invalid_field',
    'invalid_body',
    'body_too_large',
    'unsupported_media_type',
    'company_not_found',
    // One address serves free and metered operations.
    ...meteredProblems,
  ],
} as const satisfies Partial<Endpoint>;

export const GetManifest = {
  ...ofService,
  id: 'getReconciliationManifest',
  summary: 'Describe the reconciliation service',
  description: 'Returns what the service can do and where. Free of charge.',
  returns: 'The manifest.',
} as const satisfies Endpoint;

export const ReconcileCompanies = {
  ...ofService,
  id: 'reconcileCompanies',
  method: 'POST',
  summary: 'Reconcile names of companies',
  description: [
    'Finds the companies that the values of a column mean. Each match costs one credit, and every',
    `${itemsPerRequest} queries count as one request, as in \`POST /companies/match\`.`,
  ].join(' '),
  returns: 'The candidates of each query.',
  metered: { shows: 'companies', idsOf: matchedIds, creditsOf: (batch: Reconciled) => matchedIds(batch).length },
  batch: { field: 'queries', itemsPerRequest },
} as const satisfies Endpoint;

export const ExtendCompanies = {
  ...ofService,
  id: 'extendCompanies',
  method: 'POST',
  summary: 'Add columns from companies',
  description: [
    'Returns fields of the profiles of companies. Each company with a value costs one credit, and every',
    `${itemsPerRequest} companies count as one request.`,
  ].join(' '),
  returns: 'The values of each company.',
  metered: { shows: 'companies', idsOf: filledIds, creditsOf: (body: Extended) => filledIds(body).length },
  batch: { field: 'ids', itemsPerRequest },
} as const satisfies Endpoint;

export const SuggestForReconciling = {
  ...ofService,
  id: 'suggestForReconciling',
  url: `${roots[1]}/suggest/{kind}`,
  summary: 'Suggest companies, types or properties',
  description: 'Returns what starts with the text that was typed. Free of charge.',
  returns: 'The suggestions.',
} as const satisfies Endpoint;

export const ProposeProperties = {
  ...ofService,
  id: 'proposeProperties',
  url: `${roots[1]}/properties`,
  summary: 'List the fields that can be added as columns',
  description: 'Returns the common fields of a profile. Free of charge.',
  returns: 'The fields.',
} as const satisfies Endpoint;

export const PreviewCompany = {
  ...ofService,
  id: 'previewCompany',
  url: `${roots[1]}/preview`,
  summary: 'Preview a company',
  description: 'Returns a small page with the name, place and size of a company. Free of charge.',
  returns: 'A page.',
} as const satisfies Endpoint;

/** The same operation at each address of the service. */
export const atEachRoot = (endpoint: Endpoint): Endpoint[] =>
  roots.map((root) => ({ ...endpoint, url: endpoint.url.replace(roots[1], root) }));

/** The operations of the reconciliation service, at all their addresses. They are not part of the API reference. */
export const reconcileEndpoints: readonly Endpoint[] = [
  GetManifest,
  ReconcileCompanies,
  SuggestForReconciling,
  ProposeProperties,
  PreviewCompany,
].flatMap(atEachRoot);
