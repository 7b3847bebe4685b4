import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type KeyMode, keyModes, reconcileScope } from '@orgdex/contract';

/** A key as it is sent: well formed, but possibly unknown. */
export type KeyText = string & { readonly brand: 'api-key' };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** What the prefix of a key shows: the data that it reads, or that it works in the path of a URL and nowhere else. */
const keyKinds = [...keyModes, 'recon'] as const;
type KeyKind = (typeof keyKinds)[number];
const prefixOf = (kind: KeyKind) => `orgdex_${kind}_`;
const prefixes = keyKinds.map(prefixOf).join('|');
/** 32 letters of 62 are 190 bits. */
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^(?:${prefixes})[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Uniformly random letters: bytes beyond the last multiple of the alphabet's length are discarded. */
export function randomLetters(length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let letters = '';
  while (letters.length < length) {
    const [byte] = randomBytes(1) as unknown as [number];
    if (byte < fair) letters += alphabet[byte % alphabet.length];
  }
  return letters;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

export function newKey(kind: KeyKind = 'live'): KeyText {
  const body = prefixOf(kind) + randomLetters(randomLength);
  return (body + checksumOf(body)) as KeyText;
}

/** Whether keys with these scopes are sent in the path of a URL. */
export const isForUrls = (scopes: readonly string[]): boolean => scopes.includes(reconcileScope);

/** A new key with the prefix of its kind. */
export const newKeyFor = ({ scopes, mode }: { scopes: readonly string[]; mode: KeyMode }): KeyText =>
  newKey(isForUrls(scopes) ? 'recon' : mode);

/** Whether a key works only in the path of a URL. */
export const isUrlKey = (key: KeyText): boolean => key.startsWith(prefixOf('recon'));

/** Rejects a mistyped key without a database query. */
export function parseKey(text: string): KeyText | undefined {
  const isKey = shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
  return isKey ? (text as KeyText) : undefined;
}

/** The stored form of a key. Its random part is too long to guess, so a plain hash is enough. */
export const hashOf = (key: KeyText): Buffer => hash('sha256', key, 'buffer');

/** Enough of a key to recognize it, and too little to use it. */
export const hintOf = (key: KeyText): string => key.slice(-4);

const anywhere = new RegExp(prefixes);

/** Whether a text may contain a key, and so must not be repeated. */
export const mayContainKey = (text: string): boolean => anywhere.test(text);

const keysInText = new RegExp(`(${prefixes})[0-9A-Za-z]+`, 'g');

/** The text with only the prefix of each key in it. */
export const withoutKeys = (text: string): string => text.replace(keysInText, '$1…');
