const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

// Plain arithmetic: creating a Date for each of millions of rows would take more time than everything else.
/** A day of the calendar. There is no year 0. */
export function isDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && !isLeap(year) ? 28 : (longestMonths[month - 1] ?? 0);
  return year > 0 && day > 0 && day <= days;
}

/** Whether a text of the form YYYY-MM-DD is a day of the calendar. */
export const isCalendarDay = (text: string): boolean =>
  isDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));
