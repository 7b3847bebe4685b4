import { InvalidArgumentError } from 'commander';

const thousands: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/** A large number, in full or short: 300000000, 300M, 1.2B. */
export function parseAmount(text: string): number {
  const [, digits, letter = ''] = /^([0-9]{1,15}(?:\.[0-9]{1,9})?)([kmb]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It must be a number, such as 250000, 20M or 1.2B.');
  return Number(digits) * (thousands[letter.toLowerCase()] as number);
}
