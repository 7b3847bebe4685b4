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
