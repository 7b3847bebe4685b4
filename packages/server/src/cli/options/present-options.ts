/** The value that removes a limit: commander has no null. */
export const none = 'none';

type OptionValue = string | number | readonly string[];

/** The given options; `none` becomes null. */
export function presentOptions(options: Record<string, OptionValue | undefined>): Record<string, OptionValue | null> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined) as [string, OptionValue][];
  const isNone = (value: OptionValue) => value === none || (Array.isArray(value) && value.includes(none));
  return Object.fromEntries(given.map(([name, value]) => [name, isNone(value) ? null : value]));
}
