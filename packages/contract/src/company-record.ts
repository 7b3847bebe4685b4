import { type Static, type TSchema, Type } from 'typebox';
import { SocialMedia } from './company-profile.ts';
import { NextGen } from './next-gen.ts';
import {
  companyTypes,
  type IdentifierScheme,
  identifierNames,
  identifierSchemes,
  revenueBands,
  sizeBands,
} from './vocabulary.ts';

type DeepPartial<T> = T extends readonly (infer U)[]
  ? U[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

function loosen(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(loosen);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'required' && key !== '$id')
      .map(([key, value]) => [key, key === 'enum' ? value : loosen(value)]),
  );
}

/** The same shape with every key optional, at every depth: what a record may contain. */
const DeepPartial = <T extends TSchema>(schema: T) => Type.Unsafe<DeepPartial<Static<T>>>(loosen(schema) as TSchema);

const closed = { additionalProperties: false } as const;
// A field with examples has them in the demo data and the sandbox, which then need no code for it.
const text = (description: string, maxLength = 1000, examples?: string[]) =>
  Type.Optional(Type.String({ description, maxLength, ...(examples && { examples }) }));
const list = (description: string, examples?: string[][]) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      description,
      maxItems: 1000,
      ...(examples && { examples }),
    }),
  );
const whole = (description: string, [minimum, maximum]: readonly [number, number], examples?: number[]) =>
  Type.Optional(Type.Integer({ description, minimum, maximum, ...(examples && { examples }) }));
const one = <T extends string>(description: string, values: readonly T[]) =>
  Type.Optional(Type.Unsafe<T>({ description, type: 'string', enum: [...values] }));
export const isoCountry = (description: string) =>
  Type.Optional(Type.String({ description, pattern: '^[A-Za-z]{2}$' }));

/** Maximum length of a record's key. */
export const longestKey = 200;

/** The fields that both kinds of record start with. */
export const statement = {
  key: Type.String({
    description: 'Stable key of the record in its source. A later record with the same key replaces the earlier one',
    minLength: 1,
    maxLength: longestKey,
  }),
  observed: Type.Optional(
    Type.String({
      description: 'Date of the information, as YYYY-MM-DD. Default: the day on which this content was first imported',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    }),
  ),
  removed: Type.Optional(Type.Boolean({ description: '`true` if the source no longer lists it' })),
};

const Identifiers = Type.Object(
  {
    ...(Object.fromEntries(identifierSchemes.map((scheme) => [scheme, text(identifierNames[scheme], 300)])) as Record<
      IdentifierScheme,
      ReturnType<typeof text>
    >),
    registrations: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 64 }), {
        description: 'Numbers in other registers: register code to number',
      }),
    ),
  },
  { ...closed, description: 'Register numbers, domain and other identifiers of the company' },
);

const Revenue = Type.Unsafe<(typeof revenueBands)[number] | { amount: number; currency: string; year?: number }>({
  description:
    'Yearly revenue: a range in US dollars, or an amount. An amount is returned as its range, converted at the average exchange rate of its year',
  anyOf: [
    { type: 'string', enum: [...revenueBands] },
    {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'currency'],
      properties: {
        amount: { type: 'number', minimum: 0, description: 'Amount' },
        currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code' },
        year: { type: 'integer', minimum: 1900, maximum: 2200, description: 'Year of the revenue' },
      },
    },
  ],
});

/** What one source says about one company. */
export const CompanyRecord = Type.Object(
  {
    type: Type.Literal('company', { description: 'Kind of record' }),
    ...statement,
    country: isoCountry('Country that the record applies to. Without it, the record applies to all countries'),
    name: text('Name of the company', 500),
    trading_names: list('Other names under which the company trades. Stored, but not returned by the API'),
    former_names: list('Earlier names. Stored, but not returned by the API'),
    identifiers: Type.Optional(Identifiers),
    website: text('Website address', 2000),
    description: text('What the company does', 20_000),
    tagline: text('Slogan', 2000),
    hq_location: text('City or address of the headquarters'),
    hq_country: isoCountry('Country of the headquarters, as an ISO code. Returned as the name of the country'),
    company_type: one('Kind of company', companyTypes),
    abn_operation_status: text('Status in the business register', 200),
    employee_count: whole('Number of employees. Sets `company_size` too', [0, 10_000_000]),
    year_founded: whole('Year in which the company was founded', [500, 2200]),
    company_size: one('Employee range, if the exact number is unknown', sizeBands),
    revenue: Type.Optional(Revenue),
    locations: list('Cities or addresses of the company'),
    industries: list('Industry names. Without any, sectors are derived from the industry codes'),
    phones: list('Phone numbers of the company'),
    emails: list('Email addresses of the company'),
    keywords: list('Keywords that describe the company'),
    states: list('States and regions as ISO 3166-2 codes, such as `AU-NSW`'),
    social_media: Type.Optional(DeepPartial(SocialMedia)),
    org_registers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Register numbers and entries: name of the register to number or label',
      }),
    ),
    nextGen: Type.Optional(DeepPartial(Type.Omit(NextGen, ['id'], { additionalProperties: false }))),
    industry_codes: Type.Optional(
      Type.Object(
        { sic: text('SIC code', 20), naics: text('NAICS code', 20), anzsic: text('ANZSIC code', 20) },
        { ...closed, description: 'Industry codes. The register numbers in the profile come from `identifiers`' },
      ),
    ),
  },
  { ...closed, $id: 'CompanyRecord' },
);
export type CompanyRecord = Static<typeof CompanyRecord>;
