import type { Readable } from 'node:stream';
import { PassThrough, pipeline } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { OperatorError } from '../../../core/errors/failure.ts';
import {
  checkContents,
  deflated,
  isChosen,
  type Listed,
  openZip,
  stored,
  toListed,
  usualEntries,
} from './archive-contents.ts';

/** One part of an archive: its name, and a stream of its unpacked bytes. */
export interface Part {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const chunkBytes = 1 << 16;

/** Whether these are the first bytes of a zip, including an empty one. */
export const isZip = (head: Buffer): boolean =>
  ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4));

function openRaw(zip: ZipFile, { offset, packed }: Listed): Promise<Readable> {
  // The only fields that yauzl needs to return the raw bytes.
  const entry = { relativeOffsetOfLocalHeader: offset, compressedSize: packed, isEncrypted: () => false } as Entry;
  return zip.openReadStreamPromise(entry, { decodeFileData: false });
}

/** Unpacks the raw bytes here: in larger chunks, and `bytesOf` can stop at the declared size. */
async function open(zip: ZipFile, listed: Listed): Promise<Readable> {
  const unpack = listed.method === deflated ? createInflateRaw({ chunkSize: chunkBytes }) : new PassThrough();
  // Errors of either stream surface in the loop over `unpack`.
  pipeline(await openRaw(zip, listed), unpack, () => {});
  return unpack;
}

/** Unpacks in one call: for a million small parts, streams would cost more than the bytes. */
async function unpackSmall(zip: ZipFile, listed: Listed): Promise<Buffer[]> {
  const packed = Buffer.concat(await (await openRaw(zip, listed)).toArray());
  if (listed.method === stored) return [packed];
  try {
    return [inflateRawSync(packed, { maxOutputLength: Math.max(1, listed.unpacked) })];
  } catch (error) {
    // More than the declared size. `bytesOf` reports an empty result as damaged.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return [];
    throw error;
  }
}

const chunksOf = (zip: ZipFile, listed: Listed): Promise<Iterable<Buffer> | AsyncIterable<Buffer>> =>
  Math.max(listed.packed, listed.unpacked) <= chunkBytes ? unpackSmall(zip, listed) : open(zip, listed);

async function* bytesOf(file: string, zip: ZipFile, listed: Listed): AsyncGenerator<Buffer> {
  const { name, unpacked, crc } = listed;
  let length = 0;
  let sum = 0;
  for await (const chunk of await chunksOf(zip, listed)) {
    if (length === 0 && isZip(chunk))
      throw new OperatorError(`${file} contains another zip file: ${name}. Unpack ${file} and import the files in it.`);
    length += chunk.length;
    if (length > unpacked) break;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length === unpacked && sum === crc) return;
  throw new OperatorError(
    `${name} in ${file} is damaged: its size or checksum does not match. Download ${file} again.`,
  );
}

/** Translates errors of yauzl for operators; file system errors stay as they are. */
function explain(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code && !code.startsWith('Z_')) return error;
  if (/encryption/.test(message))
    return new OperatorError(`${file} is encrypted. Unpack it with its password and import the unpacked files.`);
  return new OperatorError(`Cannot unpack ${file}: ${message}. The file may be incomplete. Download it again.`, {
    cause: error,
  });
}

async function* explained(file: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw explain(file, error);
  }
}

const byName = new Intl.Collator('en', { numeric: true }).compare;

async function* chosenOf(file: string, zip: ZipFile, parts: RegExp | undefined): AsyncGenerator<Listed> {
  for await (const entry of zip.eachEntry()) {
    const listed = toListed(file, entry);
    if (isChosen(listed.name, parts)) yield listed;
  }
}

const sortedByName = async (chosen: AsyncIterable<Listed>): Promise<Listed[]> =>
  (await Array.fromAsync(chosen)).sort((a, b) => byName(a.name, b.name));

/**
 * The matching files of a zip, sorted by name, or in packed order if there are very many. Nothing is read from an
 * archive that looks malicious.
 */
export async function* zipParts(file: string, parts?: RegExp, maxParts = usualEntries): AsyncGenerator<Part> {
  let zip: ZipFile | undefined;
  try {
    const count = await checkContents(file, parts, maxParts);
    zip = await openZip(file);
    const chosen = chosenOf(file, zip, parts);
    for await (const part of count > usualEntries ? chosen : await sortedByName(chosen))
      yield { name: part.name, bytes: explained(file, bytesOf(file, zip, part)) };
  } catch (error) {
    throw explain(file, error);
  } finally {
    zip?.close();
  }
}
