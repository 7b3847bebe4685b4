import { type Static, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';

const closed = { additionalProperties: false } as const;

const people = Type.Integer({ description: 'Number of people', examples: [3] });
const Seniority = Type.String({ description: 'Seniority ID, "1" to "7"', examples: ['5'] });
const Department = Type.String({ description: 'Department ID, "1" to "17"', examples: ['2'] });

export const PeopleCounts = Type.Object(
  {
    id: Type.String({ description: 'Id of the company' }),
    total: Type.Integer({ description: 'People of the company in this country', examples: [58] }),
    seniorities: Type.Array(Type.Object({ seniority: Seniority, count: people }, closed), {
      description: 'People by seniority. A person with several levels counts in each',
    }),
    departments: Type.Array(Type.Object({ department: Department, count: people }, closed), {
      description: 'People by department. A person in several departments counts in each',
    }),
    cells: Type.Array(Type.Object({ department: Department, seniority: Seniority, count: people }, closed), {
      description: 'People by department and seniority; combinations without people are left out',
    }),
  },
  { ...closed, $id: 'PeopleCounts' },
);
export type PeopleCounts = Static<typeof PeopleCounts>;

export const PeopleCountsQuestion = Type.Object(
  {
    country: Type.Optional(
      CountryField(
        `Country that the people work in: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
      ),
    ),
  },
  { ...closed, $id: 'PeopleCountsQuestion' },
);
export type PeopleCountsQuestion = Static<typeof PeopleCountsQuestion>;

export const CountPeople = {
  id: 'countPeople',
  tag: 'People',
  method: 'GET',
  url: '/companies/{id}/people-counts',
  summary: 'Count people in a company',
  description: [
    'Returns how many people work at a company, by department and seniority: the same people as `POST /people/search`.',
    'A response with at least one person costs one credit; an empty one is free.',
  ].join(' '),
  scope: 'people:search',
  params: Type.Object(
    { id: Type.String({ minLength: 1, description: 'Id of the company', examples: ['sandbox-kestrel'] }) },
    { ...closed, $id: 'PeopleCountsParams' },
  ),
  query: PeopleCountsQuestion,
  shown: [],
  response: PeopleCounts,
  returns: 'The counts.',
  headers: { 'X-Canonical-Id': 'The current id, if the requested id was merged into another company' },
  metered: { shows: 'companies', idsOf: ({ id, total }: PeopleCounts) => (total > 0 ? [id] : []) },
  country: { part: 'query', field: 'country' },
  problems: ['unsupported_country', 'invalid_field', 'company_not_found'],
} as const satisfies Endpoint;
