import { type Static, Type } from 'typebox';
import { NextGen } from './next-gen.ts';
import { NullableInteger, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;
const Strings = (description: string, options: object = {}) => Type.Array(Type.String(), { description, ...options });

export const SocialMedia = Type.Object(
  {
    twitter: NullableString({ description: 'Username on Twitter (X)' }),
    youtube: NullableString({ description: 'Username on YouTube' }),
    facebook: NullableString({ description: 'Username on Facebook' }),
    network: NullableString({ description: 'Username on LinkedIn' }),
    instagram: NullableString({ description: 'Username on Instagram' }),
  },
  { ...closed, description: 'Usernames on social media' },
);

export const IndustryCodes = Type.Object(
  {
    sic: NullableString({ description: 'Industry code in the Standard Industrial Classification (SIC 1987)' }),
    duns: NullableString({ description: 'D-U-N-S number' }),
    naics: NullableString({ description: 'Industry code in the North American classification (NAICS 2022)' }),
    anzsic: NullableString({
      description: 'Industry code in the Australian and New Zealand classification (ANZSIC 2006)',
    }),
    abn: NullableString({ description: 'Australian Business Number' }),
    acn: NullableString({ description: 'Australian Company Number' }),
    nzbn: NullableString({ description: 'New Zealand Business Number' }),
    uen: NullableString({ description: 'Unique Entity Number (Singapore)' }),
  },
  { ...closed, description: 'Industry codes and register numbers' },
);

/** The company profile. `x-region` marks a field whose value depends on the requested country. */
export const Company = Type.Object(
  {
    id: Type.String({
      description:
        'Id of the company. It never changes; if the company is merged into another, the old id redirects to the new one',
    }),
    name: NullableString({ description: 'Name of the company' }),
    website: NullableString({ description: 'Website address' }),
    fqdn: NullableString({ description: 'Domain name, in Unicode form' }),
    description: NullableString({ description: 'What the company does' }),
    tagline: NullableString({ description: 'Slogan' }),
    network: NullableString({ description: 'Slug of the company on LinkedIn' }),
    employee_count: NullableInteger({
      description: 'Number of employees, in the requested country where it is known',
      'x-region': true,
    }),
    year_founded: NullableInteger({ description: 'Year in which the company was founded' }),
    hq_location: NullableString({ description: 'City or address of the headquarters' }),
    hq_country: NullableString({ description: 'Name of the country of the headquarters' }),
    company_size: NullableString({
      description: 'Employee range, such as `51-200`',
      'x-region': true,
    }),
    company_type: NullableString({ description: 'Kind of company, such as `Private Company`' }),
    abn_operation_status: NullableString({
      description: 'Status in the business register, such as `Active`',
      'x-region': true,
    }),
    locations: Strings('Cities or addresses of the company', { 'x-region': true }),
    industries: Strings('Industry names'),
    revenue: NullableString({
      description: 'Yearly revenue as a range in US dollars, such as `$1M-$10M`',
      'x-region': true,
    }),
    phones: Strings('Phone numbers of the company', { 'x-region': true }),
    emails: Strings('Email addresses of the company', { 'x-region': true }),
    social_media: SocialMedia,
    industry_codes: IndustryCodes,
    keywords: Strings('Keywords that describe the company'),
    org_registers: Type.Record(Type.String(), Type.String(), {
      description: 'Register numbers and entries: name of the register to number or label',
    }),
    states: Strings('States and regions as ISO 3166-2 codes, such as `AU-NSW`', { 'x-region': true }),
    nextGen: NextGen,
  },
  { ...closed, $id: 'Company' },
);
export type Company = Static<typeof Company>;

/** The industry codes that depend on the requested country; the others are the same everywhere. */
export const regionalCodes = ['sic', 'naics', 'anzsic'] as const;
