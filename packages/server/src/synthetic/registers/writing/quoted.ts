/** A cell of a table with commas: in quotes where it must be, quotes doubled. */
export const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
