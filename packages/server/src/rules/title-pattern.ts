// A normalised title holds nothing but letters, marks, digits and these signs, so "any other" is "of a word";
// naming the classes of Unicode instead makes the patterns ten times slower to compile.
const wordCharacter = '[^ /@~]';
const wordBoundary = `(?:(?<!${wordCharacter})(?=${wordCharacter})|(?<=${wordCharacter})(?!${wordCharacter}))`;

/**
 * A pattern over normalised titles. JavaScript's own `\b` and `\w` are ASCII and would part `ผู้` in two.
 *
 * @example titlePattern(String.raw`\bchefe?\b`).test('le chef')
 */
export function titlePattern(source: string, flags = ''): RegExp {
  // Titles are NFKC when they are tested, and NFKC takes the Thai ำ apart.
  const pattern = source.normalize('NFKC').replaceAll('\\b', wordBoundary).replaceAll('\\w', wordCharacter);
  return new RegExp(pattern, `u${flags}`);
}
