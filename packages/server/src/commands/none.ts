/** Takes a limit away, as a word: commander knows no null. */
export const none = 'none';

type Said = string | number | readonly string[];

/** What was said; what was not said is absent, and `none` is null. */
export function saidOf(options: Record<string, Said | undefined>): Record<string, Said | null> {
  const said = Object.entries(options).filter(([, value]) => value !== undefined) as [string, Said][];
  const isNone = (value: Said) => value === none || (Array.isArray(value) && value.includes(none));
  return Object.fromEntries(said.map(([name, value]) => [name, isNone(value) ? null : value]));
}
