import { UnreadableFile } from '../formats/format.ts';

/** `ascii` means undecided: the first other character determines the encoding. */
export type Encoding = 'ascii' | 'utf-8' | 'windows-1252' | 'shift_jis' | 'utf-16le' | 'utf-16be';

/**
 * The decoded text, in which the last character may be truncated; undefined if the bytes are not valid in this encoding.
 */
function decode(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

const japanese = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uff01-\uff9f]+/gu;
// Windows-1252 does not use five byte values, and no Western word has four accented letters in a row.
const notWestern = /[\x81\x8d\x8f\x90\x9d]|[\x80-\xff]{4}/;

/** é and the next letter are also a valid Shift_JIS pair, but in Japanese such pairs are adjacent. */
function isShiftJis(bytes: Buffer): boolean {
  const runs = decode(bytes, 'shift_jis')?.match(japanese) ?? [];
  const characters = runs.join('').length;
  const beside = runs.filter((run) => run.length > 1).join('').length;
  return characters > 0 && 2 * beside > characters;
}

const marks: readonly [Encoding, number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** A loop, because all bytes of large files pass here, and a copy as text would cost more than reading them. */
function isAscii(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 127) return false;
  return true;
}

/** Detects the encoding: by byte order mark, as valid UTF-8, by Japanese words, or as Western. */
export function encodingOf(bytes: Buffer): Encoding {
  const marked = marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(Buffer.from(mark)));
  if (marked) return marked[0];
  if (isAscii(bytes)) return 'ascii';
  // An invalid byte does not change the encoding: its row is rejected, and other rows keep their characters.
  if (decode(bytes, 'utf-8') !== undefined || isMostlyUtf8(bytes)) return 'utf-8';
  if (isShiftJis(bytes)) return 'shift_jis';
  if (!notWestern.test(bytes.toString('latin1'))) return 'windows-1252';
  throw new UnreadableFile('The encoding is not UTF-8, Shift_JIS or Windows-1252. Save the file as UTF-8.');
}

function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return good > 10 * bad;
}

/** Converts bytes of any encoding to UTF-8 as a stream. */
export class Utf8Bytes {
  #encoding: Encoding;
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  take(bytes: Buffer): Buffer {
    // The file was ASCII so far: the first other character determines the encoding.
    if (this.#encoding === 'ascii' && !isAscii(bytes)) this.#encoding = encodingOf(bytes);
    if (this.#encoding === 'ascii' || this.#encoding === 'utf-8') return bytes;
    this.#decoder ??= new TextDecoder(this.#encoding);
    return Buffer.from(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): Buffer {
    return Buffer.from(this.#decoder?.decode() ?? '');
  }

  /**
   * What is wrong with this text if it is not valid in the encoding. None of these encodings contains U+FFFD itself.
   */
  faultOf(text: string): string | undefined {
    return this.#decoder && text.includes('\ufffd') ? `contains bytes that are not ${this.#encoding}` : undefined;
  }
}
