import { isDay } from '../../rules/calendar-day.ts';

/** Registers may write zeros, or a year of another calendar. */
const firstYear = 1500;
const lastYear = 2100;

/** @example parseCompactDay('19690113') // '1969-01-13' */
export function parseCompactDay(text: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})(\d\d)(\d\d)\s*$/.exec(text) ?? [];
  const isKnown = Number(year) >= firstYear && Number(year) <= lastYear;
  return isKnown && isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

/** The year of such a day. */
export function parseCompactYear(text: string): number | undefined {
  const day = parseCompactDay(text);
  return day === undefined ? undefined : Number(day.slice(0, 4));
}

/** @example parseAuDate('15/06/2001') // '2001-06-15' */
export function parseAuDate(text: string): string | undefined {
  const [, day, month, year] = /^\s*(\d{2})\/(\d{2})\/(\d{4})\s*$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

// Nothing in these registers is older than the colony; an earlier year is a mistake or means "unknown".
const firstAuYear = 1788;
const lastAuYear = 2100;

/** The year of a date, if it can be a founding year. */
export function parseAuYear(text: string): number | undefined {
  const year = Number(parseAuDate(text)?.slice(0, 4));
  return year >= firstAuYear && year <= lastAuYear ? year : undefined;
}
