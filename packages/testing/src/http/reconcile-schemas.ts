import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/**
 * What the Reconciliation Service API 0.2 says about responses, in our own words:
 * https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/
 */
const WithId = Type.Object({ id: Type.String() });
const Named = Type.Object({ id: Type.String(), name: Type.String(), description: Type.Optional(Type.String()) });
const TypeReference = Type.Union([
  Type.Intersect([WithId, Type.Object({ name: Type.Optional(Type.String()) })]),
  Type.String(),
]);

const UrlOfEntity = Type.String({ pattern: '\\{\\{id\\}\\}' });
const Service = Type.Object({
  service_url: Type.Optional(Type.String()),
  service_path: Type.Optional(Type.String()),
  flyout_service_url: Type.Optional(Type.String()),
  flyout_service_path: Type.Optional(Type.String({ pattern: '\\$\\{id\\}' })),
});

const setting = (type: string, more: Record<string, TSchema> = {}) =>
  Type.Object({ type: Type.Literal(type), label: Type.String(), name: Type.String(), ...more });
const Setting = Type.Union([
  ...['number', 'text', 'checkbox'].map((type) => setting(type)),
  setting('select', { choices: Type.Array(Type.Object({ value: Type.String(), name: Type.String() })) }),
]);

const only = (name: string, value: TSchema) => Type.Object({ [name]: value }, { additionalProperties: false });
const Cell = Type.Union([
  Type.Object({}, { additionalProperties: false }),
  Type.Object(Named.properties, { additionalProperties: false }),
  only('str', Type.String()),
  only('float', Type.Number()),
  only('int', Type.Integer()),
  only('date', Type.String({ format: 'date-time' })),
]);

export const reconcileSchemas = {
  manifest: Type.Object({
    versions: Type.Array(Type.String(), { contains: { const: '0.2' } }),
    name: Type.String(),
    identifierSpace: Type.String(),
    schemaSpace: Type.String(),
    documentation: Type.Optional(Type.String()),
    defaultTypes: Type.Optional(Type.Array(Named, { uniqueItems: true })),
    view: Type.Optional(Type.Object({ url: UrlOfEntity })),
    preview: Type.Optional(Type.Object({ url: UrlOfEntity, width: Type.Integer(), height: Type.Integer() })),
    suggest: Type.Optional(
      Type.Object({
        entity: Type.Optional(Service),
        property: Type.Optional(Service),
        type: Type.Optional(Service),
      }),
    ),
    extend: Type.Optional(
      Type.Object({
        propose_properties: Type.Optional(Service),
        property_settings: Type.Optional(Type.Array(Setting)),
      }),
    ),
  }),
  results: Type.Record(
    Type.String(),
    Type.Object({
      result: Type.Array(
        Type.Object({
          ...Named.properties,
          score: Type.Number(),
          match: Type.Optional(Type.Boolean()),
          type: Type.Optional(Type.Array(TypeReference)),
          features: Type.Optional(
            Type.Array(Type.Object({ id: Type.String(), value: Type.Union([Type.Boolean(), Type.Number()]) })),
          ),
        }),
      ),
    }),
  ),
  entities: Type.Object({
    result: Type.Array(Type.Object({ ...Named.properties, notable: Type.Optional(Type.Array(TypeReference)) })),
  }),
  types: Type.Object({ result: Type.Array(Named) }),
  properties: Type.Object({ result: Type.Array(Named) }),
  proposal: Type.Object({
    properties: Type.Array(Named),
    type: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Number()),
  }),
  extension: Type.Object({
    meta: Type.Array(Type.Object({ ...Named.properties, type: Type.Optional(WithId) })),
    rows: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Cell))),
  }),
} as const;

/** What is wrong with a response; nothing if it is valid. */
export const faultsOf = (kind: keyof typeof reconcileSchemas, body: unknown): string[] =>
  [...Value.Errors(reconcileSchemas[kind], body)].map(({ instancePath, message }) => `${instancePath} ${message}`);
