/** One column of a table: its heading, and what a row shows in it. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
  /** Numbers stand below each other by their last digit. */
  right?: boolean;
}

/** Text of others for a terminal: without what could move the cursor or break the line, and no longer than `width`. */
export function fit(text: string, width: number): string {
  const letters = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')];
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : letters.join('');
}

/** Rows below their headings, aligned, for a terminal. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const align = (text: string, at: number) =>
    columns[at]?.right ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return lines.map((cells) => cells.map(align).join('  ').trimEnd()).join('\n');
}
