import { expect, test } from 'vitest';
import { parseLog, parseSummary, toScript } from './pgbench.ts';

const summary = `number of transactions actually processed: 30123
number of failed transactions: 0 (0.000%)
latency average = 4.2 ms
initial connection time = 80.1 ms
tps = 15061.5 (without initial connection time)`;

test('what pgbench says is read', () => {
  expect(parseSummary(summary)).toEqual({ requests: 30_123, perSecond: 15_061.5 });
});

test('one failed transaction makes the run worthless', () => {
  expect(() => parseSummary(summary.replace('transactions: 0', 'transactions: 1'))).toThrow('measured nothing');
  expect(() => parseSummary('connection refused')).toThrow('measured nothing');
});

test('the times of the log are µs and become ms', () => {
  expect(parseLog('0 199 2241 0 1175850568 995598\n1 7 500 0 1175850569 608\n')).toEqual([2.241, 0.5]);
});

test('every traffic picks a turn of the table', () => {
  expect(toScript('different', 'SELECT :turn')).toBe('\\set turn random(1, :count)\nSELECT :turn;\n');
  expect(toScript('zipf', 'SELECT :turn')).toContain('random_zipfian');
});
