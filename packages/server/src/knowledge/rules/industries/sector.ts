import { anzsicClasses, naicsIndustries, sicCodes } from './industry-codes.ts';
import {
  type CodeScheme,
  type CrosswalkColumn,
  canadianPrefixes,
  crosswalk,
  ksicPrefixes,
  type Sector,
  sectorLabels,
} from './sector-labels.ts';

const listed = (text: string) => text.trim().split(/\s+/);

/** `31-33` stands for 31, 32 and 33. */
function spelledOut(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  if (first === last) return [first];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, at) => String(Number(first) + at).padStart(first.length, '0'));
}

const prefixesOf = (sector: string, ranges: string) =>
  listed(ranges).flatMap((range) => spelledOut(range).map((prefix) => [prefix, sector as Sector] as const));
const own = (prefixes: typeof ksicPrefixes) =>
  Object.entries(prefixes).flatMap(([sector, ranges]) => prefixesOf(sector, ranges));

/** The prefixes of a column, each with its sector. */
export const columnOf = (scheme: CrosswalkColumn) =>
  crosswalk.flatMap(([sector, prefixes]) => prefixesOf(sector, prefixes[scheme]));

const sectorByPrefix: Readonly<Record<CodeScheme, ReadonlyMap<string, Sector>>> = {
  naics: new Map(columnOf('naics')),
  anzsic: new Map(columnOf('anzsic')),
  sic: new Map(columnOf('sic')),
  isic: new Map(columnOf('isic')),
  ksic: new Map([...columnOf('isic'), ...own(ksicPrefixes)]),
  'naics-canada': new Map([...columnOf('naics'), ...own(canadianPrefixes)]),
};

const levels = (code: string) => [2, 3, 4, 5, 6].map((digits) => code.slice(0, digits));
/** The classifications whose codes we serve. */
const codes = {
  naics: new Set(listed(naicsIndustries).flatMap(levels)),
  anzsic: new Set(listed(anzsicClasses)),
  sic: new Set(listed(sicCodes)),
} as const;
export type ServedScheme = keyof typeof codes;

/** Whether a code is in its table: NAICS 2022 of 2 to 6 digits, a class of ANZSIC 2006, SIC 1987 of 4 digits. */
export const isCode = (scheme: ServedScheme, code: string): boolean => codes[scheme].has(code);

/** The sector of the longest prefix that has one. */
function longestMatch(scheme: CodeScheme, code: string): Sector | undefined {
  for (let length = code.length; length > 0; length -= 1) {
    const sector = sectorByPrefix[scheme].get(code.slice(0, length));
    if (sector) return sector;
  }
  return undefined;
}

/** Three digits may be a group, or a class that lost its leading zero in a spreadsheet. */
function readings(scheme: CodeScheme, digits: string): string[] {
  if (digits.length !== 3 || (scheme !== 'sic' && scheme !== 'anzsic')) return [digits];
  const exists = (reading: string) => [...codes[scheme]].some((code) => code.startsWith(reading));
  return [digits, `0${digits}`].filter(exists);
}

/**
 * The sector to which a code of a classification belongs; none if the code has two readings in different sectors.
 *
 * @example sectorOf('anzsic', 'M700000') // 'Technology'
 */
export function sectorOf(scheme: CodeScheme, code: string): Sector | undefined {
  const [, letter = '', digits = ''] = /^([A-Z]?)(\d*)$/.exec(code.replace(/[\s.]/g, '').toUpperCase()) ?? [];
  if (digits === '') return longestMatch(scheme, letter);
  const sectors = new Set(readings(scheme, digits).map((reading) => longestMatch(scheme, reading)));
  return sectors.size === 1 ? [...sectors][0] : undefined;
}

const normalLabel = (label: string) =>
  label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim();

const sectorByLabel: ReadonlyMap<string, Sector> = new Map(
  Object.entries(sectorLabels).flatMap(([sector, labels]) =>
    labels.split('|').map((label) => [label.trim(), sector as Sector]),
  ),
);

/**
 * The sector of an industry label of LinkedIn, from the current list or the older one.
 *
 * @example sectorOfLabel('Hospital & Health Care') // 'Health Care & Social Assistance'
 */
export const sectorOfLabel = (label: string): Sector | undefined => sectorByLabel.get(normalLabel(label));
