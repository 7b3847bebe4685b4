import { type Static, type TSchema, Type } from 'typebox';
import { CompanyCard } from './company-card.ts';
import type { Endpoint } from './endpoint.ts';
import { searchLimits } from './limits.ts';
import { Nullable } from './nullable.ts';
import {
  companyStatuses,
  companyTypes,
  type FacetName,
  facetNames,
  presenceNames,
  revenueBands,
  type SearchSort,
  searchSorts,
  sizeBands,
} from './vocabulary.ts';

const closed = { additionalProperties: false } as const;

/** How OpenSearch indexes a field that a search filters by. */
export type SearchKind = 'keyword' | 'prefix' | 'integer' | 'date';

/** An optional field; `null` means that it is absent. */
const optional = <T extends TSchema & { type?: string }>(schema: T) => Type.Optional(Nullable(schema));

const listFacts = { minItems: 1, maxItems: searchLimits.maxValues };

/** Alternatives: a company matches if it has any of the values. */
const Values = (description: string, item: object = {}) =>
  optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 500, ...item },
      ...listFacts,
      description,
      'x-search': 'keyword',
    }),
  );

/** Alternatives from a closed list. */
const OneOf = (description: string, values: readonly string[]) =>
  optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', enum: [...values] },
      ...listFacts,
      description,
      'x-search': 'keyword',
    }),
  );

const bounds = { gte: 'At least', gt: 'More than', lte: 'At most', lt: 'Less than' } as const;
export type Bound = keyof typeof bounds;

const Range = (description: string) =>
  optional(
    Type.Object(
      Object.fromEntries(
        Object.entries(bounds).map(([bound, meaning]) => [
          bound,
          optional(Type.Integer({ description: meaning, minimum: 0, maximum: 1_000_000_000 })),
        ]),
      ) as Record<Bound, ReturnType<typeof optional<ReturnType<typeof Type.Integer>>>>,
      { ...closed, description, 'x-search': 'integer' },
    ),
  );

const CodePrefixes = (description: string) =>
  optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', pattern: '^[A-Za-z0-9]{1,8}$' },
      ...listFacts,
      description,
      'x-search': 'prefix',
    }),
  );

const filterFields = {
  country: Values('Countries of the headquarters, as ISO codes', { pattern: '^[A-Za-z]{2}$' }),
  region: Values('Regions of the headquarters, as ISO 3166-2 codes such as `AU-NSW`', {
    pattern: '^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$',
  }),
  city: Values('Cities of the headquarters, as listed by `GET /companies/values/city`'),
  industry: Values('Industry names, as listed by `GET /companies/values/industry`'),
  company_size: OneOf('Employee ranges', sizeBands),
  company_type: OneOf('Kinds of company', companyTypes),
  revenue: OneOf('Ranges of yearly revenue in US dollars', revenueBands),
  status: OneOf('`active` or `inactive`, according to the registers', companyStatuses),
  keyword: Values('Keywords, as listed by `GET /companies/values/keyword`'),
  technology: Values('Technologies, as listed by `GET /companies/values/technology`'),
  source: Values('Names of data sources, as listed by `GET /companies/values/source`'),
  industry_code: optional(
    Type.Object(
      {
        sic: CodePrefixes('Beginnings of SIC codes'),
        naics: CodePrefixes('Beginnings of NAICS codes'),
        anzsic: CodePrefixes('Beginnings of ANZSIC codes'),
      },
      { ...closed, description: 'Industry codes by classification, each a list of whole codes or their beginnings' },
    ),
  ),
  employee_count: Range('Number of employees. Companies whose number is unknown do not match'),
  year_founded: Range('Year in which the company was founded. Companies whose year is unknown do not match'),
  has: optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', enum: [...presenceNames] },
      ...listFacts,
      description: 'What must be known about the company; several values are all required',
      'x-search': 'keyword',
    }),
  ),
  updated_since: optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'Day (UTC), as YYYY-MM-DD: only companies whose data changed on or after it',
      'x-search': 'date',
    }),
  ),
};

const ExcludedCompanies = Type.Object(filterFields, {
  ...closed,
  description: 'Excludes companies that match any of these fields',
});

export const CompanyFilter = Type.Object(
  { ...filterFields, not: optional(ExcludedCompanies) },
  {
    ...closed,
    $id: 'CompanyFilter',
    description: 'Values of one field are alternatives; fields are combined with AND',
  },
);
export type CompanyFilter = Static<typeof CompanyFilter>;
export type FilterFields = Omit<CompanyFilter, 'not'>;

