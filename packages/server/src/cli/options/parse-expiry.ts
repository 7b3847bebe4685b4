import { InvalidArgumentError } from 'commander';
import { isCalendarDay } from '../../knowledge/rules/calendar-day.ts';

const hourMs = 3_600_000;
const unitsMs = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs } as const;

/** Converts `30d`, `12h` or `2w` from now, or the end of a day such as `2027-01-31` (UTC), to a timestamp. */
export function parseExpiry(text: string, now = Date.now()): string {
  const [, count, unit] = /^([1-9][0-9]{0,4})([hdw])$/.exec(text) ?? [];
  if (count && unit) return new Date(now + Number(count) * unitsMs[unit as keyof typeof unitsMs]).toISOString();
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && isCalendarDay(text)) {
    return new Date(Date.parse(text) + unitsMs.d).toISOString();
  }
  throw new InvalidArgumentError('It must be a day, such as 2027-01-31, or a lifetime, such as 12h, 30d or 8w.');
}
