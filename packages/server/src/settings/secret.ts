import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/failure.ts';
import type { HandleKey } from '../rules/contacts/handles.ts';

/**
 * The installation's secret, held outside the database. One line a version: `<version> <64 hex digits>`.
 * Ids and cursors use the first line for ever; contact hashes are made with the last and compared with all.
 */
export interface Secret {
  /** Tells whether ledger and secret belong together, without telling the secret. */
  readonly fingerprint: string;
  readonly companyIdKey: KeyObject;
  readonly personIdKey: KeyObject;
  /** For keys of rows that only a contact value tells apart. */
  readonly rowKey: KeyObject;
  readonly cursorKey: Buffer;
  /** Chains the audit log. */
  readonly auditKey: KeyObject;
  /** Newest last. */
  readonly contactKeys: readonly HandleKey[];
}

const fileName = 'secret';

/** 32 URL-safe characters at most: a letter and 128 bits. */
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += idAlphabet[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + idAlphabet[(value << (5 - bits)) & 31] : text;
}

/** The nth id that this record founds. The same secret, source and key give the same id, on any ledger. */
export function deriveId(
  prefix: 'c' | 'p',
  key: KeyObject,
  founder: { source: string; key: string; nth?: number },
): string {
  const digest = createHmac('sha256', key)
    .update(`${founder.source}\u0000${founder.key}\u0000${founder.nth ?? 0}`)
    .digest();
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

/** A key for a row that only a contact value tells apart, from which the value cannot be had back. */
export const hashRowKey = ({ rowKey }: Secret, text: string): string =>
  `h-${toBase32(createHmac('sha256', rowKey).update(text).digest().subarray(0, 16))}`;

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

/** For a trial that keeps nothing, on a machine that may have no installation. */
export function makeTrialSecret(): Secret {
  const line = { version: 1, bytes: randomBytes(32) };
  return deriveSecret(line, [line]);
}

/** Reads the secret from the home folder. */
export function readSecret(home: string): Secret {
  const path = join(home, fileName);
  if (!existsSync(path)) {
    throw new OperatorError(
      `There is no secret at ${path}. \`orgdex migrate\` makes one for a new installation; restore it from your backup for an old one.`,
    );
  }
  const lines = parseLines(readFileSync(path, 'utf8'));
  const first = lines[0];
  if (!first) throw new OperatorError(`The secret file ${path} is empty.`);
  return deriveSecret(first, lines);
}

/** Makes a secret for a new installation; an existing one stays. */
export function ensureSecret(home: string): Secret {
  mkdirSync(home, { recursive: true });
  const path = join(home, fileName);
  if (!existsSync(path)) writeFileSync(path, `1 ${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return readSecret(home);
}
