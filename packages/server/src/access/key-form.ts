import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type KeyMode, keyModes } from '@orgdex/contract';

/** A key as it is sent: well formed, but possibly unknown. */
export type KeyText = string & { readonly brand: 'api-key' };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Shows what a key is for. */
const prefixOf = (mode: KeyMode) => `orgdex_${mode}_`;
/** 32 letters of 62 are 190 bits. */
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^(?:${keyModes.map(prefixOf).join('|')})[0-9A-Za-z]{${randomLength + checksumLength}}$`);

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

export function newKey(mode: KeyMode = 'live'): KeyText {
  const body = prefixOf(mode) + randomLetters(randomLength);
  return (body + checksumOf(body)) as KeyText;
}

/** Rejects a mistyped key without a database query. */
export function parseKey(text: string): KeyText | undefined {
  const isKey = shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
  return isKey ? (text as KeyText) : undefined;
}

/** The stored form of a key. Its random part is too long to guess, so a plain hash is enough. */
export const hashOf = (key: KeyText): Buffer => hash('sha256', key, 'buffer');

/** Enough of a key to recognize it, and too little to use it. */
export const hintOf = (key: KeyText): string => key.slice(-4);

const anywhere = new RegExp(keyModes.map(prefixOf).join('|'));

/** Whether a text may contain a key, and so must not be repeated. */
export const mayContainKey = (text: string): boolean => anywhere.test(text);

const keysInText = new RegExp(`(${keyModes.map(prefixOf).join('|')})[0-9A-Za-z]+`, 'g');

/** The text with only the prefix of each key in it. */
export const withoutKeys = (text: string): string => text.replace(keysInText, '$1…');
