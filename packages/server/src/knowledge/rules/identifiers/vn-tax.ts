import { validate } from 'stdnum/lib/cjs/vn/mst.js';
import { withoutSpaces } from './blanks.ts';

/** The tax code of a company of Vietnam, which is also its enterprise code: ten digits, the last is the check digit. */
export type VnTax = string & { readonly brand: 'vn-tax' };

/**
 * A branch has thirteen digits, which do not identify the company.
 *
 * @example parseVnTax('0100233488') // '0100233488'
 */
export function parseVnTax(text: string): VnTax | undefined {
  const digits = withoutSpaces(text);
  return /^\d{10}$/.test(digits) && validate(digits).isValid ? (digits as VnTax) : undefined;
}
