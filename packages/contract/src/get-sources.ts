import { type Static, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';
import { Nullable, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;

/** Any value of a profile. */
const AnyValue = (description: string) => Type.Unsafe<unknown>({ description });

const Source = Type.String({ description: 'Name of the data source' });
const Observed = Type.String({ description: 'Date of the information, as YYYY-MM-DD' });

const SourcedField = Type.Object(
  {
    value: AnyValue('The value as returned by `GET /company`'),
    source: Source,
    title: Type.String({ description: 'Full name of the data source' }),
    observed: Observed,
    others: Type.Array(Type.Object({ value: AnyValue('The value'), source: Source, observed: Observed }, closed), {
      description: 'Different values from other records',
    }),
  },
  { ...closed, $id: 'SourcedField' },
);

const Names = (description: string) =>
  Type.Array(
    Type.Object({ value: Type.String({ description: 'The name' }), source: Source, observed: Observed }, closed),
    { description },
  );

export const CompanySources = Type.Object(
  {
    id: Type.String({ description: 'Id of the company' }),
    fields: Type.Record(Type.String(), SourcedField, {
      description: 'Every value of the profile that is not empty, by field. Nested fields are written with a dot',
    }),
    names: Type.Object(
      { trading: Names('Names under which the company trades'), former: Names('Earlier names') },
      { ...closed, description: 'Other names, which search and match use' },
    ),
    records: Type.Array(
      Type.Object(
        {
          source: Source,
          country: Nullable(Type.String({ description: 'Country that the record applies to; `null` for all' })),
          observed: Observed,
          linked_by: NullableString({
            description: [
              'What links the record to the company: an identifier such as `abn` or `fqdn`, `match` for name and',
              'location, `join` for a decision by the operator; `null` for a record that founded the company',
            ].join(' '),
          }),
        },
        closed,
      ),
      { description: 'The records about the company' },
    ),
  },
  { ...closed, $id: 'CompanySources' },
);
export type CompanySources = Static<typeof CompanySources>;

const SourcesParams = Type.Object(
  { id: Type.String({ minLength: 1, description: 'Id of the company', examples: ['sandbox-kestrel'] }) },
  { ...closed, $id: 'SourcesParams' },
);

const SourcesQuestion = Type.Object(
  {
    country: Type.Optional(
      CountryField(
        `Country whose values to explain where they differ by country: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
      ),
    ),
  },
  { ...closed, $id: 'SourcesQuestion' },
);
export type SourcesQuestion = Static<typeof SourcesQuestion>;

export const GetSources = {
  id: 'getSources',
  tag: 'Companies',
  method: 'GET',
  url: '/companies/{id}/sources',
  summary: "Get the sources of a company's values",
  description: [
    'Returns where each value of a profile comes from, which other values were found, and the records behind it.',
    'Free of charge.',
  ].join(' '),
  scope: 'company:read',
  params: SourcesParams,
  query: SourcesQuestion,
  shown: [],
  response: CompanySources,
  returns: 'The sources of each value.',
  headers: { 'X-Canonical-Id': 'The current id, if the requested id was merged into another company' },
  country: { part: 'query', field: 'country' },
  problems: ['unsupported_country', 'invalid_field', 'company_not_found', 'engine_unavailable'],
} as const satisfies Endpoint;
