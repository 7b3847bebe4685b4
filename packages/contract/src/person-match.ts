import { type Static, Type } from 'typebox';
import { NullableString } from './nullable.ts';

/** One person of the requested company. */
export const PersonMatch = Type.Object(
  {
    person_id: Type.String({ description: 'Id of the person' }),
    position: NullableString({ description: 'Job title' }),
    company_name: NullableString({ description: 'Name of the company' }),
    network: NullableString({
      description: 'Slug of the person on LinkedIn: the last part of the profile address',
    }),
    has_email: Type.Boolean({ description: 'A work email address is known' }),
    has_personal_email: Type.Boolean({ description: 'A personal email address is known' }),
    has_phone: Type.Boolean({ description: 'A phone number is known' }),
    has_dnd_phone: Type.Boolean({ description: 'A phone number marked do-not-disturb is known' }),
    has_mobile: Type.Boolean({ description: 'A mobile number is known' }),
  },
  { additionalProperties: false, $id: 'PersonMatch' },
);
export type PersonMatch = Static<typeof PersonMatch>;
