import { withoutSpaces } from './blanks.ts';

/** An Australian Company Number (or ARBN): nine digits. */
export type Acn = string & { readonly brand: 'acn' };

// Nine zeros pass the check digit, and files use them for "no number".
export const acnShape = /^(?!0{9})\d{9}$/;

// Not the library's check: it creates an error with a stack trace for each failure, and most ABNs do not end with an ACN.
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 8; at += 1) sum += (8 - at) * (digits.charCodeAt(at) - 48);
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(8) - 48;
}

/** @example parseAcn('004 085 616') // '004085616' */
export function parseAcn(text: string): Acn | undefined {
  const digits = withoutSpaces(text);
  return acnShape.test(digits) && hasCheckDigit(digits) ? (digits as Acn) : undefined;
}
