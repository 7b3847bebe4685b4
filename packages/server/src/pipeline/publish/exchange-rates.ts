import { readFileSync } from 'node:fs';
import { OperatorError } from '../../core/errors/failure.ts';
import { builtIn } from '../../core/settings/config.ts';
import { builtInRates, parseRates, type Rates } from '../../knowledge/rules/money/exchange-rates.ts';

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`ORGDEX_EXCHANGE_RATES: ${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** The rates that the setting selects: the table that orgdex ships, or the operator's own. */
export function readRates(setting: string): Rates {
  if (setting === builtIn) return builtInRates;
  const rates = parseRates(readTable(setting));
  if (typeof rates === 'string') throw new OperatorError(`ORGDEX_EXCHANGE_RATES: ${setting}: ${rates}.`);
  return rates;
}
