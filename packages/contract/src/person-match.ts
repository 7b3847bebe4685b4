import { type Static, Type } from 'typebox';
import { NullableString } from './nullable.ts';

/** The five channels: a flag says only that the channel exists. */
export const channelFlags = ['has_email', 'has_personal_email', 'has_phone', 'has_dnd_phone', 'has_mobile'] as const;
export type ChannelFlag = (typeof channelFlags)[number];

/** One person of the asked company. */
export const PersonMatch = Type.Object(
  {
    person_id: Type.String(),
    position: NullableString({ description: 'Position title' }),
    company_name: NullableString(),
    network: NullableString({ description: "Slug of the person's profile on a professional network" }),
    has_email: Type.Boolean({ description: 'A work e-mail exists' }),
    has_personal_email: Type.Boolean({ description: 'A personal e-mail exists' }),
    has_phone: Type.Boolean({ description: 'A phone number exists' }),
    has_dnd_phone: Type.Boolean({ description: 'A do-not-disturb phone exists' }),
    has_mobile: Type.Boolean({ description: 'A mobile number exists' }),
  },
  { additionalProperties: false, $id: 'PersonMatch' },
);
export type PersonMatch = Static<typeof PersonMatch>;
