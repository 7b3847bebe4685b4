import { isDay } from '../../rules/calendar-day.ts';

/** @example parseAuDate('15/06/2001') // '2001-06-15' */
export function parseAuDate(text: string): string | undefined {
  const [, day, month, year] = /^\s*(\d{2})\/(\d{2})\/(\d{4})\s*$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

// Nothing in these registers is older than the colony; an earlier year is a mistake or means "unknown".
const firstYear = 1788;
const lastYear = 2100;

/** The year of a date, if it can be a founding year. */
export function parseAuYear(text: string): number | undefined {
  const year = Number(parseAuDate(text)?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? year : undefined;
}
