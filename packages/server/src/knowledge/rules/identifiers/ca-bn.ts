import { validate } from 'stdnum/lib/cjs/ca/bn.js';
import { withoutSpaces } from './blanks.ts';

/** A Canadian business number: nine digits, the last of them the check. Program accounts are appended to it. */
export type CaBn = string & { readonly brand: 'ca-bn' };

const shape = /^(\d{9})(?:R[CMPT]\d{4})?$/i;

/** @example parseCaBn('10009 4283 RC0001') // '100094283' */
export function parseCaBn(text: string): CaBn | undefined {
  const digits = shape.exec(withoutSpaces(text))?.[1];
  return digits && digits !== '000000000' && validate(digits).isValid ? (digits as CaBn) : undefined;
}
