import { type Static, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';
import { companyPeopleLimits, itemsPerRequest, maxPositionLength } from './limits.ts';
import { ItemProblem } from './match-companies.ts';
import { Nullable, NullableString } from './nullable.ts';
import { PersonMatch } from './person-match.ts';
import { vocabularyItem } from './search-people.ts';
import {
  type CompanyPeopleStatus,
  companyIdentifiers,
  companyPeopleStatuses,
  departments,
  seniorities,
} from './vocabulary.ts';

const closed = { additionalProperties: false } as const;

const text = (description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 2000, description })));

/** A company to search in: one identifier. */
export const PeopleCompany = Type.Object(
  {
    ref: Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'Your own name for the company' }))),
    id: text('Company id'),
    ln_slug: text('Slug of the company on LinkedIn'),
    ln_url: text('Full address of the company’s page on LinkedIn'),
    fqdn: text('Domain name'),
    abn: text('Australian Business Number'),
    website: text('Website address'),
  },
  { ...closed, $id: 'PeopleCompany' },
);
export type PeopleCompany = Static<typeof PeopleCompany>;

const Ids = (vocabulary: Readonly<Record<string, string>>, what: string) =>
  Type.Optional(
    Type.Unsafe<(string | number)[] | null>({
      type: ['array', 'null'],
      items: vocabularyItem(vocabulary),
      minItems: 1,
      maxItems: Object.keys(vocabulary).length,
      description: `${what}: ids or names in any case; people with any of them match`,
    }),
  );

export const CompanyPeopleQuestion = Type.Object(
  {
    companies: Type.Array(PeopleCompany, {
      minItems: 1,
      maxItems: companyPeopleLimits.maxCompanies,
      description: `1 to ${companyPeopleLimits.maxCompanies} companies. An invalid one does not affect the others`,
      'x-each': true,
    }),
    position: Type.Optional(
      Type.Unsafe<string | string[] | null>({
        type: ['string', 'array', 'null'],
        maxLength: maxPositionLength,
        items: { type: 'string', maxLength: maxPositionLength },
        minItems: 1,
        maxItems: companyPeopleLimits.maxPositions,
        description: 'Words of the job title, or several titles of which any may match',
        examples: ['head of marketing'],
      }),
    ),
    seniority: Ids(seniorities, 'Seniority'),
    department: Ids(departments, 'Department'),
    selected_country: Type.Optional(
      Nullable(
        CountryField(
          `Country that the people work in: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
        ),
      ),
    ),
    per_company: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: companyPeopleLimits.maxPerCompany,
          description: `People per company, 1 to ${companyPeopleLimits.maxPerCompany}. Default: ${companyPeopleLimits.defaultPerCompany}`,
        }),
      ),
    ),
  },
  {
    ...closed,
    $id: 'CompanyPeopleQuestion',
    examples: [{ companies: [{ fqdn: 'kestrel.example.com' }], position: 'head of marketing', per_company: 3 }],
  },
);
export type CompanyPeopleQuestion = Static<typeof CompanyPeopleQuestion>;

const NamedCompany = Type.Object(
  {
    id: Type.String({ description: 'Id of the company' }),
    name: NullableString({ description: 'Name of the company' }),
    fqdn: NullableString({ description: 'Domain name' }),
  },
  { ...closed, $id: 'NamedCompany' },
);
export type NamedCompany = Static<typeof NamedCompany>;

const CompanyPeopleResult = Type.Object(
  {
    ref: NullableString({ description: 'The `ref` of the company' }),
    status: Type.Unsafe<CompanyPeopleStatus>({
      type: 'string',
      enum: [...companyPeopleStatuses],
      description:
        '`found`; `none`: the company is known, but no person matches; `not_found`: no company has the identifier; `invalid`: see `problem`',
    }),
    company: Type.Unsafe<NamedCompany | null>({ anyOf: [NamedCompany, { type: 'null' }], description: 'The company' }),
    total: Type.Integer({ description: 'Number of people in the company who match' }),
    people: Type.Array(PersonMatch, { description: 'The first of them, in the order of `POST /people/search`' }),
    problem: Type.Unsafe<ItemProblem | null>({
      anyOf: [ItemProblem, { type: 'null' }],
      description: 'What is wrong with an `invalid` company',
    }),
  },
  { ...closed, $id: 'CompanyPeopleResult' },
);
export type CompanyPeopleResult = Static<typeof CompanyPeopleResult>;

export const CompanyPeople = Type.Object(
  { results: Type.Array(CompanyPeopleResult, { description: 'One result for each company, in their order' }) },
  { ...closed, $id: 'CompanyPeople' },
);
export type CompanyPeople = Static<typeof CompanyPeople>;

export const SearchCompanyPeople = {
  id: 'searchCompanyPeople',
  tag: 'People',
  method: 'POST',
  url: '/companies/people',
  summary: 'Search people in many companies',
  description: [
    'Finds people in up to 100 companies at once, such as the heads of marketing of all your accounts.',
    `Name each company by one of ${companyIdentifiers.map((name) => `\`${name}\``).join(', ')}.`,
    `Each company with at least one person costs one credit. Every ${itemsPerRequest} companies count as one request toward the rate limit.`,
  ].join('\n\n'),
  scope: 'people:search',
  body: CompanyPeopleQuestion,
  response: CompanyPeople,
  returns: 'A result for each company.',
  headers: {},
  metered: {
    shows: 'people',
    idsOf: ({ results }: CompanyPeople) => results.flatMap(({ people }) => people.map(({ person_id }) => person_id)),
    creditsOf: ({ results }: CompanyPeople) => results.filter(({ people }) => people.length > 0).length,
  },
  batch: { field: 'companies', itemsPerRequest },
  country: { part: 'body', field: 'selected_country' },
  problems: [
    'unsupported_country',
    'invalid_field',
    'invalid_body',
    'position_without_words',
    'body_too_large',
    'unsupported_media_type',
  ],
} as const satisfies Endpoint;
