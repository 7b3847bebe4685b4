import type { Random } from '../demo/random.ts';

/** The number with another last digit, so that its check fails. */
export const wrongDigit = (digits: string): string => digits.slice(0, -1) + ((Number(digits.slice(-1)) + 1) % 10);

/** Makes a row of a table unusable: a wrong number, no name, or a cell too few. */
export function breakCells(random: Random, cells: string[], at: { number: number; name: number }): void {
  const draw = random.below(3);
  if (draw === 0) cells[at.number] = wrongDigit(cells[at.number] as string);
  else if (draw === 1) cells[at.name] = '';
  else cells.pop();
}
