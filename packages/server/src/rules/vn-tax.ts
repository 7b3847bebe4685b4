import { validate } from 'stdnum/lib/cjs/vn/mst.js';
import { withoutBlanks } from './blanks.ts';

/** The tax code of a company of Vietnam, which is its enterprise code too: ten digits, the last of them a check. */
export type VnTax = string & { readonly brand: 'vn-tax' };

/**
 * The thirteen digits of a branch are not the company's.
 *
 * @example parseVnTax('0100233488') // '0100233488'
 */
export function parseVnTax(text: string): VnTax | undefined {
  const digits = withoutBlanks(text);
  return /^\d{10}$/.test(digits) && validate(digits).isValid ? (digits as VnTax) : undefined;
}
