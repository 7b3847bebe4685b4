import { type Static, Type } from 'typebox';
import { NextGen } from './next-gen.ts';
import { NullableInteger, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;
const Strings = (description: string, options: object = {}) => Type.Array(Type.String(), { description, ...options });

export const SocialMedia = Type.Object(
  {
    twitter: NullableString(),
    youtube: NullableString(),
    facebook: NullableString(),
    network: NullableString(),
    instagram: NullableString(),
  },
  { ...closed, description: 'User names' },
);

export const IndustryCodes = Type.Object(
  {
    sic: NullableString(),
    duns: NullableString(),
    naics: NullableString(),
    anzsic: NullableString(),
    abn: NullableString(),
    acn: NullableString(),
    nzbn: NullableString(),
    uen: NullableString(),
  },
  closed,
);

/**
 * The company profile. `x-region` marks a value that the asked country's records decide;
 * `x-search` marks what the engine indexes beside the stored body, and how.
 */
export const Company = Type.Object(
  {
    id: Type.String({ description: 'Company identifier of the service, stable for ever' }),
    name: NullableString({ 'x-search': 'text' }),
    website: NullableString({ description: 'Website URL' }),
    fqdn: NullableString({ description: 'Fully-qualified domain name, in its Unicode form' }),
    description: NullableString(),
    tagline: NullableString(),
    network: NullableString({ description: 'Company slug on a professional network' }),
    employee_count: NullableInteger({ 'x-region': true }),
    year_founded: NullableInteger(),
    hq_location: NullableString(),
    hq_country: NullableString({ description: 'Headquarters country name', 'x-search': 'keyword' }),
    company_size: NullableString({ description: 'Size band', 'x-region': true, 'x-search': 'keyword' }),
    company_type: NullableString({ 'x-search': 'keyword' }),
    abn_operation_status: NullableString({ description: 'Status in the business register', 'x-region': true }),
    locations: Strings('Places', { 'x-region': true }),
    industries: Strings('Industry names', { 'x-search': 'keyword' }),
    revenue: NullableString({ description: 'Revenue band in US dollars', 'x-region': true }),
    phones: Strings('Phone numbers', { 'x-region': true }),
    emails: Strings('E-mail addresses', { 'x-region': true }),
    social_media: SocialMedia,
    industry_codes: IndustryCodes,
    keywords: Strings('Keywords'),
    org_registers: Type.Record(Type.String(), Type.String(), { description: 'Register key to label' }),
    states: Strings('Region codes of ISO 3166-2', { 'x-region': true, 'x-search': 'keyword' }),
    nextGen: NextGen,
  },
  { ...closed, $id: 'Company' },
);
export type Company = Static<typeof Company>;

/** The industry codes that the asked country's records decide; the others are the company's everywhere. */
export const regionalCodes = ['sic', 'naics', 'anzsic'] as const;
