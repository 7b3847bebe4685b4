import { maxUsageDays } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { parseSpan } from './usage-report.ts';

const now = Date.parse('2026-11-15T10:00:00Z');

test('the default span is this month so far', () => {
  expect(parseSpan({}, now)).toEqual({ from: '2026-11-01', to: '2026-11-15' });
});

test('the longest span is a year', () => {
  expect(parseSpan({ from: '2024-01-01', to: '2024-12-31' }, now)).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(() => parseSpan({ from: '2024-01-01', to: '2025-01-01' }, now)).toThrow(String(maxUsageDays));
});

test.each([
  [{ from: '2026-02-30' }, 'from'],
  [{ to: '2026-13-01' }, 'to'],
  [{ to: '2026-10-31' }, 'from'],
  [{ from: '0000-01-01' }, 'from'],
])('%o is rejected', (question, param) => {
  expect(() => parseSpan(question, now)).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ param }) }),
  );
});
