import { isDay } from '../../../rules/calendar-day.ts';
import { scientific } from '../../../rules/identifiers/written-number.ts';

// NA is also Namibia, but in files it means "none".
const absent = new Set(
  [
    '',
    '-',
    '--',
    '–',
    '—',
    '.',
    '?',
    'n/a',
    'na',
    'n.a.',
    'nan',
    'nil',
    'none',
    'null',
    'undefined',
    '(blank)',
    '\\n',
  ].concat(['#n/a', '#na', '#ref!', '#value!', '#name?', '#null!', '#div/0!']),
);

const longestAbsent = Math.max(...[...absent].map((text) => text.length));

/** What a spreadsheet adds to keep digits as text: ="0123" or a leading apostrophe. */
function unwrap(text: string): string {
  // Most values are not wrapped, and there are millions of them.
  if (text[0] !== '=' && text[0] !== "'") return text;
  return text
    .replace(/^="(.*)"$/su, '$1')
    .replace(/^'(?=[\d+])/, '')
    .trim();
}

/** The value of a cell, or undefined if it has none. */
export function clean(cell: string | undefined): string | undefined {
  if (!cell) return undefined;
  const text = unwrap(cell.trim());
  return text.length <= longestAbsent && absent.has(text.toLowerCase()) ? undefined : text;
}

const grouped = /^\d{1,3}([,'’\s]\d{3})+$|^\d{1,3}(\.\d{3}){2,}$/u;

/** A whole number in any notation. 1.234 is ambiguous, so it is not a number. */
export function parseWhole(text: string): number | undefined {
  const written = text
    .normalize('NFKC')
    .trim()
    .replace(/(?<=\d)\.0+$/, '');
  if (/^\d+$/.test(written)) return Number(written);
  if (grouped.test(written)) return Number(written.replace(/\D/gu, ''));
  const number = scientific.test(written) ? Number(written.replace(',', '.')) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** The year of a year or a date, if it is first or last. */
export function parseYear(text: string): number | undefined {
  const [, first, last] = /^(?:(\d{4})(?:\.0+)?(?:[-/.年].*)?|.*[-/.\s,](\d{4}))$/u.exec(text.normalize('NFKC')) ?? [];
  const year = Number(first ?? last);
  return year >= 500 && year <= 2200 ? year : undefined;
}

/** A date with the year first: in other orders, day and month are ambiguous. */
export function parseDay(text: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/.exec(text) ?? [];
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const flags = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', '1.0', 'x', 't', '✓', 'はい', '有'].map((text) => [text, true] as const),
  ...['false', 'no', 'n', '0', '0.0', 'f', 'いいえ', '無'].map((text) => [text, false] as const),
]);

export const parseFlag = (text: string): boolean | undefined => flags.get(text.toLowerCase());
