import type { Random } from '../../../../server/src/sample-data/demo/random.ts';

/** A CSV cell: quoted if needed, with quotes doubled. */
export const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const csvLine = (cells: readonly string[], end = '\n'): string => cells.map(quoted).join(',') + end;

/** Changes the last digit or letter, so that the check digits do not match. */
export function wrongLast(number: string): string {
  const last = number.slice(-1);
  const other = /\d/.test(last) ? (Number(last) + 1) % 10 : last === 'A' ? 'B' : 'A';
  return number.slice(0, -1) + other;
}

/** Makes a row unusable: a wrong number, no name, or a missing cell. */
export function breakCells(random: Random, cells: string[], at: { number: number; name: number }): void {
  const draw = random.below(3);
  if (draw === 0) cells[at.number] = wrongLast(cells[at.number] as string);
  else if (draw === 1) cells[at.name] = '';
  else cells.pop();
}
