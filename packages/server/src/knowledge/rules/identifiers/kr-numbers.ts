import { validate } from 'stdnum/lib/cjs/kr/brn.js';
import { withoutSpaces } from './blanks.ts';

/** A Korean business number (사업자등록번호): ten digits, the last of them a check. */
export type KrBusinessNumber = string & { readonly brand: 'kr-business' };
/** A Korean corporate number (법인등록번호): thirteen digits, the last of them a check. */
export type KrCorporateNumber = string & { readonly brand: 'kr-corp' };

/** @example parseKrBusinessNumber('124-81-00998') // '1248100998' */
export function parseKrBusinessNumber(text: string): KrBusinessNumber | undefined {
  const digits = withoutSpaces(text).replaceAll('-', '');
  return /^\d{10}$/.test(digits) && validate(digits).isValid ? (digits as KrBusinessNumber) : undefined;
}

/**
 * Some numbers from the first years fail the check. They are rejected like mistyped numbers, because they cannot be
 * distinguished from them, and this number identifies a company.
 *
 * @example parseKrCorporateNumber('130111-0006246') // '1301110006246'
 */
export function parseKrCorporateNumber(text: string): KrCorporateNumber | undefined {
  const digits = withoutSpaces(text).replace('-', '');
  if (!/^(?!0+$)\d{13}$/.test(digits)) return undefined;
  const sum = [...digits.slice(0, 12)].reduce((total, digit, at) => total + Number(digit) * (1 + (at % 2)), 0);
  return (10 - (sum % 10)) % 10 === Number(digits[12]) ? (digits as KrCorporateNumber) : undefined;
}
