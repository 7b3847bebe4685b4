import { validate as validateCaBn } from 'stdnum/lib/cjs/ca/bn.js';
import { validate as validateKrBusiness } from 'stdnum/lib/cjs/kr/brn.js';
import { validate as validateTh } from 'stdnum/lib/cjs/th/moa.js';
import { validate as validateVnTax } from 'stdnum/lib/cjs/vn/mst.js';

/** Register numbers are often printed in groups of digits; the spaces between them do not matter. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/gu, '');

/** An Australian Business Number: eleven digits. */
export type Abn = string & { readonly brand: 'abn' };

export const abnShape = /^\d{11}$/;
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

// Not the library's check: it rejects numbers that start with 10, which the published rule accepts.
function hasAbnCheckDigits(digits: string): boolean {
  // The register subtracts one from the first digit before weighting.
  let sum = -(abnWeights[0] as number);
  for (let at = 0; at < abnWeights.length; at += 1) sum += (abnWeights[at] as number) * (digits.charCodeAt(at) - 48);
  return sum % 89 === 0;
}

/** @example parseAbn('51 824 753 556') // '51824753556' */
export function parseAbn(text: string): Abn | undefined {
  const digits = withoutSpaces(text);
  return abnShape.test(digits) && digits[0] !== '0' && hasAbnCheckDigits(digits) ? (digits as Abn) : undefined;
}

/** The company number that a company's ABN ends with. */
export const acnInAbn = (abn: Abn): Acn | undefined => parseAcn(abn.slice(2));

/** An Australian Company Number (or ARBN): nine digits. */
export type Acn = string & { readonly brand: 'acn' };

// Nine zeros pass the check digit, and files use them for "no number".
export const acnShape = /^(?!0{9})\d{9}$/;

// Not the library's check: it creates an error with a stack trace for each failure, and most ABNs do not end with an ACN.
function hasAcnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 8; at += 1) sum += (8 - at) * (digits.charCodeAt(at) - 48);
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(8) - 48;
}

/** @example parseAcn('004 085 616') // '004085616' */
export function parseAcn(text: string): Acn | undefined {
  const digits = withoutSpaces(text);
  return acnShape.test(digits) && hasAcnCheckDigit(digits) ? (digits as Acn) : undefined;
}

/** A New Zealand Business Number: a GS1 location number of thirteen digits that starts with 9429. */
export type Nzbn = string & { readonly brand: 'nzbn' };

export const nzbnShape = /^9429\d{9}$/;

/** @example parseNzbn('9429 0463 93920') // '9429046393920' */
export function parseNzbn(text: string): Nzbn | undefined {
  const digits = withoutSpaces(text);
  if (!nzbnShape.test(digits)) return undefined;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? (digits as Nzbn) : undefined;
}

/** A Singapore Unique Entity Number; a sub-fund keeps its `-SF001`. */
export type Uen = string & { readonly brand: 'uen' };

type UenForm = { shape: RegExp; digits: string; weights: number[]; shift: number; checks: string };

const decimal = '0123456789';
const mixed = 'ABCDEFGHJKLMNPQRSTUVWX0123456789';

// Not the library's check: its list of entity types lacks VC, so it rejects every such fund.
const uenForms: readonly UenForm[] = [
  { shape: /^\d{8}[A-Z]$/, digits: decimal, weights: [10, 4, 9, 3, 8, 2, 7, 1], shift: 0, checks: 'XMKECAWLJDB' },
  { shape: /^\d{9}[A-Z]$/, digits: decimal, weights: [10, 8, 6, 4, 9, 7, 5, 3, 1], shift: 0, checks: 'ZKCMDNERGWH' },
  {
    shape: /^[RST]\d\d[A-Z]{2}\d{4}[A-Z]$/,
    digits: mixed,
    weights: [4, 3, 5, 3, 10, 2, 2, 5, 7],
    shift: 6,
    checks: mixed,
  },
];

function checkLetterOf(number: string, form: UenForm): string | undefined {
  const sum = form.weights.reduce((total, weight, i) => total + weight * form.digits.indexOf(number.charAt(i)), 0);
  return form.checks[(sum + form.shift) % 11];
}

const withoutSubFund = (uen: string): string => uen.toUpperCase().replace(/(?<=^T\d\dVC\d{4}[A-Z])-SF\d{3}$/, '');
const uenFormOf = (uen: string): UenForm | undefined => uenForms.find(({ shape }) => shape.test(withoutSubFund(uen)));

export const uenShape = { test: (uen: string): boolean => uenFormOf(uen) !== undefined };

/** @example parseUen('196800306e') // '196800306E' */
export function parseUen(text: string): Uen | undefined {
  const uen = withoutSpaces(text).toUpperCase();
  const number = withoutSubFund(uen);
  const form = uenFormOf(uen);
  return form && number.at(-1) === checkLetterOf(number, form) ? (uen as Uen) : undefined;
}

/** A Japanese corporate number (法人番号): thirteen digits, the first of them the check. */
export type Jcn = string & { readonly brand: 'jcn' };

// An invoice number is the letter T and the corporate number.
export const jcnShape = /^T?(\d{13})$/i;

/** The check digit of the digits from a position on, weighted 2, 1, 2, 1, … from the left. */
function jcnCheckDigitOf(digits: string, from: number): number {
  let sum = 0;
  for (let at = from; at < digits.length; at += 1) sum += (digits.charCodeAt(at) - 48) * (2 - ((at - from) % 2));
  return 9 - (sum % 9);
}

// Not the library's check: it took a tenth of the time to read the register, which has millions of numbers.
const hasJcnCheckDigit = (digits: string): boolean => digits.charCodeAt(0) - 48 === jcnCheckDigitOf(digits, 1);

