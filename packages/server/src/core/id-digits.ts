/** The digits of company and person ids, in the order in which PostgreSQL sorts them. */
export const idDigits = '0123456789abcdefghjkmnpqrstvwxyz';

const boundDigits = 5;
const bounds = idDigits.length ** boundDigits;

/**
 * Ids are hashes, so any range of them is a random sample. Returns the id that ends the first `share` of all ids, and the
 * exact share, which is at least one in 33 million.
 */
export function idSample(prefix: 'c' | 'p', share: number): { below: string; share: number } {
  const wanted = Math.max(1, Math.round(share * bounds));
  if (wanted >= bounds) return { below: `${prefix}~`, share: 1 };
  let rest = wanted;
  let below = '';
  for (let digit = 0; digit < boundDigits; digit += 1) {
    below = `${idDigits[rest % idDigits.length]}${below}`;
    rest = Math.floor(rest / idDigits.length);
  }
  return { below: `${prefix}${below}`, share: wanted / bounds };
}
