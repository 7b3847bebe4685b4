import { type Static, type TNumberOptions, type TSchema, type TStringOptions, Type } from 'typebox';

type Nullable<T extends TSchema> = Static<T> | null;

/** The same schema, or null. Written as a list of types, which serializes twice as fast as a union. */
export function Nullable<T extends TSchema & { type?: string }>(schema: T) {
  const { type, ...rest } = schema as Record<string, unknown>;
  const values = rest.enum ? { enum: [...(rest.enum as unknown[]), null] } : {};
  return Type.Unsafe<Nullable<T>>({ ...rest, ...values, type: [type as string, 'null'] });
}

/** The same for a schema with a name that other fields use too, which is never null itself. */
export const NullableNamed = <T extends TSchema>(schema: T, options: { description: string }) =>
  Type.Unsafe<Nullable<T>>({ anyOf: [schema, { type: 'null' }], ...options });

export const NullableString = (options: TStringOptions = {}) => Nullable(Type.String(options));
export const NullableInteger = (options: TNumberOptions = {}) => Nullable(Type.Integer(options));
export const NullableNumber = (options: TNumberOptions = {}) => Nullable(Type.Number(options));
