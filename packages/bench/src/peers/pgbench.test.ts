import { expect, test } from 'vitest';
import { parseLog, parseSummary, toScript } from './pgbench.ts';

const summary = `number of transactions actually processed: 30123
number of failed transactions: 0 (0.000%)
latency average = 4.2 ms
initial connection time = 80.1 ms
tps = 15061.5 (without initial connection time)`;

test('the summary of pgbench is parsed', () => {
  expect(parseSummary(summary)).toEqual({ requests: 30_123, perSecond: 15_061.5 });
});

test('a failed transaction makes the run invalid', () => {
  expect(() => parseSummary(summary.replace('transactions: 0', 'transactions: 1'))).toThrow('measured nothing');
  expect(() => parseSummary('connection refused')).toThrow('measured nothing');
});

test('the durations in the log are converted from µs to ms', () => {
  expect(parseLog('0 199 2241 0 1175850568 995598\n1 7 500 0 1175850569 608\n')).toEqual([2.241, 0.5]);
});

test('each kind of traffic selects a row of the request table', () => {
  expect(toScript('unique', 'SELECT :turn')).toBe('\\set turn random(1, :count)\nSELECT :turn;\n');
  expect(toScript('zipf', 'SELECT :turn')).toContain('random_zipfian');
});
