/** The word that removes a limit: commander has no null. */
export const none = 'none';

type Said = string | number | readonly string[];

/** The options that were given; `none` becomes null. */
export function presentOptions(options: Record<string, Said | undefined>): Record<string, Said | null> {
  const said = Object.entries(options).filter(([, value]) => value !== undefined) as [string, Said][];
  const isNone = (value: Said) => value === none || (Array.isArray(value) && value.includes(none));
  return Object.fromEntries(said.map(([name, value]) => [name, isNone(value) ? null : value]));
}