/** @example parseJcn('T1010001119515') // '1010001119515' */
export function parseJcn(text: string): Jcn | undefined {
  const digits = jcnShape.exec(withoutSpaces(text))?.[1];
  return digits && hasJcnCheckDigit(digits) ? (digits as Jcn) : undefined;
}

/**
 * A company's number at its registry office (会社法人等番号): by law its corporate number is these twelve digits with the
 * check digit before them.
 *
 * @example parseRegistryNumber('1803-01-018771') // '1180301018771'
 */
export function parseRegistryNumber(text: string): Jcn | undefined {
  const [, ...groups] = /^(\d{4})-?(\d\d)-?(\d{6})$/.exec(withoutSpaces(text)) ?? [];
  const digits = groups.join('');
  return digits === '' ? undefined : parseJcn(`${jcnCheckDigitOf(digits, 0)}${digits}`);
}

/** A Legal Entity Identifier (ISO 17442): eighteen letters and digits, and two check digits. */
export type Lei = string & { readonly brand: 'lei' };

export const leiShape = /^[A-Z0-9]{18}\d\d$/i;

/** @example parseLei('inr2ejn1eran0w5zp974') // 'INR2EJN1ERAN0W5ZP974' */
export function parseLei(text: string): Lei | undefined {
  const lei = withoutSpaces(text).toUpperCase();
  return leiShape.test(lei) && remainderOf(lei) === 1 ? (lei as Lei) : undefined;
}

/** ISO 7064 mod 97-10: letters count from A = 10. */
function remainderOf(lei: string): number {
  const digits = [...lei].map((character) => Number.parseInt(character, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/** A Central Index Key of the SEC: ten digits, padded with zeros. */
export type Cik = string & { readonly brand: 'cik' };

/** @example parseCik('320193') // '0000320193' */
export function parseCik(text: string): Cik | undefined {
  const digits = withoutSpaces(text);
  return /^(?!0+$)\d{1,10}$/.test(digits) ? (digits.padStart(10, '0') as Cik) : undefined;
}

/** A D-U-N-S number: nine digits, without a check digit since 2006. */
export type Duns = string & { readonly brand: 'duns' };

/** @example parseDuns('15-048-3782') // '150483782' */
export function parseDuns(text: string): Duns | undefined {
  const digits = withoutSpaces(text).replace(/^(\d\d)-(\d{3})-(\d{4})$/, '$1$2$3');
  return /^(?!0{9})\d{9}$/.test(digits) ? (digits as Duns) : undefined;
}

/** A Canadian business number: nine digits, the last of them the check. Program accounts are appended to it. */
export type CaBn = string & { readonly brand: 'ca-bn' };

const caBnShape = /^(\d{9})(?:R[CMPT]\d{4})?$/i;

/** @example parseCaBn('10009 4283 RC0001') // '100094283' */
export function parseCaBn(text: string): CaBn | undefined {
  const digits = caBnShape.exec(withoutSpaces(text))?.[1];
  return digits && digits !== '000000000' && validateCaBn(digits).isValid ? (digits as CaBn) : undefined;
}

/** A Business Registration Number of Hong Kong: eight digits, or C or F and seven digits for a company that needs no registration. */
export type HkBrn = string & { readonly brand: 'hk-brn' };

/** It has no check digit. @example parseHkBrn('c1572528') // 'C1572528' */
export function parseHkBrn(text: string): HkBrn | undefined {
  const brn = withoutSpaces(text).toUpperCase();
  return /^(?!0+$)(?:\d{8}|[CF]\d{7})$/.test(brn) ? (brn as HkBrn) : undefined;
}

/** A Korean business number (사업자등록번호): ten digits, the last of them a check. */
export type KrBusinessNumber = string & { readonly brand: 'kr-business' };
/** A Korean corporate number (법인등록번호): thirteen digits, the last of them a check. */
export type KrCorporateNumber = string & { readonly brand: 'kr-corp' };

/** @example parseKrBusinessNumber('124-81-00998') // '1248100998' */
export function parseKrBusinessNumber(text: string): KrBusinessNumber | undefined {
  const digits = withoutSpaces(text).replaceAll('-', '');
  return /^\d{10}$/.test(digits) && validateKrBusiness(digits).isValid ? (digits as KrBusinessNumber) : undefined;
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

/** The number of a juristic person of Thailand: thirteen digits, the first is 0, the last is the check digit. */
export type ThJuristic = string & { readonly brand: 'th-juristic' };

/** @example parseThJuristic('0107544000108') // '0107544000108' */
export function parseThJuristic(text: string): ThJuristic | undefined {
  const digits = withoutSpaces(text);
  return /^0\d{12}$/.test(digits) && validateTh(digits).isValid ? (digits as ThJuristic) : undefined;
}

/** An Employer Identification Number of the United States: nine digits. Companies without one write nine zeros. */
export type UsEin = string & { readonly brand: 'us-ein' };

/** It has no check digit. @example parseUsEin('91-2197729') // '912197729' */
export function parseUsEin(text: string): UsEin | undefined {
  const digits = withoutSpaces(text).replace(/^(\d\d)-/, '$1');
  return /^(?!(\d)\1{8})\d{9}$/.test(digits) ? (digits as UsEin) : undefined;
}

/** The tax code of a company of Vietnam, which is also its enterprise code: ten digits, the last is the check digit. */
export type VnTax = string & { readonly brand: 'vn-tax' };

/**
 * A branch has thirteen digits, which do not identify the company.
 *
 * @example parseVnTax('0100233488') // '0100233488'
 */
export function parseVnTax(text: string): VnTax | undefined {
  const digits = withoutSpaces(text);
  return /^\d{10}$/.test(digits) && validateVnTax(digits).isValid ? (digits as VnTax) : undefined;
}
