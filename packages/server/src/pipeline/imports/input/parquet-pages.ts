import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** The unpacked pages of a row group need more memory than allowed. */
export class PageTooLarge extends Error {}

type Unpack = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Makes Node's decompressors stop at the declared size of the page; a longer page is invalid. */
const bounded =
  (unpack: (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array): Unpack =>
  (input, outputLength) =>
    unpack(input, { maxOutputLength: Math.max(1, outputLength) });

const unpackers: Compressors = {
  ...compressors,
  GZIP: bounded(gunzipSync),
  ZSTD: bounded(zstdDecompressSync),
  BROTLI: bounded(brotliDecompressSync),
};

/**
 * Decompressors that fail once all pages together exceed `largest` bytes, because the sizes in the footer may be wrong.
 */
export function meteredCompressors(largest: number): Compressors {
  let unpacked = 0;
  const meter =
    (unpack: Unpack): Unpack =>
    (input, outputLength) => {
      unpacked += outputLength;
      if (unpacked > largest) throw new PageTooLarge();
      return unpack(input, outputLength);
    };
  return Object.fromEntries(Object.entries(unpackers).map(([codec, unpack]) => [codec, meter(unpack)]));
}
