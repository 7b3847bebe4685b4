import { supportedCountries } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { builtInRates, parseRates, type Rates, toUsd } from './exchange-rates.ts';

const small = parseRates('currency,2018,2020\nAUD,2,4\nNZD,5,') as Rates;

describe('an amount becomes US dollars', () => {
  test.each([
    ['by the rate of its year', { amount: 10, currency: 'AUD', year: 2018 }, 5],
    ['by the newest rate where it has no year', { amount: 10, currency: 'AUD' }, 2.5],
    ["by the currency's own newest rate", { amount: 10, currency: 'NZD' }, 2],
    ['by the nearest year, three away', { amount: 10, currency: 'AUD', year: 2015 }, 5],
    ['by the nearest year, newer than the table', { amount: 10, currency: 'AUD', year: 2023 }, 2.5],
    ['by the newer of two years that are as near', { amount: 10, currency: 'AUD', year: 2019 }, 2.5],
    ['as it is, where it is in US dollars, whatever the year', { amount: 10, currency: 'USD', year: 1950 }, 10],
    ['and nothing stays nothing', { amount: 0, currency: 'AUD' }, 0],
  ])('%s', (_, money, usd) => {
    expect(toUsd(small, money)).toBe(usd);
  });

  test.each([
    ['a currency that the table does not have', { amount: 10, currency: 'EUR' }],
    ['a year four before the table', { amount: 10, currency: 'AUD', year: 2014 }],
    ['a year four after the table', { amount: 10, currency: 'AUD', year: 2024 }],
    ['no currency at all', { amount: 10, currency: '' }],
  ])('but not %s', (_, money) => {
    expect(toUsd(small, money)).toBeUndefined();
  });
});

test('the built-in table has the currency of every country, ten years in a row, without a misplaced decimal point', () => {
  const currencies = { AU: 'AUD', NZ: 'NZD', SG: 'SGD', MY: 'MYR', ID: 'IDR', PH: 'PHP', HK: 'HKD', JP: 'JPY' };
  const others = { VN: 'VND', KR: 'KRW', TH: 'THB', US: 'USD', CA: 'CAD' };
  const byCountry: Record<string, string> = { ...currencies, ...others };
  for (const country of supportedCountries) {
    for (let year = 2015; year <= 2024; year += 1)
      expect([country, year, toUsd(builtInRates, { amount: 1, currency: byCountry[country] as string, year })]).toEqual(
        [country, year, expect.any(Number)],
      );
  }
  for (const [currency, years] of builtInRates) {
    const rates = [...years.values()];
    expect([currency, Math.max(...rates) / Math.min(...rates) < 1.5]).toEqual([currency, true]);
  }
});

describe("an operator's table", () => {
  test('may have a byte order mark, Windows line ends and spaces', () => {
    expect(parseRates('\ufeffcurrency, 2024\r\nAUD, 1.5\r\n')).toEqual(new Map([['AUD', new Map([[2024, 1.5]])]]));
  });

  test.each([
    ['', 'line 1 must be currency and then years, as in currency,2023,2024'],
    ['currency', 'line 1 must be currency and then years, as in currency,2023,2024'],
    ['year,2024\nAUD,1', 'line 1 must be currency and then years, as in currency,2023,2024'],
    ['currency,20244\nAUD,1', 'line 1 must be currency and then years, as in currency,2023,2024'],
    ['currency,2024', 'it has no currency'],
    ['currency,2024\nAUD,1.5\naud,1.5', 'line 3: "aud" is not a currency code such as AUD'],
    ['currency,2024\nAUD,"1,5"', 'line 2: AUD has more rates than there are years'],
    ['currency,2024\nAUD,0', 'line 2: "0" is not a rate'],
    ['currency,2024\nAUD,-1', 'line 2: "-1" is not a rate'],
    ['currency,2024\nAUD,', 'line 2: AUD has no rate'],
    ['currency,2024\nAUD,1\nAUD,2', 'line 3: AUD was there before'],
  ])('%j is rejected: %s', (text, problem) => {
    expect(parseRates(text)).toBe(problem);
  });
});
