import { type Static, Type } from 'typebox';
import { SocialMedia } from './company.ts';
import { NextGen } from './next-gen.ts';
import { DeepPartial } from './partial.ts';
import { companyTypes, revenueBands, sizeBands } from './vocabulary.ts';

const closed = { additionalProperties: false } as const;
const text = (description: string, maxLength = 1000) => Type.Optional(Type.String({ description, maxLength }));
const list = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { description, maxItems: 1000 }));
const whole = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ description, minimum, maximum }));
const one = <T extends string>(description: string, values: readonly T[]) =>
  Type.Optional(Type.Unsafe<T>({ description, type: 'string', enum: [...values] }));
export const isoCountry = (description: string) =>
  Type.Optional(Type.String({ description, pattern: '^[A-Za-z]{2}$' }));

/** Of a record's key. */
export const longestKey = 200;

/** What both kinds of record begin with. */
export const statement = {
  key: Type.String({
    description: "The source's own stable key; a later record with it replaces the earlier one",
    minLength: 1,
    maxLength: longestKey,
  }),
  observed: Type.Optional(
    Type.String({
      description: 'When the source saw it; default: the day on which this content was first seen',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    }),
  ),
  removed: Type.Optional(Type.Boolean({ description: 'The source no longer has it' })),
};

/** The identifiers that the service knows by name; others stand under `registrations`. */
const identifierNames = {
  abn: 'Australian Business Number',
  acn: 'Australian Company Number',
  nzbn: 'New Zealand Business Number',
  uen: 'Unique Entity Number of Singapore',
  jcn: 'Japan corporate number',
  lei: 'Legal Entity Identifier',
  cik: 'Central Index Key of the US Securities and Exchange Commission',
  duns: 'D-U-N-S number',
  fqdn: 'Domain name',
  network: 'Slug or URL of the company on the professional network',
} as const;
export type IdentifierScheme = keyof typeof identifierNames;
export const identifierSchemes = Object.keys(identifierNames) as readonly IdentifierScheme[];

const Identifiers = Type.Object(
  {
    ...(Object.fromEntries(identifierSchemes.map((scheme) => [scheme, text(identifierNames[scheme], 300)])) as Record<
      IdentifierScheme,
      ReturnType<typeof text>
    >),
    registrations: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 64 }), {
        description: 'Numbers of other registers: register code to number',
      }),
    ),
  },
  { ...closed, description: 'What the company is known by' },
);

const Revenue = Type.Unsafe<(typeof revenueBands)[number] | { amount: number; currency: string; year?: number }>({
  description:
    'A band in US dollars, or an amount; an amount is served as its band, by the average exchange rate of its year',
  anyOf: [
    { type: 'string', enum: [...revenueBands] },
    {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'currency'],
      properties: {
        amount: { type: 'number', minimum: 0 },
        currency: { type: 'string', pattern: '^[A-Z]{3}$' },
        year: { type: 'integer', minimum: 1900, maximum: 2200 },
      },
    },
  ],
});

/** One statement by one source about one company. */
export const CompanyRecord = Type.Object(
  {
    type: Type.Literal('company'),
    ...statement,
    country: isoCountry('The region that this record speaks about; absent: true everywhere'),
    name: text('Name of the company', 500),
    trading_names: list('Other names under which it trades; kept and explained, not served'),
    former_names: list('Names that it had before; kept and explained, not served'),
    identifiers: Type.Optional(Identifiers),
    website: text('Website URL', 2000),
    description: text('What the company does', 20_000),
    tagline: text('Its own short line', 2000),
    hq_location: text('Place of the headquarters'),
    hq_country: isoCountry("Country of the headquarters; served as the country's name"),
    company_type: one('Kind of company', companyTypes),
    abn_operation_status: text('Status in the business register', 200),
    employee_count: whole('How many people work there; gives the size band', 0, 10_000_000),
    year_founded: whole('Year of foundation', 500, 2200),
    company_size: one('Size band, where only the band is known', sizeBands),
    revenue: Type.Optional(Revenue),
    locations: list('Places'),
    industries: list('Industry names; without any, the sectors that the industry codes lead to'),
    phones: list('Phone numbers of the company'),
    emails: list('E-mail addresses of the company'),
    keywords: list('Keywords'),
    states: list('Region codes of ISO 3166-2, such as AU-NSW'),
    social_media: Type.Optional(DeepPartial(SocialMedia)),
    org_registers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Register key to label' })),
    nextGen: Type.Optional(DeepPartial(Type.Omit(NextGen, ['id'], { additionalProperties: false }))),
    industry_codes: Type.Optional(
      Type.Object(
        { sic: text('SIC code', 20), naics: text('NAICS code', 20), anzsic: text('ANZSIC code', 20) },
        { ...closed, description: 'The other codes of the profile come from the identifiers' },
      ),
    ),
  },
  { ...closed, $id: 'CompanyRecord' },
);
export type CompanyRecord = Static<typeof CompanyRecord>;
