import { sizeBands } from '@orgdex/contract';
import { sizeBandOf } from '../../../rules/money/bands.ts';
import { parseWhole } from './clean-cell.ts';

export type SizeBand = (typeof sizeBands)[number];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** A day and a month in either order, if the day exists: 50-Nov is not a date. */
const dayAndMonth = (a: number, b: number): number[] =>
  Math.min(a, b) >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31 ? [a, b] : [];

/** A month and a two-digit year, which spreadsheets place between 1930 and 2029. */
function monthAndYear(month: number, year: string): number[] {
  const short = Number(year.slice(-2));
  const full = short < 30 ? 2000 + short : 1900 + short;
  return year.length === 2 || Number(year) === full ? [month, short] : [];
}

/** Date formats into which spreadsheets convert bands, and the two numbers that were typed. */
const dateForms: readonly [RegExp, (part: (n: number) => string) => number[]][] = [
  // 10-Jan, 1-Oct, 10 January
  [/^(\d{1,2})[-\s.]([a-z]{3,9})\.?$/i, (part) => dayAndMonth(Number(part(1)), monthOf(part(2)))],
  // Jan-10, Nov-50, Nov 1950
  [/^([a-z]{3,9})[-\s.]((?:19|20)?\d{2})$/i, (part) => monthAndYear(monthOf(part(1)), part(2))],
  // 2010-01-01, 1950-11-01: the first of the month that was typed with its year
  [/^((?:19|20)\d\d)[-/](\d{1,2})[-/]0?1$/, (part) => monthAndYear(Number(part(2)), part(1))],
  // 2025-01-10
  [/^\d{4}[-/](\d{1,2})[-/](\d{1,2})$/, (part) => dayAndMonth(Number(part(1)), Number(part(2)))],
  // 01/10/2025, 10.1.25
  [/^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2}(?:\d{2})?$/, (part) => dayAndMonth(Number(part(1)), Number(part(2)))],
  [/^(\d{1,2})月(\d{1,2})日$/u, (part) => dayAndMonth(Number(part(1)), Number(part(2)))],
];

/** The bands that spreadsheets convert to dates; no other date is read as a band. */
const dateLikeBands: readonly [number, number, SizeBand][] = [
  [1, 10, '1-10'],
  [2, 10, '1-10'],
  [11, 50, '11-50'],
];

function fromDate(text: string): SizeBand | undefined {
  const day = text.replace(/[T\s]\d\d:\d\d(:\d\d)?(\.\d+)?Z?$/, '');
  return dateForms
    .flatMap(([form, read]) => {
      const match = form.exec(day);
      const numbers = match ? read((n) => match[n] ?? '') : [];
      return dateLikeBands.flatMap(([low, high, band]) =>
        numbers.includes(low) && numbers.includes(high) ? [band] : [],
      );
    })
    .at(0);
}

const alone = /^(self[-\s]?employed|myself only|sole trader|freelancer?)$/i;

/** The band that contains the whole range: 2-10 is in 1-10, and 11-100 is in none. */
function fromRange(text: string): SizeBand | undefined {
  const plain = text
    .toLowerCase()
    .replace(/employees?|people|staff|persons?|members|associates|人|名|^size:?/gu, '')
    .replace(/(?<=\d)[,\s](?=\d{3})/gu, '')
    .replace(/\s+to\s+|[–—~〜‐−]|から/gu, '-')
    .replace(/\s/gu, '');
  const [, from, to, open] = /^(\d+)(?:-(\d+)|(\+|-|以上|ormore))$/u.exec(plain) ?? [];
  if (from === undefined) return undefined;
  const low = sizeBandOf(Number(from));
  const high = open ? sizeBands.at(-1) : sizeBandOf(Number(to));
  return low === high ? (low as SizeBand | undefined) : undefined;
}

/** A size band in any notation, including the date into which a spreadsheet converts it. */
export function parseSizeBand(text: string): SizeBand | undefined {
  const written = text.normalize('NFKC').trim();
  if (alone.test(written)) return '1-10';
  const number = parseWhole(written);
  // A larger plain number may be the serial number of a date.
  if (number !== undefined) return number <= 10_000 ? (sizeBandOf(number) as SizeBand | undefined) : undefined;
  return fromRange(written) ?? fromDate(written);
}
