import { type Static, Type } from 'typebox';
import { isoCountry, statement } from './company-record.ts';
import { idPattern } from './field.ts';
import { departments, identifierNames, identifierSchemes, seniorities } from './vocabulary.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const contact = (description: string) => Type.Optional(Type.String({ description, maxLength: 320 }));
const ids = (description: string, vocabulary: object) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: `^${idPattern(Object.keys(vocabulary))}$` }), {
      description,
      minItems: 1,
      maxItems: 17,
    }),
  );

/** How a person record refers to its company: the key of a record of the same source, or one identifier. */
export const companyReferences = ['key', ...identifierSchemes] as const;

const CompanyReference = Type.Unsafe<Partial<Record<(typeof companyReferences)[number], string>>>({
  description: 'The company that the person works for: exactly one of these',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: Object.fromEntries(
    companyReferences.map((name) => [
      name,
      {
        type: 'string',
        minLength: 1,
        maxLength: 300,
        description: name === 'key' ? 'Key of a company record of the same source' : identifierNames[name],
      },
    ]),
  ),
});

/**
 * What one source says about one person at one company. Contact values set a flag, are compared with the
 * suppression list and then discarded. There is no field for a person's name.
 */
export const PersonRecord = Type.Object(
  {
    type: Type.Literal('person', { description: 'Kind of record' }),
    ...statement,
    company: Type.Optional(CompanyReference),
    company_name: Type.Optional(
      Type.String({
        description:
          'Name of the company, for a record without `company`. Together with the domain of `email`, it is used to find the company, and is not stored',
        maxLength: 500,
      }),
    ),
    company_country: isoCountry(
      'Country of the company, as an ISO code. With it, `company_name` finds only companies of this country',
    ),
    country: isoCountry('Country that the person works in, as an ISO code'),
    position: Type.Optional(Type.String({ description: 'Job title', maxLength: 500 })),
    network: Type.Optional(
      Type.String({
        description: 'Slug or profile address on LinkedIn. Records with the same slug describe the same person',
        maxLength: 300,
      }),
    ),
    seniority: ids('Seniority ids. Default: derived from the position', seniorities),
    department: ids('Department ids. Default: derived from the position', departments),
    has_email: flag('A work email address is known'),
    has_personal_email: flag('A personal email address is known'),
    has_phone: flag('A phone number is known'),
    has_dnd_phone: flag('A phone number marked do-not-disturb is known'),
    has_mobile: flag('A mobile number is known'),
    email: contact('Work email address. Sets `has_email`'),
    personal_email: contact('Personal email address. Sets `has_personal_email`'),
    phone: contact('Phone number. Sets `has_phone`'),
    dnd_phone: contact('Phone number marked do-not-disturb. Sets `has_dnd_phone` and `has_phone`'),
    mobile: contact('Mobile number. Sets `has_mobile`'),
  },
  { additionalProperties: false, $id: 'PersonRecord' },
);
export type PersonRecord = Static<typeof PersonRecord>;
