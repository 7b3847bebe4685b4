import { createHmac, type KeyObject } from 'node:crypto';

/** `person` is the id of a person who was erased. */
export type HandleKind = 'email' | 'phone' | 'network' | 'person';

/** A key for hashes of contact values, with its version; in a list, the newest key is last. */
export interface HandleKey {
  version: number;
  key: KeyObject;
}

/** A keyed hash of a normalized value: it can be recognized, but not recovered. */
const hashed = (kind: HandleKind, value: string, { version, key }: HandleKey): string =>
  `${kind}:${version}:${createHmac('sha256', key).update(`${kind}\u0000${value}`).digest('base64url')}`;

/** The value's hash under every version of the key; the newest is last. */
export const handlesOf = (keys: readonly HandleKey[], kind: HandleKind, value: string): string[] =>
  keys.map((key) => hashed(kind, value, key));
