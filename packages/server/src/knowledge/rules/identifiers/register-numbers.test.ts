import { expect, test } from 'vitest';
import {
  parseCaBn,
  parseHkBrn,
  parseKrBusinessNumber,
  parseKrCorporateNumber,
  parseRegistryNumber,
  parseThJuristic,
  parseUsEin,
  parseVnTax,
} from './register-numbers.ts';

const parsers = {
  'kr-business': parseKrBusinessNumber,
  'kr-corp': parseKrCorporateNumber,
  'th-juristic': parseThJuristic,
  'vn-tax': parseVnTax,
  'hk-brn': parseHkBrn,
  'us-ein': parseUsEin,
  'registry number of Japan': parseRegistryNumber,
};

// Numbers that registers have published. Rejected numbers differ from a real one as the note says.
test.each<[keyof typeof parsers, string, string | undefined, string]>([
  ['kr-business', '1248100998', '1248100998', ''],
  ['kr-business', ' 124-81-00998 ', '1248100998', 'as printed'],
  ['kr-business', '1248100997', undefined, 'check digit'],
  ['kr-business', '0000000000', undefined, 'a placeholder that passes the check'],
  ['kr-corp', '1301110006246', '1301110006246', ''],
  ['kr-corp', '130111-0006246', '1301110006246', 'as printed'],
  ['kr-corp', '1301110006247', undefined, 'check digit'],
  ['kr-corp', '0000000000000', undefined, 'a placeholder that passes the check'],
  ['kr-corp', '130111000624', undefined, 'twelve digits'],
  ['th-juristic', '0107544000108', '0107544000108', ''],
  ['th-juristic', '0 1075 36000 37 4', '0107536000374', 'as printed'],
  ['th-juristic', '0107544000109', undefined, 'check digit'],
  ['th-juristic', '1107544000108', undefined, 'the number of a person'],
  ['vn-tax', '0100233488', '0100233488', ''],
  ['vn-tax', '0100233480', undefined, 'check digit'],
  ['vn-tax', '0314409058002', undefined, 'a branch'],
  ['hk-brn', '00173611', '00173611', ''],
  ['hk-brn', 'c1572528', 'C1572528', 'lower case'],
  ['hk-brn', '0263876', undefined, 'an old company number'],
  ['hk-brn', '00000000', undefined, 'a placeholder'],
  ['us-ein', '912197729', '912197729', ''],
  ['us-ein', '91-2197729', '912197729', 'as printed'],
  ['us-ein', '000000000', undefined, 'a placeholder'],
  ['us-ein', '999999999', undefined, 'a placeholder'],
  ['us-ein', '91219772', undefined, 'eight digits'],
  ['registry number of Japan', '1803-01-018771', '1180301018771', 'as printed'],
  ['registry number of Japan', '180301018771', '1180301018771', ''],
  ['registry number of Japan', '000012050002', '7000012050002', ''],
  ['registry number of Japan', '1180301018771', undefined, 'thirteen digits are a corporate number'],
  ['registry number of Japan', '', undefined, 'empty'],
])('%s %j is %j %s', (scheme, text, value) => {
  expect(parsers[scheme](text)).toBe(value);
});

test('a business number is nine digits with a matching check digit, with or without a program account', () => {
  for (const text of ['100094283', ' 10009 4283 ', '100094283RC0001', '100094283 rt 0002']) {
    expect(parseCaBn(text)).toBe('100094283');
  }
  for (const text of ['', '100094284', '10009428', '1000942830', '100094283XX0001', '000000000']) {
    expect(parseCaBn(text)).toBeUndefined();
  }
});
