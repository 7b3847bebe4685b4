/**
 * Numbers with valid check digits, for a population of a hundred million, of which less than a fifth are companies. This
 * file only generates numbers; parsing and checking is in `rules`.
 */

function weightedSum(digits: string, firstWeight: number, step: number): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) sum += (digits.charCodeAt(n) - 48) * (firstWeight + n * step);
  return sum;
}

/** Counts down from the end of the range: the register counts up, and is far below 800 million. */
export function acnOf(rank: number): string {
  const base = String(99_999_999 - rank);
  return base + ((10 - (weightedSum(base, 8, -1) % 10)) % 10);
}

/**
 * With weights 10 and 1, and 1 subtracted from the first digit, the two check digits contribute their value minus 10.
 */
const abnOfNine = (nine: string): string => String(99 - (weightedSum(nine, 3, 2) % 89)) + nine;

export const abnOfCompany = (acn: string): string => abnOfNine(acn);

/** The ABN of an entity without an ACN. No range is certain to be unused: the register issues these at random. */
export const abnOfOther = (index: number): string => abnOfNine(`7${String(index).padStart(8, '0')}`);

/** The Luhn sum: every second digit counts double, minus nine if that has two digits. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) {
    const value = (digits.charCodeAt(n) - 48) * (n % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum;
}

/** A Canadian business number. Counts down from the end of the range. */
export function caBusinessNumberOf(index: number): string {
  const base = String(99_999_999 - index);
  return base + ((10 - (luhnSum(base) % 10)) % 10);
}
