import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { isCalendarDay } from '../../knowledge/rules/calendar-day.ts';

const countFrom = (least: number) => (text: string) => {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < least)
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  return Number(text);
};

/** A whole number from 0. */
export const parseCount = countFrom(0);
/** A whole number from 1. */
export const parsePositive = countFrom(1);

const thousands: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/** A large number, in full or short: 300000000, 300M, 1.2B. */
export function parseAmount(text: string): number {
  const [, digits, letter = ''] = /^([0-9]{1,15}(?:\.[0-9]{1,9})?)([kmb]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It must be a number, such as 250000, 20M or 1.2B.');
  return Number(digits) * (thousands[letter.toLowerCase()] as number);
}

const mostPerCore = 256;

/** A number of processes or threads; `auto` is one per core. */
export function parsePerCore(text: string): number {
  if (text === 'auto') return availableParallelism();
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostPerCore) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostPerCore}, or auto.`);
}

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

/** A repeatable option. */
export const addText = (text: string, others: readonly string[] = []): string[] => [...others, text];

/** A repeatable option with one of these values. */
export const addChoice =
  <T extends string>(known: readonly T[], what: string) =>
  (text: string, others: readonly T[] = []): T[] => {
    const choice = known.find((one) => one.toLowerCase() === text.toLowerCase());
    if (!choice) throw new InvalidArgumentError(`The ${what} are ${known.join(', ')}.`);
    return [...new Set([...others, choice])];
  };

/** The value that removes a limit: commander has no null. */
export const none = 'none';

type OptionValue = string | number | readonly string[];

/** The given options; `none` becomes null. */
export function presentOptions(options: Record<string, OptionValue | undefined>): Record<string, OptionValue | null> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined) as [string, OptionValue][];
  const isNone = (value: OptionValue) => value === none || (Array.isArray(value) && value.includes(none));
  return Object.fromEntries(given.map(([name, value]) => [name, isNone(value) ? null : value]));
}
