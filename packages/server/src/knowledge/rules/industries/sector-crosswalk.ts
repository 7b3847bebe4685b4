/** The columns of the table. `isic` is ISIC 4 and the classifications built on it: SSIC, MSIC, KBLI, PSIC, VSIC, TSIC. */
export type CrosswalkColumn = 'naics' | 'anzsic' | 'sic' | 'isic';

/** First digits of the codes that lead to a sector, ranges as the classifications write them. */
type Row = readonly [sector: string, prefixes: Readonly<Record<CrosswalkColumn, string>>];

/** The longest prefix decides: `5415` is technology although `54` is professional services; no prefix is listed twice. */
// biome-ignore format: one sector is one line
export const crosswalk = [
  ['Agriculture, Forestry & Fishing', { naics: '11', anzsic: 'A 01-05', sic: '01-02 07-09', isic: '01-03' }],
  ['Mining, Oil & Gas', { naics: '21', anzsic: 'B 06-10', sic: '10 12-14', isic: '05-09' }],
  ['Utilities & Waste', { naics: '22 562', anzsic: 'D 26-29', sic: '49', isic: '35-39' }],
  ['Construction', { naics: '23', anzsic: 'E 30-32', sic: '15-17', isic: '41-43' }],
  ['Manufacturing', { naics: '31-33', anzsic: 'C 11-25', sic: '20-26 28-39', isic: '10-33' }],
  ['Wholesale', { naics: '42', anzsic: 'F 33-38', sic: '50-51', isic: '46' }],
  ['Retail', { naics: '44-45', anzsic: 'G 39-43', sic: '52-57 59', isic: '45 47' }],
  ['Transport & Logistics', { naics: '48-49', anzsic: 'I 46-53', sic: '40-47', isic: '49-53' }],
  ['Accommodation & Food Services', { naics: '72', anzsic: 'H 44-45', sic: '58 70', isic: '55-56' }],
  ['Technology', { naics: '5132 518-519 5415', anzsic: '542 59 70', sic: '737', isic: '582 62-63' }],
  ['Media & Telecommunications', { naics: '51', anzsic: 'J 54-58 60', sic: '27 48 78', isic: '58-61' }],
  ['Financial Services & Insurance', { naics: '52', anzsic: 'K 62-64', sic: '60-64 67', isic: '64-66' }],
  ['Real Estate & Rental', { naics: '53', anzsic: 'L 66-67', sic: '65', isic: '68 77' }],
  ['Professional Services', { naics: '54-55', anzsic: 'M 69', sic: '731 81 87 89', isic: '69-75' }],
  ['Administrative & Support Services', { naics: '56', anzsic: 'N 72-73', sic: '73', isic: '78-82' }],
  ['Government & Public Safety', { naics: '92', anzsic: 'O 75-77', sic: '8888 90-98', isic: '84 99' }],
  ['Education', { naics: '61', anzsic: 'P 80-82', sic: '82', isic: '85' }],
  ['Health Care & Social Assistance', { naics: '62', anzsic: 'Q 84-87', sic: '80 83', isic: '86-88' }],
  ['Arts, Sport & Recreation', { naics: '71', anzsic: 'R 89-92', sic: '79 84', isic: '90-93' }],
  ['Consumer & Other Services', { naics: '81', anzsic: 'S 94-96', sic: '72 75-76 86 88 99', isic: '94-98' }],
] as const satisfies readonly Row[];
export type Sector = (typeof crosswalk)[number][0];

type OwnPrefixes = Readonly<Partial<Record<Sector, string>>>;

/** Where Korea's KSIC differs from ISIC: repair of machinery, rental, facilities and business support. */
export const ksicPrefixes: OwnPrefixes = {
  Manufacturing: '34',
  'Real Estate & Rental': '76',
  'Administrative & Support Services': '74-75',
};

/** Where Canada's NAICS differs from that of the United States: wholesale trade and public administration. */
export const canadianPrefixes: OwnPrefixes = {
  Wholesale: '41',
  'Government & Public Safety': '91',
};

/** The classifications that lead to a sector: the columns, and those of one country that are built on one of them. */
export type CodeScheme = CrosswalkColumn | 'ksic' | 'naics-canada';
