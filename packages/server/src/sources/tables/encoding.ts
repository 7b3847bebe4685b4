import { UnreadableFile } from '../formats/format.ts';

/** `ascii`: nothing has told yet what the other characters are; the first of them will. */
export type Encoding = 'ascii' | 'utf-8' | 'windows-1252' | 'shift_jis' | 'utf-16le' | 'utf-16be';

/** The text, whose last character may be cut off; undefined when these bytes are not of this encoding. */
function decode(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

const japanese = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uff01-\uff9f]+/gu;
// Five bytes stand for nothing in Windows-1252; four letters with accents in a row are no Western word.
const notWestern = /[\x81\x8d\x8f\x90\x9d]|[\x80-\xff]{4}/;

/** é and the letter behind it are a valid pair of Shift_JIS too; but Japanese characters stand beside each other. */
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

/** A loop: every byte of large files passes here, and a copy as text would cost more than the reading. */
export function isAscii(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 127) return false;
  return true;
}

/** The encoding of these bytes: by its mark, by being valid UTF-8, by Japanese words, or Western. */
export function encodingOf(bytes: Buffer): Encoding {
  const marked = marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(Buffer.from(mark)));
  if (marked) return marked[0];
  if (isAscii(bytes)) return 'ascii';
  // A stray byte does not make UTF-8 another encoding: its row is rejected, and the others keep their letters.
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
