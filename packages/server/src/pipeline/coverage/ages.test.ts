import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ages, ageInDays } from './tally.ts';

function agesOf(days: readonly number[]): Ages {
  const ages = new Ages();
  for (const one of days) ages.add(one);
  return ages;
}

test('an age is counted in whole days, across months, leap days and daylight saving time', () => {
  expect(ageInDays('2026-07-01', '2026-07-01')).toBe(0);
  expect(ageInDays('2024-02-28', '2024-03-01')).toBe(2);
  expect(ageInDays('2025-07-01', '2026-07-01')).toBe(365);
});

test('a day in the future has the age 0', () => {
  expect(ageInDays('2026-07-02', '2026-07-01')).toBe(0);
});

test('at least the given share of the values is no older than the quantile, and less is younger', () => {
  const days = fc.array(fc.nat(40), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(days, fc.constantFrom(0.5, 0.9), (values, share) => {
      const found = agesOf(values).quantile(share) as number;
      const shareOf = (holds: (value: number) => boolean) => values.filter(holds).length / values.length;
      expect(values).toContain(found);
      expect(shareOf((value) => value <= found)).toBeGreaterThanOrEqual(share);
      expect(shareOf((value) => value < found)).toBeLessThan(share);
    }),
  );
});

test('without values there is no quantile', () => {
  expect(new Ages().quantile(0.5)).toBeUndefined();
});
