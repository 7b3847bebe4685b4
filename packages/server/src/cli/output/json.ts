const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The same data with the key style of the API: `startedAt` becomes `started_at`, at every level. Only for objects with
 * fixed keys: an object whose keys are data, such as reasons or record fields, must not be passed.
 */
export function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeCase(name), withSnakeCase(one)]));
}

/** A JSON array with one element per line, so that programs can parse it and `grep` can find an element. */
export const formatJsonList = (items: readonly unknown[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;

/** The `--json` option of every list command. */
export const jsonOption = ['--json', 'Print JSON'] as const;
