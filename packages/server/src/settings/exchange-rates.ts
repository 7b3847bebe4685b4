import { readFileSync } from 'node:fs';
import { OperatorError } from '../errors/failure.ts';
import { builtInRates, parseRates, type Rates } from '../rules/money/exchange-rates.ts';

/** What the setting says when nobody has a table of their own. */
export const builtIn = 'built-in';

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`ORGDEX_EXCHANGE_RATES: ${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** The rates that the setting names: those that come with orgdex, or an operator's own table. */
export function readRates(setting: string): Rates {
  if (setting === builtIn) return builtInRates;
  const rates = parseRates(readTable(setting));
  if (typeof rates === 'string') throw new OperatorError(`ORGDEX_EXCHANGE_RATES: ${setting}: ${rates}.`);
  return rates;
}
