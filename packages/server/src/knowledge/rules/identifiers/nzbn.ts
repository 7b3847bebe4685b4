import { withoutSpaces } from './blanks.ts';

/** A New Zealand Business Number: a GS1 location number of thirteen digits that starts with 9429. */
export type Nzbn = string & { readonly brand: 'nzbn' };

export const nzbnShape = /^9429\d{9}$/;

/** @example parseNzbn('9429 0463 93920') // '9429046393920' */
export function parseNzbn(text: string): Nzbn | undefined {
  const digits = withoutSpaces(text);
  if (!nzbnShape.test(digits)) return undefined;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? (digits as Nzbn) : undefined;
}
