// A normalized title contains only letters, marks, digits and these characters, so any other character belongs to a
// word. With Unicode classes instead, the patterns take ten times as long to compile.
const wordCharacter = '[^ /@~]';
const wordBoundary = `(?:(?<!${wordCharacter})(?=${wordCharacter})|(?<=${wordCharacter})(?!${wordCharacter}))`;

/**
 * A pattern over normalized titles. JavaScript's own `\b` and `\w` are ASCII and would split `ผู้` in two.
 *
 * @example titlePattern(String.raw`\bchefe?\b`).test('le chef')
 */
export function titlePattern(source: string, flags = ''): RegExp {
  // Titles are in NFKC when they are tested, and NFKC decomposes the Thai ำ.
  const pattern = source.normalize('NFKC').replaceAll('\\b', wordBoundary).replaceAll('\\w', wordCharacter);
  return new RegExp(pattern, `u${flags}`);
}
