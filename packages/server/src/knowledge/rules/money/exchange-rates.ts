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

/**
 * Units of a currency for one US dollar, average of the year. IDR, PHP and VND: World Bank, official exchange rate,
 * period average (PA.NUS.FCRF, from the IMF's International Financial Statistics, CC BY 4.0). All others: Board of
 * Governors of the Federal Reserve System, release G.5A (public domain).
 */
export const ratesTable = `currency,2015,2016,2017,2018,2019,2020,2021,2022,2023,2024,2025
AUD,1.3294,1.3432,1.3036,1.3367,1.4384,1.4495,1.3307,1.4386,1.5051,1.5158,1.5504
CAD,1.2791,1.3243,1.2984,1.2957,1.3269,1.3422,1.2533,1.3014,1.3494,1.3699,1.3973
CHF,0.9628,0.9848,0.9842,0.9784,0.9937,0.9389,0.9144,0.9550,0.8984,0.8808,0.8305
CNY,6.2827,6.6400,6.7569,6.6090,6.9081,6.9042,6.4508,6.7290,7.0809,7.1957,7.1875
EUR,0.9012,0.9032,0.8849,0.8462,0.8933,0.8764,0.8453,0.9493,0.9245,0.9242,0.8845
GBP,0.6543,0.7377,0.7758,0.7483,0.7832,0.7795,0.7265,0.8083,0.8039,0.7824,
HKD,7.7524,7.7620,7.7926,7.8376,7.8351,7.7559,7.7727,7.8306,7.8292,7.8030,7.7956
IDR,13389.41,13308.33,13380.83,14236.94,14147.67,14582.20,14308.14,14849.85,15236.88,15855.45,
INR,64.1073,67.1572,65.0659,68.3734,70.3777,74.1429,73.9351,78.5792,82.5708,83.6566,87.1468
JPY,121.0491,108.6569,112.0986,110.3974,109.0188,106.7754,109.8429,131.4589,140.5001,151.4551,149.5686
KRW,1130.9603,1159.3422,1129.0435,1099.2926,1165.8016,1180.5554,1144.8911,1291.7796,1306.7637,1363.4381,1421.3963
MYR,3.9041,4.1372,4.2982,4.0307,4.1416,4.2029,4.1439,4.3982,4.5577,4.5747,4.2809
NZD,1.4284,1.4335,1.4063,1.4432,1.5172,1.5389,1.4136,1.5721,1.6279,1.6529,1.7176
PHP,45.50,47.49,50.40,52.66,51.80,49.62,49.25,54.48,55.63,57.29,
SGD,1.3746,1.3800,1.3802,1.3486,1.3641,1.3800,1.3438,1.3787,1.3428,1.3363,1.3065
THB,34.2415,35.2635,33.9134,32.3035,31.0419,31.3070,32.0052,35.0500,34.7841,35.2845,32.8619
VND,21697.57,21935.00,22370.09,22602.05,23050.24,23208.37,23159.78,23271.21,23787.32,24164.89,
`;

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
