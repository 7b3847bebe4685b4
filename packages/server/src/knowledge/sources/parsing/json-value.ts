/** Reads untrusted JSON: a value that is missing or of another type is empty. */
export function memberOf(value: unknown, ...names: string[]): unknown {
  let inner = value;
  for (const name of names) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/** @example textOf({ a: { b: 7 } }, 'a', 'b') // '7' */
export function textOf(value: unknown, ...names: string[]): string {
  const text = memberOf(value, ...names);
  return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}

/** One value or a list of values, as converters from XML write them. */
export function listOf(value: unknown, ...names: string[]): unknown[] {
  const list = memberOf(value, ...names);
  if (list === undefined || list === null) return [];
  return Array.isArray(list) ? list : [list];
}
