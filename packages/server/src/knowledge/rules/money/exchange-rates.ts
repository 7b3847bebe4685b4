import { ratesTable } from './exchange-rate-table.ts';

/** Units of a currency for one US dollar, by currency and year. */
export type Rates = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface Money {
  amount: number;
  currency: string;
  year?: number;
}

/** How many years a rate may be from the wanted year: bands are wide, but not unlimited. */
const farthestYears = 3;

const isRate = (text: string) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0;

/** The line of one currency, or what is wrong with it. */
function parseLine(years: readonly number[], line: string): [string, Map<number, number>] | string {
  const [currency = '', ...cells] = line.split(',').map((cell) => cell.trim());
  if (!/^[A-Z]{3}$/.test(currency)) return `${JSON.stringify(currency)} is not a currency code such as AUD`;
  if (cells.length > years.length) return `${currency} has more rates than there are years`;
  const wrong = cells.find((cell) => cell !== '' && !isRate(cell));
  if (wrong !== undefined) return `${JSON.stringify(wrong)} is not a rate`;
  const known = cells.flatMap((cell, at) => (cell === '' ? [] : [[years[at] as number, Number(cell)] as const]));
  return known.length > 0 ? [currency, new Map(known)] : `${currency} has no rate`;
}

/**
 * A table of rates from text: a header `currency,2023,2024`, then a line for each currency; an empty cell means
 * that the rate is unknown. A returned string says what is wrong with the table.
 */
export function parseRates(text: string): Rates | string {
  const [header = '', ...lines] = text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const [first, ...years] = header.split(',').map((cell) => cell.trim());
  if (first !== 'currency' || years.length === 0 || !years.every((year) => /^(19|20)\d\d$/.test(year)))
    return 'line 1 must be currency and then years, as in currency,2023,2024';
  const rates = new Map<string, Map<number, number>>();
  for (const [at, line] of lines.entries()) {
    const parsed = parseLine(years.map(Number), line);
    if (typeof parsed === 'string') return `line ${at + 2}: ${parsed}`;
    if (rates.has(parsed[0])) return `line ${at + 2}: ${parsed[0]} was there before`;
    rates.set(...parsed);
  }
  return rates.size > 0 ? rates : 'it has no currency';
}

/** The built-in rates. */
export const builtInRates = parseRates(ratesTable) as Rates;

/** The year in the table that is nearest to the wanted year, the newer of two; the newest if no year is wanted. */
function nearestYear(years: readonly number[], wanted: number | undefined): number | undefined {
  if (wanted === undefined) return Math.max(...years);
  const near = years.filter((year) => Math.abs(year - wanted) <= farthestYears);
  return near.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || b - a)[0];
}

/**
 * An amount in US dollars, by the average rate of its year. Undefined if the table does not have the currency, or
 * no year that is near enough.
 *
 * @example toUsd(builtInRates, { amount: 15_158, currency: 'AUD', year: 2024 }) // 10000
 */
export function toUsd(rates: Rates, { amount, currency, year }: Money): number | undefined {
  if (currency === 'USD') return amount;
  const ofCurrency = rates.get(currency);
  const rate = ofCurrency?.get(nearestYear([...ofCurrency.keys()], year) ?? 0);
  return rate && amount / rate;
}
