/** What programs put around an address, outermost first: signs that nobody sees, a name and brackets, a scheme, quotes, the end of a list. */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}+/gu, ''],
  [/^[^<>]*<([^<>]*)>[\s.,;]*$/u, '$1'],
  [/^\s*mailto:([^?]*).*$/isu, '$1'],
  [/^\s*(["'])(.*)\1\s*$/su, '$2'],
  [/[\s.,;]+$/u, ''],
];

/** With a name beside it; more is no address, and would take long to look through. */
const longest = 1000;

/** One spelling of an address, for the hash by which an opt-out finds it; undefined when it is no address. */
export function normaliseEmail(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = wrappings.reduce((rest, [around, kept]) => rest.replace(around, kept), text.normalize('NFKC'));
  const address = written.trim().toLowerCase().normalize('NFKC');
  return /^[^\s@]+@[^\s@]+$/u.test(address) ? address : undefined;
}
