import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';

const most = 256;

/** A number of processes or threads; `auto` is one per core. */
export function parsePerCore(text: string): number {
  if (text === 'auto') return availableParallelism();
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}, or auto.`);
}
