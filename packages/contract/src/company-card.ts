import { type Static, Type } from 'typebox';
import { Company } from './company-profile.ts';
import { Nullable, NullableString } from './nullable.ts';
import {
  type CardIdentifier,
  type CompanyStatus,
  cardIdentifiers,
  companyStatuses,
  identifierNames,
} from './vocabulary.ts';

const closed = { additionalProperties: false } as const;

const CardIdentifiers = Type.Object(
  Object.fromEntries(
    cardIdentifiers.map((scheme) => [scheme, NullableString({ description: identifierNames[scheme] })]),
  ) as Record<CardIdentifier, ReturnType<typeof NullableString>>,
  { ...closed, description: 'Register numbers and other identifiers' },
);

const { id, name, fqdn, network, company_type, year_founded, hq_location, industries } = Company.properties;
/** The same value for every country, so without the mark of a regional field. */
const { 'x-region': _, ...employeeCount } = Company.properties.employee_count as unknown as Record<string, unknown>;
const { 'x-region': __, ...companySize } = Company.properties.company_size as unknown as Record<string, unknown>;

/** The short form of a company, in lists. Its values do not depend on a country. */
export const CompanyCard = Type.Object(
  {
    id,
    name,
    matched_name: NullableString({
      description: 'The trading name or former name that matched, if it was not `name`',
    }),
    fqdn,
    network,
    company_type,
    company_size: Type.Unsafe<string | null>({ ...companySize }),
    employee_count: Type.Unsafe<number | null>({ ...employeeCount, description: 'Number of employees' }),
    year_founded,
    hq_location,
    industries,
    country: NullableString({
      description:
        'ISO code of the country of the headquarters; if it is unknown, of the register that lists the company',
    }),
    region: NullableString({
      description: 'ISO 3166-2 code of the region of the headquarters or registered office, such as `AU-NSW`',
    }),
    status: Nullable(
      Type.Unsafe<CompanyStatus>({
        type: 'string',
        enum: [...companyStatuses],
        description: 'Whether the registers list the company as active; `null` if unknown',
      }),
    ),
    identifiers: CardIdentifiers,
  },
  { ...closed, $id: 'CompanyCard' },
);
export type CompanyCard = Static<typeof CompanyCard>;
