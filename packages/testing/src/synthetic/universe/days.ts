const firstDay = Date.UTC(1999, 10, 1);
const msPerDay = 86_400_000;

/** Days are counted from 1 November 1999, the first day on which an ABN could be in force. */
const dayOf = (year: number, month: number, day: number): number =>
  (Date.UTC(year, month - 1, day) - firstDay) / msPerDay;

/**
 * The day of the synthetic extract; next week's is seven days later. Fixed, so that a file never depends on the current
 * day.
 */
export const extractDay = dayOf(2026, 6, 24);

const isoDays = Array.from({ length: extractDay + 15 }, (_, day) =>
  new Date(firstDay + day * msPerDay).toISOString().slice(0, 10),
);
const compact = isoDays.map((iso) => iso.replaceAll('-', ''));
const slashed = isoDays.map((iso) => `${iso.slice(8)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`);

export const isoDay = (day: number): string => isoDays[day] as string;
/** In the format of the business register: 20260624. */
export const compactDay = (day: number): string => compact[day] as string;
/** In the format of the company and charity registers: 24/06/2026. */
export const slashedDay = (day: number): string => slashed[day] as string;
