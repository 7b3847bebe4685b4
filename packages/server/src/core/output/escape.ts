// Spreadsheets evaluate a cell that starts with one of these as a formula, some of them after what they do not show.
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** One cell, quoted if needed. */
export const quoteCell = (text: string): string =>
  /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One cell: quoted if needed, and never a formula. */
export function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return quoteCell(formula.test(value) ? `'${value}` : value);
}

/** A table in the format of RFC 4180, without the last line break. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => cells.map(toCell).join(',')).join('\r\n');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe in the content and the quoted attributes of HTML and XML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] as string);

/**
 * Text from outside on one line, safe for a terminal, a log and a message: control characters could move the cursor, and others
 * reverse or hide what follows.
 */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');

const maxQuoted = 60;

/** Text that the caller sent, as a message repeats it: well formed, on one line and short. */
export function shorten(text: string): string {
  const characters = [...text.toWellFormed().replace(/\p{C}/gu, '\ufffd')];
  return characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : characters.join('');
}

/** A JSON value that the caller sent: `"8"`, `the number 4`, `null`, `an array`. */
export function quote(value: unknown): string {
  if (value === '') return 'an empty string';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
