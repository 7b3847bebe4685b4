type Json = Record<string, unknown>;

/** Validates exactly what the contract says: no coercion, removal or defaults. */
export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  keywords: ['x-problem', 'x-region', 'x-search'],
} as const;

/** The schema without `$id`: each route compiles its own copy, and an `$id` may occur only once per compiler. */
export function withoutNames(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value)) as Json;
}

/** The query schema of an operation without parameters. */
export const noParameters = { type: 'object', properties: {}, additionalProperties: false } as const;
