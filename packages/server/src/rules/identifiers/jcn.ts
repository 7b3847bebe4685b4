import { validate } from 'stdnum/lib/cjs/jp/cn.js';
import { withoutSpaces } from './blanks.ts';

/** A Japanese corporate number (法人番号): thirteen digits, the first of them the check. */
export type Jcn = string & { readonly brand: 'jcn' };

// An invoice number is the letter T and the corporate number.
export const jcnShape = /^T?(\d{13})$/i;

/** @example parseJcn('T1010001119515') // '1010001119515' */
export function parseJcn(text: string): Jcn | undefined {
  const digits = jcnShape.exec(withoutSpaces(text))?.[1];
  return digits && validate(digits).isValid ? (digits as Jcn) : undefined;
}

/** The check digit of the digits after it, weighted 2, 1, 2, 1, … from the left. */
function checkDigitOf(registryNumber: string): number {
  const sum = [...registryNumber].reduce((total, digit, at) => total + Number(digit) * (2 - (at % 2)), 0);
  return 9 - (sum % 9);
}

/**
 * A company's number at its registry office (会社法人等番号): by law its corporate number is these twelve digits with the
 * check digit before them.
 *
 * @example parseRegistryNumber('1803-01-018771') // '1180301018771'
 */
export function parseRegistryNumber(text: string): Jcn | undefined {
  const [, ...groups] = /^(\d{4})-?(\d\d)-?(\d{6})$/.exec(withoutSpaces(text)) ?? [];
  const digits = groups.join('');
  return digits === '' ? undefined : parseJcn(`${checkDigitOf(digits)}${digits}`);
}
