import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const chunkLength = 1 << 16;

/** Texts joined to chunks of 64 KiB. */
function* inChunks(texts: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < chunkLength) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/** A stream with no more in memory than its buffer. */
export const streamOf = (texts: Iterable<string>): Readable =>
  Readable.from(inChunks(texts), { objectMode: false, highWaterMark: 1 });

export const writeText = (path: string, texts: Iterable<string>): Promise<void> =>
  pipeline(streamOf(texts), createWriteStream(path));
