import { type Static, Type } from 'typebox';
import { CompanyCard } from './company-card.ts';
import { Company } from './company-profile.ts';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';
import { itemsPerRequest, matchLimits } from './limits.ts';
import { Nullable, NullableString } from './nullable.ts';
import type { MatchStatus } from './vocabulary.ts';
import { matchStatuses } from './vocabulary.ts';

const closed = { additionalProperties: false } as const;

const text = (description: string, maxLength = 500) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength, description })));
const whole = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Nullable(Type.Integer({ minimum, maximum, description })));

/** A company as the caller knows it. */
export const MatchItem = Type.Object(
  {
    ref: text('Your own name for the item, returned with its result', 200),
    id: text('Company id'),
    name: text('Name: current, trading or former, with or without legal form'),
    fqdn: text('Domain name'),
    website: text('Website address', 2000),
    email: text('Email address of a person at the company. Only its domain is used; nothing of it is kept'),
    abn: text('Australian Business Number'),
    acn: text('Australian Company Number'),
    nzbn: text('New Zealand Business Number'),
    uen: text('Unique Entity Number (Singapore)'),
    lei: text('Legal Entity Identifier'),
    duns: text('D-U-N-S number'),
    ln_slug: text('Slug of the company on LinkedIn'),
    ln_url: text('Full address of the company’s page on LinkedIn', 2000),
    country: text('Country of the company, as an ISO code', 2),
    region: text('State or region, as an ISO 3166-2 code or by name'),
    city: text('City'),
    postcode: text('Postcode', 20),
    phone: text('Phone number', 50),
    employee_count: whole('Number of employees', 0, 10_000_000),
    year_founded: whole('Year in which the company was founded', 500, 2200),
  },
  { ...closed, $id: 'MatchItem' },
);
export type MatchItem = Static<typeof MatchItem>;

export const MatchQuestion = Type.Object(
  {
    companies: Type.Array(MatchItem, {
      minItems: 1,
      maxItems: matchLimits.maxItems,
      description: `1 to ${matchLimits.maxItems} companies to find. An invalid one does not affect the others`,
      // Each item has a result of its own, which says what is wrong with it.
      'x-each': true,
    }),
    threshold: Type.Optional(
      Nullable(
        Type.Number({
          minimum: matchLimits.minThreshold,
          maximum: 1,
          description: `Lowest score of a match, ${matchLimits.minThreshold} to 1. Default: ${matchLimits.defaultThreshold}`,
          examples: [matchLimits.defaultThreshold],
        }),
      ),
    ),
    candidates: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: matchLimits.maxCandidates,
          description: `Companies to return for each item, 1 to ${matchLimits.maxCandidates}. Default: ${matchLimits.defaultCandidates}`,
        }),
      ),
    ),
    return: Type.Optional(
      Nullable(
        Type.Unsafe<'id' | 'card' | 'profile'>({
          type: 'string',
          enum: ['id', 'card', 'profile'],
          description: 'What to return of a company: its id, its card (default) or its whole profile',
        }),
      ),
    ),
    country: Type.Optional(
      Nullable(
        CountryField(
          `Country whose values profiles show: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
        ),
      ),
    ),
  },
  {
    ...closed,
    $id: 'MatchQuestion',
    examples: [{ companies: [{ ref: 'row-1', name: 'Kestrel & Vane', fqdn: 'kestrel.example.com' }] }],
  },
);
export type MatchQuestion = Static<typeof MatchQuestion>;

const scalar = (description: string) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], description });

const Reason = Type.Object(
  {
    feature: Type.String({ description: 'What was compared, such as `name` or `domain`' }),
    given: scalar('The value of the item'),
    found: scalar('The value of the company'),
    weight: Type.Number({
      description:
        'How much it speaks for the company, or against it if negative. A prior plus all weights gives the score, as log-odds',
    }),
  },
  { ...closed, $id: 'MatchReason' },
);

const MatchCandidate = Type.Object(
  {
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Estimated probability that this is the company, from 0 to 1',
    }),
    company: Type.Unsafe<{ id: string } | CompanyCard | Company>({
      anyOf: [Type.Object({ id: Type.String({ description: 'Id of the company' }) }, closed), CompanyCard, Company],
      description: 'The company, as `return` asks for it',
    }),
    reasons: Type.Array(Reason, { description: 'What was compared' }),
    conflicts: Type.Array(Type.String(), { description: 'Features that contradict, such as `region`' }),
  },
  { ...closed, $id: 'MatchCandidate' },
);

/** What is wrong with one item of a batch. */
export const ItemProblem = Type.Object(
  {
    code: Type.String({ description: 'Error code, as in `/docs/problems`' }),
    message: Type.String({ description: 'What is wrong with the item, and how to fix it' }),
    param: NullableString({ description: 'The field of the item' }),
  },
  { ...closed, $id: 'ItemProblem' },
);
export type ItemProblem = Static<typeof ItemProblem>;

const ref = NullableString({ description: 'The `ref` of the item' });
const problem = Type.Unsafe<ItemProblem | null>({
  anyOf: [ItemProblem, { type: 'null' }],
  description: 'What is wrong with an `invalid` item',
});

const MatchResult = Type.Object(
  {
    ref,
    status: Type.Unsafe<MatchStatus>({
      type: 'string',
      enum: [...matchStatuses],
      description: [
        '`matched`: one company reaches the threshold, with a clear margin. `ambiguous`: several reach it only',
        'together. `none`: not even together. `invalid`: see `problem`',
      ].join(' '),
    }),
    candidates: Type.Array(MatchCandidate, { description: 'The best companies first' }),
    problem,
  },
  { ...closed, $id: 'MatchResult' },
);
export type MatchResult = Static<typeof MatchResult>;

export const MatchedCompanies = Type.Object(
  {
    results: Type.Array(MatchResult, { description: 'One result for each item, in their order' }),
    matched: Type.Integer({ description: 'Number of `matched` items' }),
  },
  { ...closed, $id: 'MatchedCompanies' },
);
export type MatchedCompanies = Static<typeof MatchedCompanies>;

const matchedIds = ({ results }: MatchedCompanies): string[] =>
  results.flatMap(({ status, candidates }) =>
    status === 'matched' ? candidates.slice(0, 1).map(({ company }) => company.id) : [],
  );

export const MatchCompanies = {
  id: 'matchCompanies',
  tag: 'Companies',
  method: 'POST',
  url: '/companies/match',
  summary: 'Match a list of companies',
  description: [
    'Finds the companies that your own list means: by name and location, domain or register number, with a score and reasons.',
    'Results come in the order of the items, and an invalid item does not affect the others.',
    `Each \`matched\` item costs one credit. Every ${itemsPerRequest} items count as one request toward the rate limit.`,
  ].join('\n\n'),
  scope: 'company:read',
  body: MatchQuestion,
  response: MatchedCompanies,
  returns: 'A result for each item.',
  headers: {},
  metered: {
    shows: 'companies',
    idsOf: matchedIds,
    creditsOf: ({ matched }: MatchedCompanies) => matched,
  },
  batch: { field: 'companies', itemsPerRequest },
  country: { part: 'body', field: 'country' },
  problems: ['unsupported_country', 'invalid_field', 'invalid_body', 'body_too_large', 'unsupported_media_type'],
} as const satisfies Endpoint;
