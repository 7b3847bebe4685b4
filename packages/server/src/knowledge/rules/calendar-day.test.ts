import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCalendarDay } from './calendar-day.ts';

test.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '1999-04-30'])('%s is a day', (text) => {
  expect(isCalendarDay(text)).toBe(true);
});

test.each(['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '0000-01-01'])(
  '%s is none',
  (text) => {
    expect(isCalendarDay(text)).toBe(false);
  },
);

test('every day that the runtime accepts is a day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) =>
      isCalendarDay(date.toISOString().slice(0, 10)),
    ),
  );
});
