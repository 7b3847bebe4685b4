import { hash } from 'node:crypto';
import { type CompanyRecord, longestKey } from '@orgdex/contract';
import { parseHttpUrl, parseWebsite } from '../../rules/identifiers/domain.ts';

const untidy = /\s\s|[^\S ]/u;

/** Without the padding that fixed-width exports leave around and inside values. */
export const tidy = (text: string): string =>
  // A fast path: most of the millions of values need no change.
  untidy.test(text) ? text.replace(/\s+/gu, ' ').trim() : text.trim();

type Fields<Made> = { [Name in keyof Made]?: Made[Name] | undefined };

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Without the fields that the row leaves empty. */
export function filled<Made extends object = CompanyRecord>(fields: Fields<NoInfer<Made>>): Partial<Made> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (!isEmpty(value)) kept[name] = value;
  return kept as Partial<Made>;
}

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

/** The status of a company in a register, with its dates. */
interface Standing {
  status: string;
  /** Whether the status began with the registration and still holds. */
  stands: boolean;
  registered?: string | undefined;
  ended?: string | undefined;
}

/** A register's status in one line, with its most relevant date. */
export function registerLabel({ status, stands, registered, ended }: Standing): string {
  if (stands) return registered ? `${status} since ${registered}` : status;
  if (ended) return `${status} ${ended}`;
  return registered ? `${status}, registered ${registered}` : status;
}

const longestAddress = 2000;

/**
 * A company's website as a URL that can be opened.
 *
 * @example parseSiteAddress('kestrelvane.com.au/about') // 'http://kestrelvane.com.au/about'
 */
export function parseSiteAddress(text: string): string | undefined {
  const address = parseWebsite(text) && parseHttpUrl(text)?.href;
  return address && address.length <= longestAddress ? address : undefined;
}
