import { hash } from 'node:crypto';
import { longestKey } from '@orgdex/contract';

/**
 * A key of several parts. A key that is too long is cut and ends with a hash of the whole.
 *
 * @example compoundKey('900000005', 'OLD NAME PTY LTD') // '900000005/OLD NAME PTY LTD'
 */
export function compoundKey(...parts: string[]): string {
  const key = parts.join('/');
  if (key.length <= longestKey) return key;
  const rest = hash('sha256', key, 'hex').slice(0, 16);
  // The cut may fall inside a surrogate pair, and half a pair cannot be stored.
  return `${key.slice(0, longestKey - rest.length - 1).toWellFormed()}~${rest}`;
}
