import { validate } from 'stdnum/lib/cjs/au/abn.js';
import { type Acn, parseAcn } from './acn.ts';
import { withoutBlanks } from './blanks.ts';

/** An Australian Business Number: eleven digits. */
export type Abn = string & { readonly brand: 'abn' };

// The library also reads digits of other scripts; the register does not write them.
export const abnShape = /^\d{11}$/;

/** @example parseAbn('51 824 753 556') // '51824753556' */
export function parseAbn(text: string): Abn | undefined {
  const digits = withoutBlanks(text);
  return abnShape.test(digits) && validate(digits).isValid ? (digits as Abn) : undefined;
}

/** The company number that a company's ABN ends with. */
export const acnInAbn = (abn: Abn): Acn | undefined => parseAcn(abn.slice(2));
