import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../core/output/escape.ts';
import { bold } from './terminal.ts';

/** One column of a table: its heading, and the cell of a row. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
  /** Aligned to the right, as for numbers. */
  right?: boolean;
}

/** Characters that take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const widthOfLetter = (letter: string) => (/^\p{M}$/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1);

/** The width of a text in terminal columns. */
const widthOf = (text: string): number =>
  [...stripVTControlCharacters(text)].reduce((sum, letter) => sum + widthOfLetter(letter), 0);

/**
 * Text from outside, safe for a terminal: without control characters or line breaks, and at most `width` columns wide.
 */
export function fit(text: string, width: number): string {
  const line = printable(text);
  if (widthOf(line) <= width) return line;
  let kept = '';
  for (const letter of line) {
    if (widthOf(kept + letter) >= width) break;
    kept += letter;
  }
  return `${kept}…`;
}

function pad(text: string, { width, right }: { width: number; right: boolean | undefined }): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? blanks + text : text + blanks;
}

/** Formats rows below their headings, in aligned columns, for a terminal. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  const toLine = (texts: readonly string[]) =>
    texts
      .map((text, at) => pad(text, { width: widths[at] ?? 0, right: columns[at]?.right }))
      .join('  ')
      .trimEnd();
  return [bold(toLine(columns.map(({ title }) => title))), ...cells.map(toLine)].join('\n');
}
