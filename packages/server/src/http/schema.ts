type Json = Record<string, unknown>;

/** Checks exactly what the contract says: nothing is coerced, dropped or filled in. */
export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  keywords: ['x-problem', 'x-region', 'x-search'],
} as const;

/** The schema without names: each route compiles its own copy, and a name may stand in a compiler only once. */
export function withoutNames(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value)) as Json;
}

/** What an operation without query parameters takes. */
export const noParameters = { type: 'object', properties: {}, additionalProperties: false } as const;
