import { revenueBands, sizeBands } from '@orgdex/contract';

type Band = { name: string; from: number; to: number };

const units: Record<string, number> = { M: 1e6, B: 1e9 };

/** `$250M` is 250,000,000. */
function amountOf(text: string): number {
  const [, digits, unit = ''] = /^\$?(\d+)([MB])?$/.exec(text) ?? [];
  return Number(digits) * (units[unit] ?? 1);
}

/** The bounds are in the band's name; a band that ends with `+` has no upper bound. */
function bandOf(name: string): Band {
  const [from = '', to] = name.replace('+', '').split('-');
  return { name, from: amountOf(from), to: to === undefined ? Number.POSITIVE_INFINITY : amountOf(to) };
}

const sizes = sizeBands.map(bandOf);
const revenues = revenueBands.map(bandOf);

/** The size band of a number of employees; none for zero employees. */
export function sizeBandOf(employees: number): string | undefined {
  const whole = Math.floor(employees);
  return sizes.find(({ from, to }) => whole >= from && whole <= to)?.name;
}

/** The revenue band of an amount in US dollars; a band includes its lower bound, not its upper bound. */
export const revenueBandOf = (usd: number): string | undefined =>
  revenues.find(({ from, to }) => usd >= from && usd < to)?.name;
