import { type IdentifierScheme, identifierSchemes } from '@orgdex/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countryOfScheme,
  nationalSchemes,
  parseIdentifier,
  parseRegistration,
  strongSchemes,
  weakSchemes,
  whyNot,
} from './identifier.ts';
import { acnInAbn, parseAbn } from './register-numbers.ts';

// Public examples and register rows. Rejected numbers differ from a real one as the note says.
// biome-ignore format: one vector is one line
const vectors: [scheme: IdentifierScheme, text: string, value: string | undefined, note: string][] = [
  ['abn', '51824753556', '51824753556', 'the register’s own example'],
  ['abn', '83914571673', '83914571673', ''],
  ['abn', '11000000948', '11000000948', 'a register row'],
  ['abn', ' 53 102 443 916 ', '53102443916', 'ends with its ACN'],
  ['abn', '11002568000', undefined, 'check digits'],
  ['abn', '５１８２４７５３５５６', undefined, 'full-width digits'],
  ['abn', '51-824-753-556', '51824753556', 'hyphens'],
  ['abn', '5182475355', undefined, 'ten digits'],
  ['abn', '51824753556.0', '51824753556', 'a float of a spreadsheet'],
  ['abn', '5.1824753556E+10', '51824753556', 'scientific notation with every digit'],
  ['abn', '5.18248E+10', undefined, 'scientific notation that lost digits'],
  ['abn', 'A.B.N. 51 824 753 556', '51824753556', 'label'],
  ['abn', 'ACN 51824753556', undefined, 'label of another number'],
  ['abn', '', undefined, 'empty'],
  ['acn', '004085616', '004085616', ''],
  ['acn', '010 499 966', '010499966', 'blanks'],
  ['acn', '000000948', '000000948', 'a register row'],
  ['acn', '000000761', undefined, 'check digit'],
  ['acn', 'ACN/ARBN 004 085 616', '004085616', 'label'],
  ['acn', '4085616', '004085616', 'lost zeros'],
  ['acn', '000000000', undefined, 'a placeholder that passes the check'],
  ['nzbn', '9429046393920', '9429046393920', ''],
  ['nzbn', '9429050294954', '9429050294954', ''],
  ['nzbn', 'NZBN: 9429046393920', '9429046393920', 'label'],
  ['nzbn', '9412312341235', undefined, 'not 9429'],
  ['nzbn', '9429046393921', undefined, 'check digit'],
  ['uen', '196800306E', '196800306E', 'local company'],
  ['uen', '196800306e', '196800306E', 'lower case'],
  ['uen', 'UEN No. 196800306E', '196800306E', 'label'],
  ['uen', '53250767C', '53250767C', 'business'],
  ['uen', '00192200M', '00192200M', 'business'],
  ['uen', 'S99FC5710J', 'S99FC5710J', 'foreign branch'],
  ['uen', 'T23VC0219C', 'T23VC0219C', 'variable capital company'],
  ['uen', 't23vc0219c-sf001', 'T23VC0219C-SF001', 'a sub-fund of one'],
  ['uen', 'S99FC5710J-SF001', undefined, 'only variable capital companies have sub-funds'],
  ['uen', '196800306A', undefined, 'check letter'],
  ['jcn', '1010001119515', '1010001119515', 'a register row'],
  ['jcn', 'T7000012050002', '7000012050002', 'an invoice number'],
  ['jcn', '1000011000005', '1000011000005', ''],
  ['jcn', '2000011000005', undefined, 'check digit'],
  ['jcn', 'TT7000012050002', undefined, 'two Ts'],
  ['lei', 'INR2EJN1ERAN0W5ZP974', 'INR2EJN1ERAN0W5ZP974', ''],
  ['lei', '254900mszm6dmp853b11', '254900MSZM6DMP853B11', 'lower case'],
  ['lei', 'LEI: INR2EJN1ERAN0W5ZP974', 'INR2EJN1ERAN0W5ZP974', 'label'],
  ['lei', '213800KUD8LXJWSQ9D15', undefined, 'check digits'],
  ['lei', 'INR2EJN1ERAN0W5ZP9A4', undefined, 'a letter for a check digit'],
  ['cik', '320193', '0000320193', 'padded'],
  ['cik', '0000320193', '0000320193', ''],
  ['cik', 'CIK 320193.0', '0000320193', 'label and float'],
  ['cik', '00003201931', undefined, 'eleven digits'],
  ['cik', '0', undefined, 'zero'],
  ['duns', '15-048-3782', '150483782', 'as printed'],
  ['duns', '150483782', '150483782', ''],
  ['duns', '1-50483782', '150483782', 'hyphen elsewhere'],
  ['duns', 'D-U-N-S no. 15-048-3782', '150483782', 'label'],
  ['duns', '50483782', '050483782', 'a lost zero'],
  ['duns', '3782', undefined, 'four digits'],
  ['duns', '000000000', undefined, 'a placeholder'],
  ['fqdn', 'WWW.Kestrelvane.com.au', 'kestrelvane.com.au', ''],
  ['fqdn', 'localhost', undefined, ''],
  ['network', 'Kestrel-Vane', 'kestrel-vane', ''],
  ['network', 'kestrel vane', undefined, ''],
];

test.each(vectors)('%s %j is %j %s', (scheme, text, value) => {
  expect(parseIdentifier(scheme, text)).toBe(value);
});

