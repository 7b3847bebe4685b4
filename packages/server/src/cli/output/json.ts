const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The same data with the keys as the API writes them: `startedAt` becomes `started_at`, at every level. Only for objects
 * whose keys are all ours: one whose keys are data, such as reasons or the fields of a record, must stay outside.
 */
export function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeCase(name), withSnakeCase(one)]));
}

/** One JSON array with an element on each line: a program parses it, and `grep` finds an element. */
export const formatJsonList = (items: readonly unknown[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;

/** The option of every command that lists something. */
export const jsonOption = ['--json', 'Print JSON'] as const;
