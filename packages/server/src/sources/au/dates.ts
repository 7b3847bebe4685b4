const longMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

// Own arithmetic: a Date for each of millions of rows takes longer than all else.
/** A day of the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && !isLeap(year) ? 28 : longMonths[month - 1];
  return year > 0 && days !== undefined && day >= 1 && day <= days;
}

/** @example parseAuDate('15/06/2001') // '2001-06-15' */
export function parseAuDate(text: string): string | undefined {
  const [, day, month, year] = /^\s*(\d{2})\/(\d{2})\/(\d{4})\s*$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

// Nothing that these registers hold is older than the colony; a year before it is a slip or stands for "unknown".
const firstYear = 1788;
const lastYear = 2100;

/** The year of a date, where it can be one of foundation. */
export function parseAuYear(text: string): number | undefined {
  const year = Number(parseAuDate(text)?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? year : undefined;
}
