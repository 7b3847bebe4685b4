import { type Static, Type } from 'typebox';
import { supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField, wholeNumberUpTo } from './field.ts';
import { valueLimits } from './limits.ts';
import { CountedValue } from './search-companies.ts';
import type { ValueField } from './vocabulary.ts';
import { valueFields } from './vocabulary.ts';

export const ValuesParams = Type.Object(
  {
    field: Type.Unsafe<ValueField>({
      type: 'string',
      enum: [...valueFields],
      description: 'The field to list',
      examples: ['industry'],
    }),
  },
  { additionalProperties: false, $id: 'ValuesParams' },
);

export const ValuesQuestion = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: valueLimits.maxQuery,
        description: 'The beginning of the value, in any case',
        examples: ['man'],
      }),
    ),
    country: Type.Optional(
      CountryField(`Only companies with their headquarters in this country: one of ${supportedCountries.join(', ')}`),
    ),
    size: Type.Optional(
      Type.String({
        pattern: wholeNumberUpTo(valueLimits.maxSize),
        description: `Number of values, 1 to ${valueLimits.maxSize}. Default: ${valueLimits.defaultSize}`,
        examples: ['10'],
      }),
    ),
  },
  { additionalProperties: false, $id: 'ValuesQuestion' },
);
export type ValuesQuestion = Static<typeof ValuesQuestion>;

export const ListedValues = Type.Object(
  { values: Type.Array(CountedValue, { description: 'The most frequent values first' }) },
  { additionalProperties: false, $id: 'ListedValues' },
);
export type ListedValues = Static<typeof ListedValues>;

export const ListValues = {
  id: 'listValues',
  tag: 'Companies',
  method: 'GET',
  url: '/companies/values/{field}',
  summary: 'List the values of a field',
  description: [
    'Returns values that occur in a field, with the number of companies that have them: use them to fill a filter of',
    '`POST /companies/search`. Free of charge.',
  ].join(' '),
  scope: 'company:search',
  params: ValuesParams,
  query: ValuesQuestion,
  shown: [],
  response: ListedValues,
  returns: 'The values and their counts.',
  headers: {},
  problems: ['unsupported_country', 'invalid_field', 'engine_unavailable'],
} as const satisfies Endpoint;
