interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

const isNullable = ({ type }: Shape) => Array.isArray(type) && type.includes('null');
const isObject = ({ type }: Shape) => type === 'object' || (Array.isArray(type) && type.includes('object'));

/**
 * Completes a value to the shape of the contract: every key present, unknown scalars null, unknown lists and maps
 * empty.
 */
export function completeToSchema(shape: Shape, value: unknown): unknown {
  if (shape.properties && value !== null && value !== undefined) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([key, inner]) => [
        key,
        completeToSchema(inner, (value as Record<string, unknown>)[key]),
      ]),
    );
  }
  if (value !== null && value !== undefined) return value;
  if (isNullable(shape)) return null;
  if (shape.properties) return completeToSchema(shape, {});
  if (isObject(shape)) return {};
  return shape.type === 'array' ? [] : null;
}
