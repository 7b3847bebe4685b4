/** A number in scientific notation, as spreadsheets write long ones. */
export const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/**
 * Digits that a spreadsheet has turned into a number, as digits again; undefined where some of them are lost.
 *
 * @example unfloat('61412345678.0') // '61412345678'
 * @example unfloat('6.1412E+10') // undefined
 */
export function unfloat(text: string): string | undefined {
  const [, whole = '', fraction = '', exponent] = scientific.exec(text) ?? [];
  if (exponent === undefined) return text.replace(/^(\+?\d+)[.,]0+$/, '$1');
  return fraction.length === Number(exponent) ? whole + fraction : undefined;
}

/** Why a number that `unfloat` cannot restore is rejected. */
export const lostDigits = 'digits were lost in scientific notation';

/** The characters that may surround or separate those of a number. */
export interface Writing {
  /** The name of the number in front of it. */
  label: RegExp;
  /** For numbers of digits only. Spreadsheets drop leading zeros: `length` digits are restored if `least` are left. */
  digits?: { length?: number; least?: number };
}

/** Matches `ABN`, `A.B.N.`, `ABN no.` and `ABN number:` at the start of a text. */
export function labelOf(...names: readonly string[]): RegExp {
  const spelled = names.map((name) => [...name].join('\\.?'));
  return new RegExp(`^(?:${spelled.join('|')})\\.?\\s*(?:no|number)?[\\s.:#-]*`, 'i');
}

/**
 * A number without its label, the signs between its groups and what a spreadsheet did to it; undefined where digits are
 * lost.
 *
 * @example toPlainNumber('ABN 51-824-753-556', { label: labelOf('abn'), digits: {} }) // '51824753556'
 */
export function toPlainNumber(text: string, { label, digits }: Writing): string | undefined {
  const number = text.trim().replace(label, '');
  if (!digits) return number;
  const plain = unfloat(number)?.replace(/[-.\s]/gu, '');
  const { length = 0, least = 0 } = digits;
  return plain !== undefined && /^\d+$/.test(plain) && plain.length >= least ? plain.padStart(length, '0') : plain;
}
