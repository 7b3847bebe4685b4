import { type Static, type TStringOptions, Type } from 'typebox';
import { Company } from './company.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';
import { defaultCountry, supportedCountries } from './vocabulary.ts';

/** In the order in which they decide when several are sent. */
export const companyIdentifiers = ['id', 'ln_slug', 'ln_url', 'fqdn', 'abn', 'website'] as const;
export type CompanyIdentifier = (typeof companyIdentifiers)[number];

const identifier = (description: string, facts: TStringOptions = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...facts }));

export const CompanyQuestion = Type.Object(
  {
    id: identifier('Company identifier of the service'),
    ln_slug: identifier('Company slug on a professional network', { examples: ['kestrel-vane'] }),
    ln_url: identifier('Full URL of the company page on a professional network', {
      examples: ['https://www.linkedin.com/company/kestrel-vane/'],
    }),
    fqdn: identifier('Fully-qualified domain name, IDN or punycode', { examples: ['kestrelvane.com.au'] }),
    abn: identifier('Australian Business Number, eleven digits; blanks are ignored', {
      pattern: '^ *(?:[0-9] *){11}$',
      examples: ['62 612 345 016'],
      'x-problem': 'identifier_malformed',
    }),
    website: identifier('Company website URL, with or without scheme, www. and path; it is never fetched', {
      examples: ['https://www.kestrelvane.com.au/contact'],
    }),
    country: Type.Optional(
      CountryField(
        `Country for region-specific values: one of ${supportedCountries.join(', ')}; default ${defaultCountry}`,
      ),
    ),
  },
  { additionalProperties: false, $id: 'CompanyQuestion' },
);
export type CompanyQuestion = Static<typeof CompanyQuestion>;

export const GetCompany = {
  id: 'getCompany',
  method: 'GET',
  url: '/company',
  summary: 'Look one company up by any one identifier',
  description: `The first of ${companyIdentifiers.join(', ')} that is sent decides; there is no fall-through on a miss.`,
  scope: 'company:read',
  query: CompanyQuestion,
  response: Company,
  headers: {
    'X-Matched-By': 'The parameter that decided',
    'X-Identifier-Conflict': 'Other parameters that point to another company',
    'X-Identifier-Ambiguous': [
      'How many companies claim the identifier that decided, when it is more than one (such as a shared domain).',
      'The response is the company of the source with the highest precedence,',
      'then of the first source and key in alphabetical order',
    ].join(' '),
    'X-Canonical-Id': 'The surviving id, when the asked id was merged away',
    ETag: 'Send it back as If-None-Match',
  },
  metered: { shows: 'companies', idsOf: ({ id }: Company) => [id] },
  country: { part: 'query', field: 'country' },
  bodiless: { 304: 'The profile is the one that If-None-Match names' },
  problems: ['unsupported_country', 'invalid_field', 'identifier_missing', 'identifier_malformed', 'company_not_found'],
} as const satisfies Endpoint;
