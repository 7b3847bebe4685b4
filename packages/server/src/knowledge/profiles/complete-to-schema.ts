interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

const isNullable = ({ type }: Shape) => Array.isArray(type) && type.includes('null');
const isObject = ({ type }: Shape) => type === 'object' || (Array.isArray(type) && type.includes('object'));

/** Completes an object with these keys. */
function objectCompleter(properties: Record<string, Shape>): (value: object) => object {
  const keys = Object.keys(properties);
  const completers = Object.values(properties).map(completerOf);
  return (value) => {
    const complete: Record<string, unknown> = {};
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] as string;
      complete[key] = completers[at]?.((value as Record<string, unknown>)[key]);
    }
    return complete;
  };
}

function missingValue(shape: Shape): unknown {
  if (isNullable(shape)) return null;
  if (shape.properties) return objectCompleter(shape.properties)({});
  if (isObject(shape)) return {};
  return shape.type === 'array' ? [] : null;
}

/**
 * Completes values to the shape of the contract: every key present, unknown scalars null, unknown lists and maps empty.
 * The shape is read once for all values, and what is missing is made once: it must not be changed.
 */
export function completerOf(shape: Shape): (value: unknown) => unknown {
  const missing = Object.freeze(missingValue(shape));
  const complete = shape.properties && objectCompleter(shape.properties);
  return (value) => {
    if (value === null || value === undefined) return missing;
    return complete ? complete(value) : value;
  };
}
