import type { PhoneRange } from './countries.ts';
import type { Random } from './random.ts';

/**
 * Register numbers for synthetic companies: one per index, with valid check digits, from ranges that the registers have
 * not reached or never will, so that to our knowledge none belongs to a real company. This file only generates numbers;
 * parsing and checking is in `rules`.
 */

/** The ranges have room for seven decimal digits of index. */
export const maxCompanies = 10_000_000;

const seven = (index: number) => String(index).padStart(7, '0');

function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let n = 0; n < weights.length; n++) sum += (digits.charCodeAt(n) - 48) * (weights[n] as number);
  return sum;
}

const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1];
/** Numbers from 900 million on are not issued. */
export function acnOf(index: number): string {
  const base = `9${seven(index)}`;
  return base + ((10 - (weightedSum(base, acnWeights) % 10)) % 10);
}

const abnWeightsOfAcn = [3, 5, 7, 9, 11, 13, 15, 17, 19];
/**
 * Two check digits, then the ACN. With weights 10 and 1, and 1 subtracted from the first digit, the pair contributes its
 * value minus 10. A remainder of 0 allows both 10 and 99; this uses 99, the only one that the rules accept.
 */
export function abnOf(index: number): string {
  const acn = acnOf(index);
  return String(99 - (weightedSum(acn, abnWeightsOfAcn) % 89)) + acn;
}

const gs1Weights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3];
export function nzbnOf(index: number): string {
  const base = `94299${seven(index)}`;
  return base + ((10 - (weightedSum(base, gs1Weights) % 10)) % 10);
}

/** The year in the UEN of this index. */
export const uenYearOf = (index: number): number => 1926 + (index % 100);

const uenWeights = [10, 8, 6, 4, 9, 7, 5, 3, 1];
/** A UEN of a local company. Counts down from 99999: no year has had that many companies. */
export function uenOf(index: number): string {
  const base = String(uenYearOf(index)) + String(99_999 - Math.floor(index / 100)).padStart(5, '0');
  return base + 'ZKCMDNERGWH'.charAt(weightedSum(base, uenWeights) % 11);
}

const jcnWeights = [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1];
/** Registry offices 9900 to 9909 do not exist; 01 stands for a stock company. */
export function jcnOf(index: number): string {
  const serial = seven(index);
  const base = `990${serial.charAt(0)}01${serial.slice(1)}`;
  return String(9 - (weightedSum(base, jcnWeights) % 9)) + base;
}

/** ISO 7064 mod 97-10. No issuer has the prefix 9ZZZ. */
export function leiOf(index: number): string {
  const base = `9ZZZ00${index.toString(36).toUpperCase().padStart(12, '0')}`;
  let remainder = 0;
  for (let n = 0; n < base.length; n++) {
    const value = Number.parseInt(base.charAt(n), 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return base + String(98 - ((remainder * 100) % 97)).padStart(2, '0');
}

export const cikOf = (index: number): string => `099${seven(index)}`;

export const dunsOf = (index: number): string => `99${seven(index)}`;

const koreanWeights = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
export function koreanCorporateNumberOf(index: number): string {
  const base = `99911${seven(index)}`;
  return base + ((10 - (weightedSum(base, koreanWeights) % 10)) % 10);
}

const thaiWeights = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
export function thaiJuristicNumberOf(index: number): string {
  const base = `09955${seven(index)}`;
  return base + ((11 - (weightedSum(base, thaiWeights) % 11)) % 10);
}

const vietnameseWeights = [31, 29, 23, 19, 17, 13, 7, 5, 3];
/** A base with the check digit 10 is never issued, so the next prefix is tried. */
export function vietnameseTaxCodeOf(index: number): string {
  for (let prefix = 99; ; prefix--) {
    const base = `${prefix}${seven(index)}`;
    const check = 10 - (weightedSum(base, vietnameseWeights) % 11);
    if (check >= 0 && check < 10) return base + check;
  }
}

/** A number from one of these ranges. Ranges reserved for fiction are narrow, so numbers repeat. */
export function phoneOf(random: Random, ranges: readonly PhoneRange[]): string {
  const { prefix, digits } = random.pick(ranges);
  return digits === 0 ? prefix : prefix + random.digits(digits);
}
