import { withoutSpaces } from './blanks.ts';

/** A D-U-N-S number: nine digits, without a check digit since 2006. */
export type Duns = string & { readonly brand: 'duns' };

/** @example parseDuns('15-048-3782') // '150483782' */
export function parseDuns(text: string): Duns | undefined {
  const digits = withoutSpaces(text).replace(/^(\d\d)-(\d{3})-(\d{4})$/, '$1$2$3');
  return /^(?!0{9})\d{9}$/.test(digits) ? (digits as Duns) : undefined;
}
