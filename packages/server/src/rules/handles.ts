import { createHmac, type KeyObject } from 'node:crypto';

export type HandleKind = 'email' | 'phone' | 'network';

/** A key for hashes of contact values, by its version; the newest is the last of a list. */
export interface HandleKey {
  version: number;
  key: KeyObject;
}

/** A keyed hash of a normalised value: enough to recognise it, not to know it. */
const hashed = (kind: HandleKind, value: string, { version, key }: HandleKey): string =>
  `${kind}:${version}:${createHmac('sha256', key).update(`${kind}\u0000${value}`).digest('base64url')}`;

/** The value's hash under every version of the key; the newest is last. */
export const handlesOf = (keys: readonly HandleKey[], kind: HandleKind, value: string): string[] =>
  keys.map((key) => hashed(kind, value, key));
