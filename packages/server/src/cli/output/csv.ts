// A spreadsheet takes a cell that begins like this for a formula, whoever wrote it.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One cell: quoted where it must be, and never a formula. */
function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as RFC 4180 has it, without the last line break. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => cells.map(toCell).join(',')).join('\r\n');
