import { withoutSpaces } from './blanks.ts';

/** A Singapore Unique Entity Number; a sub-fund keeps its `-SF001`. */
export type Uen = string & { readonly brand: 'uen' };

type Form = { shape: RegExp; digits: string; weights: number[]; shift: number; checks: string };

const decimal = '0123456789';
const mixed = 'ABCDEFGHJKLMNPQRSTUVWX0123456789';

// Not the library's check: its list of entity types lacks VC, so it rejects every such fund.
const forms: readonly Form[] = [
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

function checkLetterOf(number: string, form: Form): string | undefined {
  const sum = form.weights.reduce((total, weight, i) => total + weight * form.digits.indexOf(number.charAt(i)), 0);
  return form.checks[(sum + form.shift) % 11];
}

const withoutSubFund = (uen: string): string => uen.toUpperCase().replace(/(?<=^T\d\dVC\d{4}[A-Z])-SF\d{3}$/, '');
const formOf = (uen: string): Form | undefined => forms.find(({ shape }) => shape.test(withoutSubFund(uen)));

export const uenShape = { test: (uen: string): boolean => formOf(uen) !== undefined };

/** @example parseUen('196800306e') // '196800306E' */
export function parseUen(text: string): Uen | undefined {
  const uen = withoutSpaces(text).toUpperCase();
  const number = withoutSubFund(uen);
  const form = formOf(uen);
  return form && number.at(-1) === checkLetterOf(number, form) ? (uen as Uen) : undefined;
}
