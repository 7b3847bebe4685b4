import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The fastest level, because time matters more than size. A fixed day, so that the same rows give the same bytes. */
const options = { compressionLevel: 1, mtime: new Date(2026, 0, 1), forceDosTimestamp: true };

/** Writes the parts in order, and opens the stream of each only when it is next. */
export async function writeZip<Part extends { name: string }>(
  path: string,
  parts: readonly Part[],
  open: (part: Part) => Readable,
): Promise<void> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error) => out.destroy(error));
  for (const part of parts) {
    zip.addReadStreamLazy(part.name, options, (give) => {
      const stream = open(part);
      // The library does not handle errors of the streams that it reads.
      stream.on('error', (error) => out.destroy(error));
      give(null, stream);
    });
  }
  zip.end();
  await pipeline(out, createWriteStream(path));
}
