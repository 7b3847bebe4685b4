import type { Random } from '../../demo/random.ts';

/** The number with another last digit or letter, so that its check fails. */
export function wrongLast(number: string): string {
  const last = number.slice(-1);
  const other = /\d/.test(last) ? (Number(last) + 1) % 10 : last === 'A' ? 'B' : 'A';
  return number.slice(0, -1) + other;
}

/** Makes a row of a table unusable: a wrong number, no name, or a cell too few. */
export function breakCells(random: Random, cells: string[], at: { number: number; name: number }): void {
  const draw = random.below(3);
  if (draw === 0) cells[at.number] = wrongLast(cells[at.number] as string);
  else if (draw === 1) cells[at.name] = '';
  else cells.pop();
}

/** A line of a table with a cell too few; the last one may hold no comma. */
export const withoutLastCell = (line: string): string => line.replace(/,[^,]*\n$/, '\n');
