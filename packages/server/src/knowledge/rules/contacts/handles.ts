import { hash, type KeyObject } from 'node:crypto';
import { type HandleKey, keyedHash } from '../../../core/keyed-hash.ts';

/** `person` is the id of a person who was erased. */
export type HandleKind = 'email' | 'phone' | 'network' | 'person';
/** The kinds of which authorities publish lists of hashes. */
export type PublishedKind = 'email' | 'phone';

/** Whether a value of the suppression list is the id of a person: a keyed hash begins with its kind and a colon. */
export const isPersonId = (value: string): boolean => !value.includes(':');

const hmac = (key: KeyObject, text: string): string => keyedHash(key, text).toString('base64url');

/** A keyed hash of a normalized value: it can be recognized, but not recovered. */
const hashed = (kind: HandleKind, value: string, { version, key }: HandleKey): string =>
  `${kind}:${version}:${hmac(key, `${kind}\u0000${value}`)}`;

/** A keyed hash of the SHA-256 of a value, so that a published SHA-256 can be recognized without the value. */
const hashedDigest = (kind: PublishedKind, digest: Buffer, { version, key }: HandleKey): string =>
  `${kind}:${version}s:${hmac(key, `${kind} sha256\u0000${digest.toString('hex')}`)}`;

/** A value as California's platform for deletion requests (DROP) hashes it: the last ten digits of a phone number. */
const publishedForm = (kind: PublishedKind, value: string): string =>
  kind === 'phone' ? value.replace(/\D/g, '').slice(-10) : value;

const digestOf = (kind: PublishedKind, value: string): Buffer => hash('sha256', publishedForm(kind, value), 'buffer');

/**
 * The value's hashes under every version of the key; the newest is last. For a contact value, that is the one which a published
 * SHA-256 finds too.
 */
export function handlesOf(keys: readonly HandleKey[], kind: HandleKind, value: string): string[] {
  if (kind === 'network' || kind === 'person') return keys.map((key) => hashed(kind, value, key));
  const digest = digestOf(kind, value);
  return [...keys.map((key) => hashed(kind, value, key)), ...keys.map((key) => hashedDigest(kind, digest, key))];
}

/** The hashes of a value of which only the SHA-256 is known. */
export const handlesOfDigest = (keys: readonly HandleKey[], kind: PublishedKind, digest: Buffer): string[] =>
  keys.map((key) => hashedDigest(kind, digest, key));

/** Reads a SHA-256 as authorities publish it: 64 hexadecimal digits, or Base64. */
export function parseDigest(text: string): Buffer | undefined {
  const written = text.trim();
  if (/^[0-9a-f]{64}$/i.test(written)) return Buffer.from(written, 'hex');
  return /^[0-9a-z+/_-]{43}=?$/i.test(written) ? Buffer.from(written, 'base64') : undefined;
}
