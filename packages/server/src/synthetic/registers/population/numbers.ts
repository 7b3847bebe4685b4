/**
 * Numbers with the right check digits, for a population of a hundred million of whom less than a fifth are companies.
 * They make, and never check: parsing is the business of the rules.
 */

function weightedSum(digits: string, firstWeight: number, step: number): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) sum += (digits.charCodeAt(n) - 48) * (firstWeight + n * step);
  return sum;
}

/** Counted down from the end of the range: the register counts up, and is far below the eight hundred millions. */
export function acnOf(rank: number): string {
  const base = String(99_999_999 - rank);
  return base + ((10 - (weightedSum(base, 8, -1) % 10)) % 10);
}

/** With weights 10 and 1, and one taken off the first digit, the two check digits count as themselves - 10. */
const abnOfNine = (nine: string): string => String(99 - (weightedSum(nine, 3, 2) % 89)) + nine;

export const abnOfCompany = (acn: string): string => abnOfNine(acn);

/** Of who has no company number. No range of these is free for sure: the register gives them out at random. */
export const abnOfOther = (index: number): string => abnOfNine(`7${String(index).padStart(8, '0')}`);

/** Luhn's sum: every second digit counts double, and nine less where that has two digits. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) {
    const value = (digits.charCodeAt(n) - 48) * (n % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum;
}

/** A Canadian business number. Counted down from the end of the range. */
export function caBusinessNumberOf(index: number): string {
  const base = String(99_999_999 - index);
  return base + ((10 - (luhnSum(base) % 10)) % 10);
}
