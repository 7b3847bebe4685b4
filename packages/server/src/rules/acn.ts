import { validate } from 'stdnum/lib/cjs/au/acn.js';
import { withoutBlanks } from './blanks.ts';

/** An Australian Company Number (or ARBN): nine digits. */
export type Acn = string & { readonly brand: 'acn' };

// Nine zeros pass the check and stand for "none" in files.
export const acnShape = /^(?!0{9})\d{9}$/;

/** @example parseAcn('004 085 616') // '004085616' */
export function parseAcn(text: string): Acn | undefined {
  const digits = withoutBlanks(text);
  return acnShape.test(digits) && validate(digits).isValid ? (digits as Acn) : undefined;
}
