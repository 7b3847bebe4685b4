import { type Static, Type } from 'typebox';
import { identifierSchemes, isoCountry, statement } from './company-record.ts';
import { idPattern } from './field.ts';
import { departments, seniorities } from './vocabulary.ts';

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

/** How a person record may name its company: a record of the same source by its key, or one identifier. */
export const companyReferences = ['key', ...identifierSchemes] as const;

const CompanyReference = Type.Unsafe<Partial<Record<(typeof companyReferences)[number], string>>>({
  description: 'One way to name the company: the key of a record of the same source, or one identifier',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: Object.fromEntries(
    companyReferences.map((name) => [name, { type: 'string', minLength: 1, maxLength: 300 }]),
  ),
});

/**
 * One statement by one source about one person at one company. Contact values set a flag, are compared with the
 * suppression list and dropped. There is no field for a person's name.
 */
export const PersonRecord = Type.Object(
  {
    type: Type.Literal('person'),
    ...statement,
    company: Type.Optional(CompanyReference),
    country: isoCountry('Where the person works'),
    position: Type.Optional(Type.String({ description: 'Position title', maxLength: 500 })),
    network: Type.Optional(
      Type.String({
        description: 'Slug or URL of the profile on the professional network; the same slug is the same person',
        maxLength: 300,
      }),
    ),
    seniority: ids('Seniority IDs; absent: derived from the position', seniorities),
    department: ids('Department IDs; absent: derived from the position', departments),
    has_email: flag('A work e-mail exists'),
    has_personal_email: flag('A personal e-mail exists'),
    has_phone: flag('A phone number exists'),
    has_dnd_phone: flag('A do-not-disturb phone exists'),
    has_mobile: flag('A mobile number exists'),
    email: contact('Sets has_email'),
    personal_email: contact('Sets has_personal_email'),
    phone: contact('Sets has_phone'),
    dnd_phone: contact('Sets has_dnd_phone and has_phone'),
    mobile: contact('Sets has_mobile'),
  },
  { additionalProperties: false, $id: 'PersonRecord' },
);
export type PersonRecord = Static<typeof PersonRecord>;
