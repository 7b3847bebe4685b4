import { withoutSpaces } from './blanks.ts';

/** An Employer Identification Number of the United States: nine digits. Companies without one write nine zeros. */
export type UsEin = string & { readonly brand: 'us-ein' };

/** It has no check digit. @example parseUsEin('91-2197729') // '912197729' */
export function parseUsEin(text: string): UsEin | undefined {
  const digits = withoutSpaces(text).replace(/^(\d\d)-/, '$1');
  return /^(?!(\d)\1{8})\d{9}$/.test(digits) ? (digits as UsEin) : undefined;
}
