const esc = String.fromCodePoint(27);
/** The sequences of `style.ts`, line breaks and tabs. */
const kept = [...[1, 22, 31, 32, 39].map((code) => `${esc}[${code}m`), '\r\n', '\n', '\t'];
/** What moves the cursor, ends a line, or reverses the letters that follow. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const parts = new RegExp([...kept.map((text) => text.replace('[', String.raw`\[`)), unsafe.source].join('|'), 'gu');

/**
 * Everything that a command prints: what could control the terminal is written as an escape, which is also the same value in JSON.
 * Line breaks stay: who prints a value of a file on a line of its own uses `fit`.
 */
export const toTerminal = (text: string): string =>
  text.replaceAll(parts, (found) =>
    kept.includes(found) ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
