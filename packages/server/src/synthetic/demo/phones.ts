import type { PhoneRange } from './countries.ts';
import type { Random } from './random.ts';

/** A number out of one of these ranges. Ranges kept for fiction are narrow: the same number comes more than once. */
export function phoneOf(random: Random, ranges: readonly PhoneRange[]): string {
  const { prefix, digits } = random.pick(ranges);
  return digits === 0 ? prefix : prefix + random.digits(digits);
}
