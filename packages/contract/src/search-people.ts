import { type Static, type TSchema, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { CountryField, idPattern } from './field.ts';
import { Nullable } from './nullable.ts';
import { PersonMatch } from './person-match.ts';
import { defaultCountry, departments, seniorities, supportedCountries } from './vocabulary.ts';

/** Paging, as numbers: the schema, the reference and the search read them here. */
export const paging = { defaultFrom: 0, defaultSize: 10, maxSize: 100, maxWindow: 10_000 } as const;
export const maxPositionLength = 200;

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** An ID as a string or integer, a name in any case, several of them separated by commas, or an array. */
function IdsField(vocabulary: Readonly<Record<string, string>>, what: string) {
  const ids = Object.keys(vocabulary);
  const one = idPattern([...ids, `(?i:${Object.values(vocabulary).join('|')})`]);
  const range = { minimum: 1, maximum: ids.length };
  const names = ids.map((id) => `${id} ${vocabulary[id]}`).join(', ');
  return Type.Unsafe<string | number | (string | number)[] | null>({
    type: ['string', 'integer', 'array', 'null'],
    pattern: `^${one}(?: *, *${one})*$`,
    ...range,
    items: { type: ['string', 'integer'], pattern: `^${one}$`, ...range },
    minItems: 1,
    maxItems: ids.length,
    description: `${what}: an ID or a name in any case, several separated by commas, or an array. Matches people with any of them. ${names}.`,
  });
}

/** A digit string, or a JSON integer. */
const DigitsField = (facts: { pattern: string; minimum: number; maximum?: number; description: string }) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], ...facts });

export const PeopleQuestion = Type.Object(
  {
    companyId: Type.String({ minLength: 1, description: 'Company identifier of the service' }),
    selectedCountry: optional(
      Nullable(
        CountryField(
          `People working in this country: one of ${supportedCountries.join(', ')}; default ${defaultCountry}`,
        ),
      ),
    ),
    position: optional(
      Nullable(
        Type.String({
          maxLength: maxPositionLength,
          description: 'Words of the position title, in any order, all required; abbreviations equal their long forms',
        }),
      ),
    ),
    seniority: optional(IdsField(seniorities, 'Seniority')),
    department: optional(IdsField(departments, 'Department')),
    from: optional(
      DigitsField({
        // No maximum: an offset that is too large has a problem of its own, `page_too_deep`.
        pattern: '^[0-9]+$',
        minimum: 0,
        description: `Pagination offset; default ${paging.defaultFrom}. from + size may not exceed ${paging.maxWindow}: continue with cursor`,
      }),
    ),
    size: optional(
      DigitsField({
        pattern: '^(?:[1-9][0-9]?|100)$',
        minimum: 1,
        maximum: paging.maxSize,
        description: `Results per page, 1 to ${paging.maxSize}; default ${paging.defaultSize}`,
      }),
    ),
    cursor: optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: 'Continues where X-Next-Cursor was given: the same question, without from',
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    $id: 'PeopleQuestion',
    examples: [{ companyId: 'c4jx8k2m6v1t9b3q7w5n0rh2dz', position: 'VP Sales', seniority: '4', size: '25' }],
  },
);
export type PeopleQuestion = Static<typeof PeopleQuestion>;

export const SearchPeople = {
  id: 'searchPeople',
  method: 'POST',
  url: '/people/search',
  summary: 'Find people inside one company',
  description:
    'Order: with a position, fewest other words first; then the best seniority; then person_id. The order is total, so pages never overlap or skip on an unchanged roster.',
  scope: 'people:search',
  body: PeopleQuestion,
  response: Type.Array(PersonMatch),
  headers: {
    'X-Total-Count': 'How many people match, exactly',
    'X-Next-Cursor': 'Present while there is more: send it as cursor',
    'X-Canonical-Id': 'The surviving id, when companyId was merged away',
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
