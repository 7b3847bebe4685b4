import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '../../core/errors/failure.ts';
import { settings } from '../../core/settings/config.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { readRates } from './exchange-rates.ts';

function withTable<T>(text: string, run: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-rates-'));
  try {
    const path = join(folder, 'rates.csv');
    writeFileSync(path, text);
    return run(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('by default, the table that orgdex ships is used', () => {
  expect(readRates(settings.ORGDEX_EXCHANGE_RATES.default)).toBe(builtInRates);
});

test("an operator's table replaces the built-in one completely", () => {
  const rates = withTable('currency,2024\nAUD,2\n', readRates);
  expect([...rates.keys()]).toEqual(['AUD']);
});

test('a missing or invalid table is an error with its path and the reason', () => {
  expect(() => readRates('nowhere.csv')).toThrow(OperatorError);
  expect(() => readRates('nowhere.csv')).toThrow(/^ORGDEX_EXCHANGE_RATES: nowhere\.csv cannot be read: ENOENT/);
  expect(() => withTable('currency,2024\nAUD,one\n', readRates)).toThrow(
    /^ORGDEX_EXCHANGE_RATES: .*rates\.csv: line 2: "one" is not a rate\.$/,
  );
});
