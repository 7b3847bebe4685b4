import { type Static, type TSchema, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { anyCase, CountryField, idPattern, wholeNumberUpTo } from './field.ts';
import { maxPositionLength, paging } from './limits.ts';
import { Nullable } from './nullable.ts';
import { PersonMatch } from './person-match.ts';
import { departments, seniorities } from './vocabulary.ts';

/** The request that the reference shows; test keys can send it. */
export const searchExample = { companyId: 'sandbox-kestrel', position: 'Manager', seniority: '5', size: '3' } as const;

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const onePattern = (vocabulary: Readonly<Record<string, string>>): string =>
  idPattern([...Object.keys(vocabulary), ...Object.values(vocabulary).map(anyCase)]);

/** One value of a vocabulary: its id as a string or integer, or its name in any case. */
export const vocabularyItem = (vocabulary: Readonly<Record<string, string>>) => ({
  type: ['string', 'integer'],
  pattern: `^${onePattern(vocabulary)}$`,
  minimum: 1,
  maximum: Object.keys(vocabulary).length,
});

/** An id as a string or integer, a name in any case, several of them separated by commas, or an array. */
function IdsField(vocabulary: Readonly<Record<string, string>>, what: string, example: string) {
  const ids = Object.keys(vocabulary);
  const one = onePattern(vocabulary);
  const range = { minimum: 1, maximum: ids.length };
  const names = ids.map((id) => `${id}: ${vocabulary[id]}`).join('; ');
  return Type.Unsafe<string | number | (string | number)[] | null>({
    type: ['string', 'integer', 'array', 'null'],
    pattern: `^${one}(?: *, *${one})*$`,
    ...range,
    items: vocabularyItem(vocabulary),
    minItems: 1,
    maxItems: ids.length,
    description: `${what}: an id or a name in any case, several separated by commas, or an array. Matches people with any of them. ${names}`,
    examples: [example],
  });
}

/** A digit string, or a JSON integer. */
const DigitsField = (facts: {
  pattern: string;
  minimum: number;
  maximum?: number;
  description: string;
  examples: string[];
}) => Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], ...facts });

export const PeopleQuestion = Type.Object(
  {
    companyId: Type.String({
      minLength: 1,
      description: 'Id of the company to search in: the `id` returned by `GET /company`',
      examples: ['sandbox-kestrel'],
    }),
    selectedCountry: optional(
      Nullable(
        CountryField(
          `Country that the people work in: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
        ),
      ),
    ),
    position: optional(
      Nullable(
        Type.String({
          maxLength: maxPositionLength,
          description:
            'Words of the job title, in any order; all must match. Abbreviations match their long forms: `CFO` finds `Chief Financial Officer`',
          examples: ['Manager'],
        }),
      ),
    ),
    seniority: optional(IdsField(seniorities, 'Seniority', '5')),
    department: optional(IdsField(departments, 'Department', '2,11')),
    from: optional(
      DigitsField({
        // No maximum: an offset that is too large has a problem of its own, `page_too_deep`.
        pattern: '^[0-9]+$',
        minimum: 0,
        description: [
          `Number of results to skip. Default: ${paging.defaultFrom}. \`from\` plus \`size\` may be at most`,
          `${paging.maxWindow}; use \`cursor\` to read further`,
        ].join(' '),
        examples: ['0'],
      }),
    ),
    size: optional(
      DigitsField({
        pattern: wholeNumberUpTo(paging.maxSize),
        minimum: 1,
        maximum: paging.maxSize,
        description: `Results per page, 1 to ${paging.maxSize}. Default: ${paging.defaultSize}`,
        examples: ['10'],
      }),
    ),
    cursor: optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: 'Reads the next page: the value of `X-Next-Cursor`, with the same filters and without `from`',
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    $id: 'PeopleSearchRequest',
    examples: [searchExample],
  },
);
export type PeopleQuestion = Static<typeof PeopleQuestion>;

export const SearchPeople = {
  id: 'searchPeople',
  tag: 'People',
  method: 'POST',
  url: '/people/search',
  summary: 'Search people in a company',
  description: [
    [
      'Returns people who work at one company, filtered by job title, seniority and department.',
      'No names and no contact data: flags say which contact channels exist.',
    ].join(' '),
    [
      'Sorted by how closely the title matches `position`, then by seniority, then by `person_id`.',
      'While the data is unchanged, pages neither overlap nor skip a person.',
    ].join(' '),
    'A page with at least one person costs one credit; an empty result is free.',
  ].join('\n\n'),
  scope: 'people:search',
  body: PeopleQuestion,
  response: Type.Array(PersonMatch),
  returns: 'One page of people; an empty array if there is no match.',
  headers: {
    'X-Total-Count': 'Exact number of people who match, on all pages',
    'X-Next-Cursor': 'Present if there are more results: send it as `cursor` to get the next page',
    'X-Canonical-Id': 'The current id, if `companyId` was merged into another company',
  },
  metered: { shows: 'people', idsOf: (people: PersonMatch[]) => people.map(({ person_id }) => person_id) },
  country: { part: 'body', field: 'selectedCountry' },
  problems: [
    'unsupported_country',
    'invalid_field',
    'invalid_body',
    'invalid_cursor',
    'page_too_deep',
    'position_without_words',
    'company_not_found',
    'body_too_large',
    'unsupported_media_type',
  ],
} as const satisfies Endpoint;