test('a rejection says whether the format, the check digits or lost digits are to blame', () => {
  expect(whyNot('abn', 'ABN 5.18248E+10')).toBe('digits were lost in scientific notation');
  expect(whyNot('abn', 'ABN: 11002568000.0')).toBe('the check digits do not match');
  expect(whyNot('abn', '11 002 568 000')).toBe('the check digits do not match');
  expect(whyNot('abn', '1100256800')).toBe('an ABN has 11 digits');
  expect(whyNot('acn', '000000761')).toBe('the check digits do not match');
  expect(whyNot('uen', '196800306a')).toBe('the check digits do not match');
  expect(whyNot('uen', 'X96800306A')).toBe('it has none of the three formats of a UEN');
  expect(whyNot('jcn', 'T2000011000005')).toBe('the check digits do not match');
  expect(whyNot('fqdn', 'localhost')).toBe('it is not a domain name');
});

test('an ABN ends with the ACN of its company, or with no ACN', () => {
  const [company, trader] = [parseAbn('53102443916'), parseAbn('51824753556')];
  expect(company && acnInAbn(company)).toBe('102443916');
  expect(trader).toBeDefined();
  expect(trader && acnInAbn(trader)).toBeUndefined();
});

test('domains, slugs and D-U-N-S numbers are not register numbers', () => {
  expect(strongSchemes).toEqual(['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei', 'cik']);
  expect(weakSchemes).toEqual(['duns', 'fqdn', 'network']);
});

test('a LEI comes from no national register, and a UEN is not all digits', () => {
  expect(nationalSchemes).toEqual(['abn', 'acn', 'nzbn', 'uen', 'jcn', 'cik']);
});

test('a national number tells the country of its company, except for a CIK', () => {
  const countries = [...identifierSchemes, 'reg.GB-COH', 'toString'].map((scheme) => [scheme, countryOfScheme(scheme)]);
  expect(Object.fromEntries(countries.filter(([, country]) => country !== undefined))).toEqual({
    abn: 'AU',
    acn: 'AU',
    nzbn: 'NZ',
    uen: 'SG',
    jcn: 'JP',
  });
});

describe('registrations', () => {
  test('a number keeps its punctuation and loses case and spaces', () => {
    expect(parseRegistration('GB-COH', ' sc 123/456 ')).toEqual({ scheme: 'reg.GB-COH', value: 'SC123/456' });
  });

  test.each([
    ['', '1'],
    ['a b', '1'],
    ['a'.repeat(33), '1'],
    ['ok', ' '],
    ['ok', '1'.repeat(65)],
    ['ok', '1\u0000'],
  ])('%j %j is rejected', (code, number) => {
    expect(parseRegistration(code, number)).toBeUndefined();
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const weigh = (number: string, weights: number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(number.charAt(i)), 0);
const alternate = (first: number, second: number) =>
  Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? first : second));

// Made from the published formulas, not from the code under test.
const made: Partial<Record<IdentifierScheme, fc.Arbitrary<string>>> = {
  abn: digits(9).map((rest) => `${99 - (weigh(rest, [3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89)}${rest}`),
  acn: digits(8)
    .filter((front) => front !== '00000000')
    .map((front) => `${front}${(10 - (weigh(front, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10}`),
  nzbn: digits(8)
    .map((rest) => `9429${rest}`)
    .map((front) => `${front}${(10 - (weigh(front, alternate(1, 3)) % 10)) % 10}`),
  jcn: digits(12).map((rest) => `${9 - (weigh(rest, alternate(2, 1)) % 9)}${rest}`),
  lei: fc.stringMatching(/^[A-Z0-9]{18}$/).map((front) => {
    const number = [...`${front}00`].map((character) => Number.parseInt(character, 36)).join('');
    return `${front}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}`;
  }),
  uen: digits(9).map((front) => `${front}${'ZKCMDNERGWH'[weigh(front, [10, 8, 6, 4, 9, 7, 5, 3, 1]) % 11]}`),
};

describe.each(Object.entries(made) as [IdentifierScheme, fc.Arbitrary<string>][])('every %s', (scheme, numbers) => {
  test('has one canonical form, however its digits are grouped', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 6 }), (number, size) => {
        expect(parseIdentifier(scheme, number)).toBe(number);
        const grouped = number.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';
        expect(parseIdentifier(scheme, ` ${grouped.toLowerCase()}\u00a0`)).toBe(number);
      }),
    );
  });

  test('with one digit changed is rejected', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, where, by) => {
        const place = where % number.length;
        fc.pre(/\d/.test(number.charAt(place)) && mustDetect(scheme, number, place, by));
        const changed = (Number(number.charAt(place)) + by) % 10;
        expect(parseIdentifier(scheme, number.slice(0, place) + changed + number.slice(place + 1))).toBeUndefined();
      }),
    );
  });
});

/** Two schemes cannot distinguish some pairs of digits: ACN where weight × difference is a multiple of 10, JCN 0 from 9. */
function mustDetect(scheme: IdentifierScheme, number: string, place: number, by: number): boolean {
  if (scheme === 'acn') return place === 8 || ((8 - place) * by) % 10 !== 0;
  if (scheme !== 'jcn' || place === 0) return true;
  const [before, after] = [Number(number.charAt(place)), (Number(number.charAt(place)) + by) % 10];
  return Math.abs(before - after) !== 9;
}

test('any text is rejected or becomes a value that is its own canonical form', () => {
  fc.assert(
    fc.property(fc.constantFrom(...identifierSchemes), fc.string(), (scheme, text) => {
      const value = parseIdentifier(scheme, text);
      if (value !== undefined) expect(parseIdentifier(scheme, value)).toBe(value);
    }),
  );
});
