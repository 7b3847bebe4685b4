type Json = Record<string, unknown>;

/** Validates exactly what the contract says: no coercion, removal or defaults. */
export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  keywords: ['x-problem', 'x-region', 'x-search', 'x-each'],
} as const;

/** The schema without `$id`: each route compiles its own copy, and an `$id` may occur only once per compiler. */
export function withoutNames(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value)) as Json;
}

/** The schema without that of the items of a batch: each item is validated on its own. */
export function withoutItems(schema: Json): Json {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => {
    const { items, ...rest } = field;
    return [name, rest['x-each'] ? rest : field];
  });
  return { ...schema, ...(schema.properties ? { properties: Object.fromEntries(fields) } : {}) };
}

/** The query schema of an operation without parameters. */
export const noParameters = { type: 'object', properties: {}, additionalProperties: false } as const;
