import { type Static, type TStringOptions, Type } from 'typebox';
import { Company } from './company-profile.ts';
import { defaultCountry, supportedCountries } from './countries.ts';
import type { Endpoint } from './endpoint.ts';
import { CountryField } from './field.ts';
import { companyIdentifiers } from './vocabulary.ts';

const identifier = (description: string, facts: TStringOptions = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...facts }));

export const CompanyQuestion = Type.Object(
  {
    id: identifier('Company id, as returned in `id`. A test key knows the ids that start with `sandbox-`', {
      examples: ['sandbox-kestrel'],
    }),
    ln_slug: identifier('Slug of the company on LinkedIn: the last part of its page address', {
      examples: ['kestrel-vane-sandbox'],
    }),
    ln_url: identifier('Full address of the company’s page on LinkedIn', {
      examples: ['https://www.linkedin.com/company/kestrel-vane-sandbox/'],
    }),
    fqdn: identifier('Domain name, in Unicode or Punycode form. A subdomain finds its parent domain', {
      examples: ['kestrel.example.com'],
    }),
    abn: identifier('Australian Business Number: eleven digits; spaces are ignored', {
      pattern: '^ *(?:[0-9] *){11}$',
      examples: ['36 999 000 010'],
      'x-problem': 'identifier_malformed',
    }),
    website: identifier('Website address, with or without scheme, `www.` and path. The site is not contacted', {
      examples: ['https://www.kestrel.example.com/contact'],
    }),
    country: Type.Optional(
      CountryField(
        `Country whose values to return where they differ by country: one of ${supportedCountries.join(', ')}. Default: ${defaultCountry}`,
      ),
    ),
  },
  { additionalProperties: false, $id: 'CompanyQuestion' },
);
export type CompanyQuestion = Static<typeof CompanyQuestion>;

export const GetCompany = {
  id: 'getCompany',
  tag: 'Companies',
  method: 'GET',
  url: '/company',
  summary: 'Look up a company',
  description: [
    'Returns one company profile. Send one identifier: a domain, website, ABN, page on LinkedIn, or id.',
    [
      `If you send several, the first of ${companyIdentifiers.map((name) => `\`${name}\``).join(', ')} selects`,
      'the company. If it matches no company, the response is 404 and the other identifiers are not tried.',
    ].join(' '),
    'Unknown values are `null` or empty. A profile costs one credit; 404 and 304 are free.',
  ].join('\n\n'),
  scope: 'company:read',
  query: CompanyQuestion,
  shown: ['fqdn'],
  response: Company,
  returns: 'The company profile.',
  headers: {
    'X-Matched-By': 'The parameter that selected the company',
    'X-Identifier-Conflict': 'Parameters that identify a different company, separated by commas',
    'X-Identifier-Ambiguous': [
      'Number of companies that claim the identifier, if more than one (such as a shared domain).',
      'The response is the company whose source has the highest precedence, then the first by source and key',
    ].join(' '),
    'X-Canonical-Id': 'The current id, if the requested id was merged into another company',
    ETag: 'Version of this profile. Send it as `If-None-Match` to get a free 304 while the profile is unchanged',
  },
  metered: { shows: 'companies', idsOf: ({ id }: Company) => [id] },
  country: { part: 'query', field: 'country' },
  bodiless: { 304: 'The profile has not changed since the version in `If-None-Match`. Free of charge.' },
  problems: ['unsupported_country', 'invalid_field', 'identifier_missing', 'identifier_malformed', 'company_not_found'],
} as const satisfies Endpoint;
