import { type Static, Type } from 'typebox';
import { SocialMedia } from './company.ts';
import { NextGen } from './next-gen.ts';
import { DeepPartial } from './partial.ts';
import { companyTypes, revenueBands, sizeBands } from './vocabulary.ts';

const closed = { additionalProperties: false } as const;
const text = (maxLength = 1000) => Type.Optional(Type.String({ maxLength }));
const list = () => Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 1000 }));
const one = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });

export const RecordKey = Type.String({ minLength: 1, maxLength: 200 });
export const IsoCountry = Type.String({ pattern: '^[A-Za-z]{2}$' });
export const IsoDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** The identifiers that the service knows by name; others stand under `registrations`. */
export const identifierSchemes = ['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei', 'cik', 'duns', 'fqdn', 'network'] as const;
export type IdentifierScheme = (typeof identifierSchemes)[number];

const Identifiers = Type.Object(
  {
    ...(Object.fromEntries(identifierSchemes.map((scheme) => [scheme, text(300)])) as Record<
      IdentifierScheme,
      ReturnType<typeof text>
    >),
    registrations: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 64 }))),
  },
  closed,
);

export const Revenue = Type.Unsafe<(typeof revenueBands)[number] | { amount: number; currency: string; year?: number }>(
  {
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
  },
);

/** One statement by one source about one company. */
export const CompanyRecord = Type.Object(
  {
    type: Type.Literal('company'),
    key: RecordKey,
    country: Type.Optional(IsoCountry),
    observed: Type.Optional(IsoDate),
    removed: Type.Optional(Type.Boolean()),
    name: text(500),
    identifiers: Type.Optional(Identifiers),
    website: text(2000),
    description: text(20_000),
    tagline: text(2000),
    hq_location: text(),
    hq_country: Type.Optional(IsoCountry),
    company_type: Type.Optional(one(companyTypes)),
    abn_operation_status: text(200),
    employee_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    year_founded: Type.Optional(Type.Integer({ minimum: 500, maximum: 2200 })),
    company_size: Type.Optional(one(sizeBands)),
    revenue: Type.Optional(Revenue),
    locations: list(),
    industries: list(),
    phones: list(),
    emails: list(),
    keywords: list(),
    states: list(),
    social_media: Type.Optional(DeepPartial(SocialMedia)),
    org_registers: Type.Optional(Type.Record(Type.String(), Type.String())),
    nextGen: Type.Optional(DeepPartial(NextGen)),
    industry_codes: Type.Optional(Type.Object({ sic: text(20), naics: text(20), anzsic: text(20) }, closed)),
  },
  { ...closed, $id: 'CompanyRecord' },
);
export type CompanyRecord = Static<typeof CompanyRecord>;
