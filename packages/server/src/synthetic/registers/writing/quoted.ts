/** A CSV cell: quoted if needed, with quotes doubled. */
export const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
