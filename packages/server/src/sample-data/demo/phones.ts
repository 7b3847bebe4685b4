import type { PhoneRange } from './countries.ts';
import type { Random } from './random.ts';

/** A number from one of these ranges. Ranges reserved for fiction are narrow, so numbers repeat. */
export function phoneOf(random: Random, ranges: readonly PhoneRange[]): string {
  const { prefix, digits } = random.pick(ranges);
  return digits === 0 ? prefix : prefix + random.digits(digits);
}
