import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** The pages of a row group take more memory than allowed. */
export class PageTooLarge extends Error {}

type Unpack = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Node's own stop where the page says that it ends; a page that goes on is no page. */
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

/** Unpacks pages until together they take more than `largest` bytes: what the footer says of that may be wrong. */
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
