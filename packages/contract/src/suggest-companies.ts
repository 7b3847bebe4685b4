import { type Static, Type } from 'typebox';
import { CompanyCard } from './company-card.ts';
import { supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField, wholeNumberUpTo } from './field.ts';
import { suggestLimits } from './limits.ts';

export const SuggestQuestion = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        description: 'The beginning of a name, of a word in it, of a domain or of a register number',
        examples: ['kest'],
      }),
    ),
    country: Type.Optional(
      CountryField(`Only companies with their headquarters in this country: one of ${supportedCountries.join(', ')}`),
    ),
    size: Type.Optional(
      Type.String({
        pattern: wholeNumberUpTo(suggestLimits.maxSize),
        description: `Number of companies, 1 to ${suggestLimits.maxSize}. Default: ${suggestLimits.defaultSize}`,
        examples: ['5'],
      }),
    ),
  },
  { additionalProperties: false, $id: 'SuggestQuestion' },
);
export type SuggestQuestion = Static<typeof SuggestQuestion>;

export const SuggestedCompanies = Type.Object(
  { companies: Type.Array(CompanyCard, { description: 'The best known companies first' }) },
  { additionalProperties: false, $id: 'SuggestedCompanies' },
);
export type SuggestedCompanies = Static<typeof SuggestedCompanies>;

export const SuggestCompanies = {
  id: 'suggestCompanies',
  tag: 'Companies',
  method: 'GET',
  url: '/companies/suggest',
  summary: 'Suggest companies for a search box',
  description: [
    'Returns companies whose name, trading name, former name, domain or register number starts with `q`, or whose name',
    `has a word that does. \`q\` needs ${suggestLimits.minQuery} to ${suggestLimits.maxQuery} characters, or one in Han, kana, Hangul or Thai;`,
    'anything else returns an empty list. Free of charge.',
  ].join(' '),
  scope: 'company:search',
  query: SuggestQuestion,
  shown: ['q'],
  response: SuggestedCompanies,
  returns: 'The suggested companies.',
  headers: {},
  problems: ['unsupported_country', 'invalid_field', 'engine_unavailable'],
} as const satisfies Endpoint;
