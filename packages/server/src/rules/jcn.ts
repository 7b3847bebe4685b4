import { validate } from 'stdnum/lib/cjs/jp/cn.js';
import { withoutBlanks } from './blanks.ts';

/** A Japanese corporate number (法人番号): thirteen digits, the first of them the check. */
export type Jcn = string & { readonly brand: 'jcn' };

// An invoice number is T and the corporate number.
export const jcnShape = /^T?(\d{13})$/i;

/** @example parseJcn('T1010001119515') // '1010001119515' */
export function parseJcn(text: string): Jcn | undefined {
  const digits = jcnShape.exec(withoutBlanks(text))?.[1];
  return digits && validate(digits).isValid ? (digits as Jcn) : undefined;
}
