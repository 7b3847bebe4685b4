import { type Acn, parseAcn } from './acn.ts';
import { withoutSpaces } from './blanks.ts';

/** An Australian Business Number: eleven digits. */
export type Abn = string & { readonly brand: 'abn' };

export const abnShape = /^\d{11}$/;
const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

// Not the library's check: it rejects numbers that start with 10, which the published rule accepts.
function hasCheckDigits(digits: string): boolean {
  // The register subtracts one from the first digit before weighting.
  let sum = -(weights[0] as number);
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] as number) * (digits.charCodeAt(at) - 48);
  return sum % 89 === 0;
}

/** @example parseAbn('51 824 753 556') // '51824753556' */
export function parseAbn(text: string): Abn | undefined {
  const digits = withoutSpaces(text);
  return abnShape.test(digits) && digits[0] !== '0' && hasCheckDigits(digits) ? (digits as Abn) : undefined;
}

/** The company number that a company's ABN ends with. */
export const acnInAbn = (abn: Abn): Acn | undefined => parseAcn(abn.slice(2));
