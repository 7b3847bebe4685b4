import type { Readable } from 'node:stream';
import { PassThrough, pipeline } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { OperatorError } from '../../errors/failure.ts';
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

/** One part of an archive: its name, and its unpacked bytes as they come. */
export interface Part {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const chunkBytes = 1 << 16;

/** The first bytes of a zip, or of one that holds nothing. */
export const isZip = (head: Buffer): boolean =>
  ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4));

function openRaw(zip: ZipFile, { offset, packed }: Listed): Promise<Readable> {
  // As much of an entry as is asked of one that is not to be decoded.
  const entry = { relativeOffsetOfLocalHeader: offset, compressedSize: packed, isEncrypted: () => false } as Entry;
  return zip.openReadStreamPromise(entry, { decodeFileData: false });
}

/** The raw bytes, unpacked here: larger chunks, and more than is announced ends it at once. */
async function open(zip: ZipFile, listed: Listed): Promise<Readable> {
  const unpack = listed.method === deflated ? createInflateRaw({ chunkSize: chunkBytes }) : new PassThrough();
  // An error of either side comes out of the loop over `unpack`.
  pipeline(await openRaw(zip, listed), unpack, () => {});
  return unpack;
}

/** At once: of a million small parts the streams would cost more than the bytes. */
async function unpackSmall(zip: ZipFile, listed: Listed): Promise<Buffer[]> {
  const packed = Buffer.concat(await (await openRaw(zip, listed)).toArray());
  if (listed.method === stored) return [packed];
  try {
    return [inflateRawSync(packed, { maxOutputLength: Math.max(1, listed.unpacked) })];
  } catch (error) {
    // More than was announced: as damaged as less.
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
      throw new OperatorError(`${name} in ${file} is a zip again. Unpack ${file} and name what is inside.`);
    length += chunk.length;
    if (length > unpacked) break;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length === unpacked && sum === crc) return;
  throw new OperatorError(`${name} in ${file} is damaged: it is not what was packed. Fetch ${file} again.`);
}

/** What yauzl says, in words for an operator; errors of the file system keep theirs. */
function explain(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code && !code.startsWith('Z_')) return error;
  if (/encryption/.test(message))
    return new OperatorError(`${file} is encrypted. Unpack it with its password and name the files.`);
  return new OperatorError(`${file} cannot be unpacked (${message}). Is it complete? Fetch it again.`, {
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
 * The files of a zip that match, in the order of their names; where there are very many, as they were packed. Nothing is
 * read of an archive that looks like harm.
 */
export async function* zipParts(file: string, parts?: RegExp, mostParts = usualEntries): AsyncGenerator<Part> {
  let zip: ZipFile | undefined;
  try {
    const count = await checkContents(file, parts, mostParts);
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
