import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../failure.ts';

/** A line of more than this is no record; it is passed over without being held. */
const longestLine = 4 * 1024 * 1024;

export interface Line {
  file: string;
  number: number;
  /** Undefined: too long, or not UTF-8. */
  text: string | undefined;
  fault?: string;
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The bytes of a file or of standard input, unpacked where the first bytes say so. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const raw: Readable = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 18 });
  const chunks = raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const unpack = head.subarray(0, 2).equals(gzipMagic)
    ? createGunzip()
    : head.subarray(0, 4).equals(zstdMagic)
      ? createZstdDecompress()
      : undefined;
  const all = async function* () {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  if (!unpack) return yield* all();
  let fed = 0;
  const feed = (async () => {
    for await (const chunk of all()) {
      fed += chunk.length;
      if (unpack.readableEnded) return;
      if (!unpack.write(chunk)) await Promise.race([once(unpack, 'drain'), once(unpack, 'end')]);
    }
    unpack.end();
  })();
  feed.catch((error) => unpack.destroy(error));
  yield* unpack as AsyncIterable<Buffer>;
  // Before Node 26 the decompressor ends with the first frame, and would leave the rest out without a word.
  if (fed > unpack.bytesWritten) {
    throw new OperatorError(
      `${file} holds several zstd frames. Unpack it first: zstd -dc FILE | orgdex import records - …`,
    );
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function toLine(file: string, number: number, bytes: Buffer): Line {
  try {
    return { file, number, text: decoder.decode(bytes) };
  } catch {
    return { file, number, text: undefined, fault: 'not UTF-8' };
  }
}

/** The lines of one file, as many at a time as come; blank ones are no lines. */
async function* linesOfFile(file: string): AsyncGenerator<Line[]> {
  let parts: Buffer[] = [];
  let held = 0;
  let number = 0;
  const finish = (): Line | undefined => {
    number += 1;
    const tooLong = held > longestLine;
    const bytes =
      tooLong || parts.length === 0 ? undefined : parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    parts = [];
    held = 0;
    if (tooLong) return { file, number, text: undefined, fault: 'longer than 4 MiB' };
    if (!bytes || bytes.length === 0) return undefined;
    const line = toLine(file, number, bytes);
    return line.text?.trim() === '' ? undefined : line;
  };
  for await (const chunk of bytesOf(file)) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      held += end - start;
      if (held <= longestLine && end > start) parts.push(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line) lines.push(line);
    }
    if (lines.length > 0) yield lines;
    held += chunk.length - start;
    if (held <= longestLine) parts.push(chunk.subarray(start));
    else parts = [];
  }
  const last = finish();
  if (last) yield [last];
}

/** The lines of all files, one after the other; `-` is standard input. In lists: a step a line would cost more than reading it. */
export async function* linesOf(files: readonly string[]): AsyncGenerator<Line[]> {
  for (const file of files) {
    try {
      yield* linesOfFile(file);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') throw new OperatorError(`There is no file ${file}.`);
      if (code === 'EISDIR') throw new OperatorError(`${file} is a folder: name the files.`);
      if (code?.startsWith('Z_') || code?.startsWith('ZSTD_')) {
        throw new OperatorError(`${file} cannot be unpacked: ${message}. Is it complete?`);
      }
      throw error;
    }
  }
}
