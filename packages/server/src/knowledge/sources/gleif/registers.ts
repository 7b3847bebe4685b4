import type { CompanyRecord } from '@orgdex/contract';
import { parseRegistration } from '../../rules/identifiers/identifier.ts';
import {
  parseAbn,
  parseAcn,
  parseCik,
  parseHkBrn,
  parseJcn,
  parseKrBusinessNumber,
  parseKrCorporateNumber,
  parseNzbn,
  parseRegistryNumber,
  parseThJuristic,
  parseUen,
  parseVnTax,
  withoutSpaces,
} from '../../rules/identifiers/register-numbers.ts';

type Identifiers = NonNullable<CompanyRecord['identifiers']>;

/** A number that a register issues, by its name in records. */
type Rule = readonly [name: string, parse: (text: string) => string | undefined];

/** Numbers with a scheme of their own; all others are registrations. */
const named: ReadonlySet<string> = new Set(['abn', 'acn', 'nzbn', 'uen', 'jcn', 'cik'] satisfies (keyof Identifiers)[]);

const matching = (pattern: RegExp) => (text: string) => {
  const number = withoutSpaces(text).toUpperCase();
  return pattern.test(number) ? number : undefined;
};

/** `426160-7` as the register itself writes it: 4261607. */
const parseCaCorporation = (text: string) => /^0*(\d{1,9})$/.exec(withoutSpaces(text).replaceAll('-', ''))?.[1];

/** Registers of supported countries, by their GLEIF codes. The first rule that matches counts. */
// biome-ignore format: one register is one line
const registers = new Map<string, readonly Rule[]>([
  ['RA000013', [['abn', parseAbn]]], // Australia: Australian Business Register
  ['RA000014', [['acn', parseAcn]]], // Australia: register of companies of ASIC
  ['RA000072', [['ca-corporation', parseCaCorporation]]], // Canada: Corporations Canada
  ['RA000388', [['hk-brn', parseHkBrn]]], // Hong Kong: Companies Registry
  ['RA000389', [['hk-brn', parseHkBrn]]], // Hong Kong: Business Registration Office
  ['RA000412', [['jcn', parseJcn], ['jcn', parseRegistryNumber]]], // Japan: Legal Affairs Bureaus
  ['RA000419', [['kr-corp', parseKrCorporateNumber]]], // Korea: court registry
  ['RA000657', [['kr-business', parseKrBusinessNumber]]], // Korea: National Tax Service
  ['RA000439', [['my-ssm', matching(/^(?:19|20)\d{2}0[1-6]\d{6}$/)]]], // Malaysia: Companies Commission, numbers of today
  ['RA000466', [['nzbn', parseNzbn], ['nz-company', matching(/^[1-9]\d{0,7}$/)]]], // New Zealand: Companies Register
  ['RA000749', [['nzbn', parseNzbn]]], // New Zealand: NZBN Register
  ['RA000483', [['ph-sec', matching(/^[A-Z]{0,4}-?\d[\d-]{3,15}$/)]]], // Philippines: Securities and Exchange Commission
  ['RA000523', [['uen', parseUen]]], // Singapore: ACRA
  ['RA000669', [['uen', parseUen]]], // Singapore: Registry of Societies
  ['RA000781', [['uen', parseUen]]], // Singapore: Charity Portal
  ['RA000554', [['th-juristic', parseThJuristic]]], // Thailand: Department of Business Development
  ['RA000649', [['vn-tax', parseVnTax]]], // Vietnam: Agency of Business Registration
  ['RA000665', [['cik', parseCik]]], // United States: EDGAR
  ['RA000585', [['gb-company', matching(/^[A-Z\d]{2}\d{6}$/)]]], // United Kingdom: Companies House
]);

/** Not registered, or in a register that GLEIF does not list. */
const noRegister: ReadonlySet<string> = new Set(['RA888888', 'RA999999']);

/** The fifty states and the District of Columbia: no other source has their numbers. */
const isStateOfUs = (code: string) => code >= 'RA000594' && code <= 'RA000644';

/**
 * The number of a company in its register; nothing if the check digit does not match.
 *
 * @example localNumber('RA000014', '081 044 957') // { acn: '081044957' }
 */
export function localNumber(code: string, number: string): Identifiers {
  if (!/^RA\d{6}$/.test(code) || !number.trim() || noRegister.has(code) || isStateOfUs(code)) return {};
  const rules = registers.get(code);
  if (!rules) {
    const other = `gleif-${code.toLowerCase()}`;
    const value = parseRegistration(other, number)?.value;
    return value ? { registrations: { [other]: value } } : {};
  }
  for (const [name, parse] of rules) {
    const value = parse(number);
    if (value) return named.has(name) ? { [name]: value } : { registrations: { [name]: value } };
  }
  return {};
}
