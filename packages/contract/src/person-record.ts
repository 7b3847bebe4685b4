import { type Static, Type } from 'typebox';
import { IsoCountry, IsoDate, identifierSchemes, RecordKey } from './company-record.ts';
import { idPattern } from './field.ts';
import { departments, seniorities } from './vocabulary.ts';

const flag = () => Type.Optional(Type.Boolean());
const contact = () => Type.Optional(Type.String({ maxLength: 320 }));
const ids = (vocabulary: object) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: `^${idPattern(Object.keys(vocabulary))}$` }), { minItems: 1, maxItems: 17 }),
  );

/** How a person record may name its company: a record of the same source by its key, or one identifier. */
export const companyReferences = ['key', ...identifierSchemes] as const;

const CompanyReference = Type.Unsafe<Partial<Record<(typeof companyReferences)[number], string>>>({
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
    key: RecordKey,
    observed: Type.Optional(IsoDate),
    removed: Type.Optional(Type.Boolean()),
    company: Type.Optional(CompanyReference),
    country: Type.Optional(IsoCountry),
    position: Type.Optional(Type.String({ maxLength: 500 })),
    network: Type.Optional(Type.String({ maxLength: 300 })),
    seniority: ids(seniorities),
    department: ids(departments),
    has_email: flag(),
    has_personal_email: flag(),
    has_phone: flag(),
    has_dnd_phone: flag(),
    has_mobile: flag(),
    email: contact(),
    personal_email: contact(),
    phone: contact(),
    dnd_phone: contact(),
    mobile: contact(),
  },
  { additionalProperties: false, $id: 'PersonRecord' },
);
export type PersonRecord = Static<typeof PersonRecord>;
