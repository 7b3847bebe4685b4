/** What programs put around an address, outermost first: invisible characters, a name and brackets, a scheme, quotes, a list separator. */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}+/gu, ''],
  [/^[^<>]*<([^<>]*)>[\s.,;]*$/u, '$1'],
  [/^\s*mailto:([^?]*).*$/isu, '$1'],
  [/^\s*(["'])(.*)\1\s*$/su, '$2'],
  [/[\s.,;]+$/u, ''],
];

/** Including a name next to it. Longer text is not an address, and would take long to scan. */
const longest = 1000;

/** The canonical form of an address, hashed to find it for an opt-out; undefined if the text is not an address. */
export function normalizeEmail(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const written = wrappings.reduce((rest, [around, kept]) => rest.replace(around, kept), text.normalize('NFKC'));
  const address = written.trim().toLowerCase().normalize('NFKC');
  return /^[^\s@]+@[^\s@]+$/u.test(address) ? address : undefined;
}
