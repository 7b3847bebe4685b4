import { type TProperties, Type } from 'typebox';
import { wholeNumberUpTo } from '../field.ts';
import { adminPage } from '../limits.ts';
import { Nullable, NullableString } from '../nullable.ts';

export const closed = { additionalProperties: false } as const;

/** Shared by all admin operations. */
export const admin = { scope: 'admin', headers: {} } as const;

export const bodyProblems = ['invalid_field', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;

/** A change without settings. */
export const NoFields = Type.Object({}, closed);

/** PostgreSQL stores every character but this one. */
export const storable = '^[^\\u0000]+$';

export const Moment = (description: string) => Type.String({ format: 'date-time', description });
export const NullableMoment = (description: string) => Nullable(Moment(description));

/** One of these texts. */
export const Choice = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

/** The query parameters of a list that is read page by page. */
export const pageFields = {
  size: Type.Optional(
    Type.String({
      pattern: wholeNumberUpTo(adminPage.maxSize),
      description: `Items per page, 1 to ${adminPage.maxSize}. Default: ${adminPage.defaultSize}`,
      examples: ['25'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Reads the next page: the value of `next_cursor`, with the same other parameters',
    }),
  ),
};

export const NextCursor = NullableString({
  description: 'Send it as `cursor` to get the next page; `null` on the last page',
});

/** A number in the path, such as that of a run. */
export const NumberParams = (what: string) =>
  Type.Object(
    {
      id: Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: `Number of the ${what}, as listed`,
        examples: ['12'],
      }),
    },
    closed,
  );

/** A response object with a name. */
export const Named = <T extends TProperties>(name: string, fields: T) => Type.Object(fields, { ...closed, $id: name });
