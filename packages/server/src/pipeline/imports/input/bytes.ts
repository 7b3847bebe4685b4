import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../../../core/errors/failure.ts';

/**
 * Register files compress to about a twelfth, zip bombs to a thousandth. Small files may be denser: they are harmless.
 */
export const maxCompressionRatio = 200;
const harmlessBytes = 8 * 2 ** 20;

export const isTooDense = (packed: number, unpacked: number): boolean =>
  unpacked > harmlessBytes && unpacked > maxCompressionRatio * packed;

/** The third byte is the compression method: there is only one. */
const gzipMagic = Buffer.from([0x1f, 0x8b, 8]);
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const isGzip = (head: Buffer) => head.subarray(0, 3).equals(gzipMagic);
const isZstd = (head: Buffer) => head.subarray(0, 4).equals(zstdMagic);

const chunkSize = 1 << 16;

function unpackerFor(head: Buffer) {
  if (isGzip(head)) return createGunzip({ chunkSize });
  if (isZstd(head)) return createZstdDecompress({ chunkSize });
  return undefined;
}

/** Waits until more can be written or nothing more will be read. Then all listeners are removed. */
async function drained(unpacker: Readable): Promise<void> {
  const settled = new AbortController();
  const waits = ['drain', 'end', 'close'].map((event) => once(unpacker, event, { signal: settled.signal }));
  try {
    await Promise.race(waits);
  } finally {
    settled.abort();
  }
}

/** The raw bytes of a file or of standard input. */
export async function* rawBytesOf(file: string): AsyncGenerator<Buffer> {
  const raw: Readable = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 18 });
  yield* raw as AsyncIterable<Buffer>;
}

/** Returns at least the first `least` bytes, if there are as many, and a stream of all bytes from the start. */
export async function peek(
  bytes: AsyncIterable<Buffer>,
  least: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const rest = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < least) {
    const next = await rest.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = async function* () {
    try {
      yield head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      // A caller that stops early also closes the file.
      await rest.return?.();
    }
  };
  return { head, all: all() };
}

/** Unpacks the bytes if they start like gzip or zstd; otherwise returns them unchanged. */
export async function* unpack(file: string, raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(raw, 4);
  const unpacker = unpackerFor(head);
  if (!unpacker) return yield* all;
  let fed = 0;
  const feed = (async () => {
    for await (const chunk of all) {
      fed += chunk.length;
      if (unpacker.readableEnded || unpacker.destroyed) return;
      if (!unpacker.write(chunk)) await drained(unpacker);
    }
    unpacker.end();
  })();
  feed.catch((error) => unpacker.destroy(error));
  let given = 0;
  for await (const chunk of unpacker as AsyncIterable<Buffer>) {
    given += chunk.length;
    if (isTooDense(fed, given)) {
      throw new OperatorError(
        `${file} would unpack to more than ${maxCompressionRatio} times its size, so it is not read. If you trust it, unpack it and import the unpacked file.`,
      );
    }
    yield chunk;
  }
  // Before Node 26, the decompressor ends with the first frame and would silently omit the rest.
  if (fed > unpacker.bytesWritten) {
    throw new OperatorError(`${file} contains several zstd frames. Unpack it first: zstd -dc FILE | orgdex import … -`);
  }
}

/** Unpacking this much takes about a second. */
const maxCheckedBytes = 256 * 2 ** 20;

/**
 * Throws when a gzip or zstd file is truncated or damaged within its first 256 MiB. Only its end shows that a file is
 * truncated, and unpacking alone gets there many times faster than an import, which also stages every row.
 */
export async function checkPackedFile(file: string): Promise<void> {
  const { head, all } = await peek(rawBytesOf(file), 4);
  const isPacked = isGzip(head) || isZstd(head);
  let checked = 0;
  try {
    for await (const chunk of unpack(file, all)) {
      checked += chunk.length;
      if (!isPacked || checked > maxCheckedBytes) return;
    }
  } catch (error) {
    // The import itself reports a file that looks like a bomb: its first rows may show what is wrong with it.
    if (!(error instanceof OperatorError)) throw error;
  }
}
