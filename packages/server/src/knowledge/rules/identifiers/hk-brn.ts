import { withoutSpaces } from './blanks.ts';

/** A Business Registration Number of Hong Kong: eight digits, or C or F and seven digits for a company that needs no registration. */
export type HkBrn = string & { readonly brand: 'hk-brn' };

/** It has no check digit. @example parseHkBrn('c1572528') // 'C1572528' */
export function parseHkBrn(text: string): HkBrn | undefined {
  const brn = withoutSpaces(text).toUpperCase();
  return /^(?!0+$)(?:\d{8}|[CF]\d{7})$/.test(brn) ? (brn as HkBrn) : undefined;
}