export const CompanySearch = Type.Object(
  {
    q: optional(
      Type.String({
        maxLength: searchLimits.maxQuery,
        description: [
          'Words of a current, trading or former name. All must match, and the last one may be incomplete.',
          'Case, accents and legal forms do not matter. A domain, URL or register number finds its company first',
        ].join(' '),
        examples: ['kestrel'],
      }),
    ),
    filter: optional(CompanyFilter),
    facets: optional(
      Type.Unsafe<FacetName[]>({
        type: 'array',
        items: { type: 'string', enum: [...facetNames] },
        minItems: 1,
        maxItems: searchLimits.maxFacets,
        uniqueItems: true,
        description:
          'Fields to count by value. The counts of a field ignore the filter on that field, so that they show its alternatives',
      }),
    ),
    sort: optional(
      Type.Unsafe<SearchSort>({
        type: 'string',
        enum: [...searchSorts],
        description:
          'Order of the companies. Default: `relevance` with `q`, `-employee_count` without. Unknown values come last',
      }),
    ),
    size: optional(
      Type.Integer({
        minimum: 1,
        maximum: searchLimits.maxSize,
        description: `Companies per page, 1 to ${searchLimits.maxSize}. Default: ${searchLimits.defaultSize}`,
        examples: [10],
      }),
    ),
    cursor: optional(
      Type.String({
        minLength: 1,
        maxLength: searchLimits.longestCursor,
        description: 'Reads the next page: the value of `next_cursor`, with the same `q`, `filter` and `sort`',
      }),
    ),
  },
  {
    ...closed,
    $id: 'CompanySearch',
    examples: [{ q: 'kestrel', filter: { country: ['AU'] }, facets: ['region'], size: 10 }],
  },
);
export type CompanySearch = Static<typeof CompanySearch>;

/** A value of a field, and how many companies have it. */
export const CountedValue = Type.Object(
  {
    value: Type.String({ description: 'The value, as a filter takes it' }),
    label: Type.String({ description: 'The value as people write it: for a region, its name' }),
    count: Type.Integer({ description: 'Number of companies with the value' }),
  },
  { ...closed, $id: 'CountedValue' },
);
export type CountedValue = Static<typeof CountedValue>;

const Facet = Type.Object(
  {
    values: Type.Array(CountedValue, { description: 'The most frequent values' }),
    other: Type.Integer({ description: 'Companies with other values only, as far as a company has one value' }),
    missing: Type.Integer({ description: 'Companies without a value' }),
  },
  { ...closed, $id: 'Facet' },
);
export type Facet = Static<typeof Facet>;

export const FoundCompanies = Type.Object(
  {
    total: Type.Object(
      {
        value: Type.Integer({ description: 'Number of companies that match' }),
        relation: Type.Unsafe<'eq' | 'gte'>({
          type: 'string',
          enum: ['eq', 'gte'],
          description: `\`eq\`: exactly this number; \`gte\`: more than ${searchLimits.exactTotal} match`,
        }),
      },
      { ...closed, description: 'Number of companies on all pages' },
    ),
    companies: Type.Array(CompanyCard, { description: 'One page of companies' }),
    facets: Type.Record(Type.String(), Facet, { description: 'The requested counts, by field' }),
    next_cursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page; `null` on the last' })),
    diagnosis: Type.Unsafe<{ remove: string; total: number }[] | null>({
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: {
          remove: { type: 'string', description: 'The field to leave out, such as `filter.region`' },
          total: { type: 'integer', description: 'Number of companies that match without it' },
        },
        required: ['remove', 'total'],
        additionalProperties: false,
      },
      description: 'If nothing matches: what to leave out to get results, the most results first',
    }),
  },
  { ...closed, $id: 'FoundCompanies' },
);
export type FoundCompanies = Static<typeof FoundCompanies>;

export const SearchCompanies = {
  id: 'searchCompanies',
  tag: 'Companies',
  method: 'POST',
  url: '/companies/search',
  summary: 'Search companies',
  description: [
    'Finds companies by name, filters them, and counts the results by field.',
    [
      'With `q`, sorted by how well a name matches: the same name, all words in order, all words, the last word',
      'incomplete, one typing error. Then active companies before inactive ones, larger before smaller.',
    ].join(' '),
    'A page with at least one company costs one credit; an empty result is free and says what to leave out.',
  ].join('\n\n'),
  scope: 'company:search',
  body: CompanySearch,
  response: FoundCompanies,
  returns: 'One page of companies.',
  headers: {},
  metered: { shows: 'companies', idsOf: ({ companies }: FoundCompanies) => companies.map(({ id }) => id) },
  problems: ['invalid_field', 'invalid_body', 'invalid_cursor', 'body_too_large', 'unsupported_media_type'],
} as const satisfies Endpoint;
