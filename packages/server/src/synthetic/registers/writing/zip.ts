import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The quickest level: the time counts, not the size. A fixed day, so that the same rows are the same bytes. */
const options = { compressionLevel: 1, mtime: new Date(2026, 0, 1), forceDosTimestamp: true };

/** Writes one part after the other; a part's stream is opened when its turn comes. */
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
      // The library listens to no error of what it reads.
      stream.on('error', (error) => out.destroy(error));
      give(null, stream);
    });
  }
  zip.end();
  await pipeline(out, createWriteStream(path));
}
