import { describe, expect, test } from 'vitest';
import { anzsicClasses, naicsIndustries, sicCodes } from './industry-codes.ts';
import { columnOf, isCode, sectorOf, sectorOfLabel } from './sector.ts';
import { crosswalk, sectorLabels } from './sector-labels.ts';

const listed = (text: string) => text.trim().split(/\s+/);
const naicsOf = (digits: number) => [...new Set(listed(naicsIndustries).map((code) => code.slice(0, digits)))];

describe('the tables', () => {
  test('contain every code of the three classifications once', () => {
    expect([2, 3, 4, 5, 6].map((digits) => naicsOf(digits).length)).toEqual([24, 96, 308, 689, 1012]);
    expect(new Set(listed(anzsicClasses)).size).toBe(506);
    expect(new Set(listed(sicCodes)).size).toBe(1005);
    expect([...listed(anzsicClasses), ...listed(sicCodes)].every((code) => /^\d{4}$/.test(code))).toBe(true);
  });

  test.each([
    ['naics', [2, 3, 4, 5, 6].flatMap(naicsOf)],
    ['anzsic', listed(anzsicClasses)],
    ['sic', listed(sicCodes)],
  ] as const)('every code of %s leads to a sector', (scheme, codes) => {
    expect(codes.filter((code) => !isCode(scheme, code))).toEqual([]);
    expect(codes.filter((code) => sectorOf(scheme, code) === undefined)).toEqual([]);
  });

  test('twenty sectors, each reached from every classification', () => {
    expect(new Set(crosswalk.map(([sector]) => sector)).size).toBe(20);
    for (const [sector, columns] of crosswalk)
      for (const scheme of ['naics', 'anzsic', 'sic', 'isic'] as const) {
        const [first = ''] = columns[scheme].split(/[ -]/);
        expect([scheme, sectorOf(scheme, first)]).toEqual([scheme, sector]);
      }
  });

  test('no prefix belongs to two sectors', () => {
    for (const scheme of ['naics', 'anzsic', 'sic', 'isic'] as const) {
      const prefixes = columnOf(scheme).map(([prefix]) => prefix);
      expect(prefixes.filter((prefix, at) => prefixes.indexOf(prefix) !== at)).toEqual([]);
    }
  });
});

describe('a code', () => {
  test.each([
    ['naics', '541330', 'Professional Services'],
    ['naics', '541512', 'Technology'],
    ['naics', '54', 'Professional Services'],
    ['naics', '31-33', undefined],
    ['naics', '56', 'Administrative & Support Services'],
    ['naics', '5621', 'Utilities & Waste'],
    ['sic', '7372', 'Technology'],
    ['sic', '7349', 'Administrative & Support Services'],
    ['sic', '2711', 'Media & Telecommunications'],
    ['isic', '62', 'Technology'],
    ['isic', '58201', 'Technology'],
    ['isic', '58110', 'Media & Telecommunications'],
    ['isic', '01111', 'Agriculture, Forestry & Fishing'],
    ['isic', '4', undefined],
    ['isic', '', undefined],
    ['anzsic', 'Information Media', undefined],
  ] as const)('of %s, %s, belongs to %s', (scheme, code, sector) => {
    expect(sectorOf(scheme, code)).toBe(sector);
  });

  test.each([
    ['5411', 'Media & Telecommunications'],
    ['5420', 'Technology'],
    ['5801', 'Media & Telecommunications'],
    ['5910', 'Technology'],
    ['5921', 'Technology'],
    ['5922', 'Technology'],
    ['6010', 'Media & Telecommunications'],
    ['J', 'Media & Telecommunications'],
  ])('of ANZSIC in information media, %s, belongs to %s', (code, sector) => {
    expect(sectorOf('anzsic', code)).toBe(sector);
  });

  test.each(['7000', 'M7000', 'M70', 'm 7000', 'M700000'])('of ANZSIC is read as %s too', (code) => {
    expect(sectorOf('anzsic', code)).toBe('Technology');
  });

  test('of three digits is a group or a class without its zero, and has no sector if the two differ', () => {
    expect(sectorOf('sic', '111')).toBe('Agriculture, Forestry & Fishing');
    expect(sectorOf('sic', '737')).toBe('Technology');
    expect(sectorOf('anzsic', '700')).toBeUndefined();
    expect(sectorOf('anzsic', '111')).toBeUndefined();
    expect(sectorOf('anzsic', '691')).toBe('Professional Services');
  });

  test('that the US regulator adds to SIC follows its major group, foreign governments aside', () => {
    expect(['6770', '6189', '5990', '8888'].map((code) => sectorOf('sic', code))).toEqual([
      'Financial Services & Insurance',
      'Financial Services & Insurance',
      'Retail',
      'Government & Public Safety',
    ]);
    expect(isCode('sic', '6189')).toBe(false);
  });

  test("of Korea is read by Korea's own divisions where they differ", () => {
    expect(['74', '75', '76', '34', '62'].map((code) => sectorOf('ksic', `${code}100`))).toEqual([
      'Administrative & Support Services',
      'Administrative & Support Services',
      'Real Estate & Rental',
      'Manufacturing',
      'Technology',
    ]);
    expect(sectorOf('isic', '7500')).toBe('Professional Services');
  });

  test('of Canada may mean wholesale or public administration by its own first digits, which are not codes that we serve', () => {
    expect(['41', '411110', '913', '42', '238220'].map((code) => sectorOf('naics-canada', code))).toEqual([
      'Wholesale',
      'Wholesale',
      'Government & Public Safety',
      'Wholesale',
      'Construction',
    ]);
    for (const code of ['41', '91']) {
      expect(sectorOf('naics', code)).toBeUndefined();
      expect(isCode('naics', code)).toBe(false);
    }
  });

  test('is valid only as its table writes it', () => {
    expect([isCode('naics', '541512'), isCode('naics', '54'), isCode('anzsic', '7000'), isCode('sic', '0111')]).toEqual(
      [true, true, true, true],
    );
    expect([isCode('naics', '541599'), isCode('anzsic', 'M7000'), isCode('sic', '111'), isCode('sic', '')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a label of LinkedIn', () => {
  test('leads to one sector, and each sector has some', () => {
    const labels = Object.values(sectorLabels).flatMap((text) => text.split('|').map((label) => label.trim()));
    expect(labels).toHaveLength(530);
    expect(new Set(labels).size).toBe(530);
    expect(labels.every((label) => /^[a-z]+( [a-z]+)*$/.test(label))).toBe(true);
    expect(Object.keys(sectorLabels).toSorted()).toEqual(crosswalk.map(([sector]) => sector).toSorted());
  });

  test.each([
    ['IT Services and IT Consulting', 'Technology'],
    ['information technology and services', 'Technology'],
    ['Hospital & Health Care', 'Health Care & Social Assistance'],
    ['PACKAGE/FREIGHT DELIVERY', 'Transport & Logistics'],
    ["Women's Handbag Manufacturing", 'Manufacturing'],
    ['Bed-and-Breakfasts, Hostels, Homestays', 'Accommodation & Food Services'],
    ['Marketing', undefined],
    ['', undefined],
  ])('%s is %s', (label, sector) => {
    expect(sectorOfLabel(label)).toBe(sector);
  });
});
