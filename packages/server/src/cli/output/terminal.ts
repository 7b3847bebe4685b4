import { styleText } from 'node:util';

const esc = String.fromCodePoint(27);
/** The sequences of `styled`, line breaks and tabs. */
const kept = [...[1, 22, 31, 32, 39].map((code) => `${esc}[${code}m`), '\r\n', '\n', '\t'];
/** What moves the cursor, ends a line, or reverses the letters that follow. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const unsafeParts = new RegExp(
  [...kept.map((text) => text.replace('[', String.raw`\[`)), unsafe.source].join('|'),
  'gu',
);

/**
 * Everything that a command prints: what could control the terminal is written as an escape, which is also the same value in JSON.
 * Line breaks stay: who prints a value of a file on a line of its own uses `fit`.
 */
export const toTerminal = (text: string): string =>
  text.replaceAll(unsafeParts, (found) =>
    kept.includes(found) ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

type Stream = NodeJS.WritableStream;

// Node does not style the text if the stream is not a terminal, or if NO_COLOR is set.
const styled =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string, stream: Stream = process.stdout): string =>
    styleText(format, text, { stream });

/** Emphasis for a terminal; plain text elsewhere. */
export const bold = styled('bold');
export const green = styled('green');
export const red = styled('red');
