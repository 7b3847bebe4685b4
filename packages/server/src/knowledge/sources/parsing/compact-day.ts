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
