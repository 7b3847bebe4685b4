import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The fastest level, because time matters more than size. A fixed day, so that the same rows give the same bytes. */
const options = { compressionLevel: 1, mtime: new Date(2026, 0, 1), forceDosTimestamp: true };

/** A part of a zip, which is opened only when it is next. */
export interface ZipPart {
  readonly name: string;
  open(): Readable;
}

export async function writeZip(path: string, parts: readonly ZipPart[]): Promise<void> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error) => out.destroy(error));
  for (const { name, open } of parts) {
    zip.addReadStreamLazy(name, options, (give) => {
      const stream = open();
      // The library does not handle errors of the streams that it reads.
      stream.on('error', (error) => out.destroy(error));
      give(null, stream);
    });
  }
  zip.end();
  await pipeline(out, createWriteStream(path));
}
