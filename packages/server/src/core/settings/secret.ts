import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/failure.ts';
import { idDigits } from '../id-digits.ts';
import { type HandleKey, keyedHash } from '../keyed-hash.ts';

/**
 * The secret of the installation, stored outside the database. Each line is one version: `<version> <64 hex digits>`.
 * Ids and cursors always use the first line. Contact hashes are created with the last line and compared with all.
 */
export interface Secret {
  /** Identifies the secret without revealing it, to check that the database and the secret belong together. */
  readonly fingerprint: string;
  readonly companyIdKey: KeyObject;
  readonly personIdKey: KeyObject;
  /** For the keys of rows that differ in a contact value only. */
  readonly rowKey: KeyObject;
  readonly cursorKey: Buffer;
  /** Chains the audit log. */
  readonly auditKey: KeyObject;
  /** Newest last. */
  readonly contactKeys: readonly HandleKey[];
}

const fileName = 'secret';

/** An id is a letter and 128 bits: at most 32 URL-safe characters. */
function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += idDigits[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + idDigits[(value << (5 - bits)) & 31] : text;
}

/** The nth id created from this record. The same secret, source and key give the same id in every database. */
export function deriveId(
  prefix: 'c' | 'p' | 'r',
  key: KeyObject,
  founder: { source: string; key: string; nth?: number },
): string {
  const digest = keyedHash(key, `${founder.source}\u0000${founder.key}\u0000${founder.nth ?? 0}`);
  return prefix + toBase32(digest.subarray(0, 16));
}

function parseLines(text: string): SecretLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, version, hex] = /^([0-9]{1,4}) ([0-9a-f]{64})$/.exec(line.trim()) ?? [];
      if (!version || !hex)
        throw new OperatorError(`The secret file has a line that is not "<version> <64 hex digits>".`);
      return { version: Number(version), bytes: Buffer.from(hex, 'hex') };
    });
}

/** A key for a row that differs from others in a contact value only. The value cannot be recovered from it. */
export const hashRowKey = ({ rowKey }: Secret, text: string): string =>
  `h-${toBase32(keyedHash(rowKey, text).subarray(0, 16))}`;

/** The hash by which a normalized company name is found. The name cannot be recovered from it. */
export const hashName = ({ rowKey }: Secret, key: string): string =>
  toBase32(keyedHash(rowKey, `company name\u0000${key}`).subarray(0, 10));

interface SecretLine {
  version: number;
  bytes: Buffer;
}

function deriveSecret(first: SecretLine, lines: readonly SecretLine[]): Secret {
  const derive = (bytes: Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', bytes, '', `orgdex ${purpose}`, 32));
  return {
    fingerprint: createHash('sha256').update(derive(first.bytes, 'fingerprint')).digest('hex').slice(0, 16),
    companyIdKey: createSecretKey(derive(first.bytes, 'company id')),
    personIdKey: createSecretKey(derive(first.bytes, 'person id')),
    rowKey: createSecretKey(derive(first.bytes, 'row key')),
    cursorKey: derive(first.bytes, 'cursor'),
    auditKey: createSecretKey(derive(first.bytes, 'audit')),
    contactKeys: lines.map(({ version, bytes }) => ({ version, key: createSecretKey(derive(bytes, 'contact')) })),
  };
}

/** For a trial run, which stores nothing and may run on a machine without an installation. */
export function makeTrialSecret(bytes = randomBytes(32)): Secret {
  const line = { version: 1, bytes };
  return deriveSecret(line, [line]);
}

/** Reads the secret from the home folder. */
export function readSecret(home: string): Secret {
  const path = join(home, fileName);
  if (!existsSync(path)) {
    throw new OperatorError(
      `There is no secret at ${path}. \`orgdex migrate\` creates one for a new installation. For an existing installation, restore it from your backup.`,
    );
  }
  const lines = parseLines(readFileSync(path, 'utf8'));
  const first = lines[0];
  if (!first) throw new OperatorError(`The secret file ${path} is empty.`);
  return deriveSecret(first, lines);
}

/** Creates a secret for a new installation. An existing one is kept. */
export function ensureSecret(home: string): Secret {
  mkdirSync(home, { recursive: true });
  const path = join(home, fileName);
  if (!existsSync(path)) writeFileSync(path, `1 ${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return readSecret(home);
}
