import { validate } from 'stdnum/lib/cjs/th/moa.js';
import { withoutSpaces } from './blanks.ts';

/** The number of a juristic person of Thailand: thirteen digits, the first is 0, the last is the check digit. */
export type ThJuristic = string & { readonly brand: 'th-juristic' };

/** @example parseThJuristic('0107544000108') // '0107544000108' */
export function parseThJuristic(text: string): ThJuristic | undefined {
  const digits = withoutSpaces(text);
  return /^0\d{12}$/.test(digits) && validate(digits).isValid ? (digits as ThJuristic) : undefined;
}
