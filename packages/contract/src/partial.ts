import { type Static, type TSchema, Type } from 'typebox';

type DeepPartial<T> = T extends readonly (infer U)[]
  ? U[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

function loosen(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(loosen);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'required' && key !== '$id')
      .map(([key, value]) => [key, key === 'enum' ? value : loosen(value)]),
  );
}

/** The same shape with every key optional, at every depth: what a record may contain. */
export const DeepPartial = <T extends TSchema>(schema: T) =>
  Type.Unsafe<DeepPartial<Static<T>>>(loosen(schema) as TSchema);
