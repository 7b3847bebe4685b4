import { withoutSpaces } from './blanks.ts';

/** A Central Index Key of the SEC: ten digits, padded with zeros. */
export type Cik = string & { readonly brand: 'cik' };

/** @example parseCik('320193') // '0000320193' */
export function parseCik(text: string): Cik | undefined {
  const digits = withoutSpaces(text);
  return /^(?!0+$)\d{1,10}$/.test(digits) ? (digits.padStart(10, '0') as Cik) : undefined;
}
