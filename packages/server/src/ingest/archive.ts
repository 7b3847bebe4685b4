import type { Readable } from 'node:stream';
import { PassThrough, pipeline } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { OperatorError } from '../failure.ts';
import { formatNumber } from '../format-number.ts';
import { densest, isDense } from './density.ts';

/** One part of an archive: its name, and its unpacked bytes as they come. */
export interface Part {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const usualEntries = 10_000;
/** A table of contents is held whole; this is many times what plain names need. */
const nameMibOf = (mostEntries: number) => Math.max(4, Math.ceil((64 * mostEntries) / 2 ** 20));
const chunkBytes = 1 << 16;

/** The first bytes of a zip, or of one that holds nothing. */
export const isZip = (head: Buffer): boolean =>
  ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4));

/** What is kept of an entry: there may be a million. */
interface Listed {
  name: string;
  offset: number;
  /** Behind its packed bytes, as far as the table of contents tells. */
  end: number;
  packed: number;
  unpacked: number;
  crc: number;
  method: number;
  encrypted: boolean;
}

/** The name is never used as a path: but who writes such a name means harm, or packed the wrong thing. */
function nameOf(file: string, entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (validateFileName(name) === null && !/\p{Cc}/u.test(name)) return name;
  throw new OperatorError(`${file} names a path outside itself, so it is not read. Fetch it again from its publisher.`);
}

function toListed(file: string, entry: Entry): Listed {
  const { relativeOffsetOfLocalHeader: offset, compressedSize, uncompressedSize, compressionMethod } = entry;
  return {
    name: nameOf(file, entry),
    offset,
    end: offset + 30 + entry.fileNameLength + compressedSize,
    packed: compressedSize,
    unpacked: uncompressedSize,
    crc: entry.crc32,
    method: compressionMethod,
    encrypted: entry.isEncrypted(),
  };
}

async function readDirectory(file: string, zip: ZipFile, mostEntries: number): Promise<Listed[]> {
  const listed: Listed[] = [];
  const mostMib = nameMibOf(mostEntries);
  let nameBytes = 0;
  if (zip.entryCount > mostEntries)
    throw new OperatorError(
      `${file} holds more than ${formatNumber(mostEntries)} entries. Pack only the files to be read.`,
    );
  for await (const entry of zip.eachEntry()) {
    nameBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (nameBytes > mostMib * 2 ** 20)
      throw new OperatorError(
        `${file} has a table of contents of more than ${mostMib} MiB. Pack only the files to be read.`,
      );
    listed.push(toListed(file, entry));
  }
  return listed;
}

/** Bombs let many entries share the same packed bytes. */
function checkNoOverlap(file: string, all: readonly Listed[]): void {
  let last = 0;
  for (const { offset, end } of all.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < last) throw new OperatorError(`${file} has entries that overlap, so it is not read. Fetch it again.`);
    last = end;
  }
}

function checkDensity(file: string, chosen: readonly Listed[]): void {
  const packed = chosen.reduce((sum, entry) => sum + entry.packed, 0);
  const unpacked = chosen.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (!isDense(packed, unpacked) && !chosen.some((entry) => isDense(entry.packed, entry.unpacked))) return;
  throw new OperatorError(
    `${file} would unpack to more than ${densest} times its size, so it is not read. If you trust it, unpack it and name the files.`,
  );
}

const stored = 0;
const deflated = 8;

function checkReadable(file: string, { name, encrypted, method }: Listed): void {
  if (encrypted)
    throw new OperatorError(`${name} in ${file} is encrypted. Unpack it with its password and name the files.`);
  if (method === stored || method === deflated) return;
  throw new OperatorError(
    `${name} in ${file} is packed by a method that is not known here (${method}). Unpack it and name the files.`,
  );
}

const isFile = (name: string) => !name.endsWith('/') && !name.startsWith('__MACOSX/');
const byName = new Intl.Collator('en', { numeric: true }).compare;

function choose(file: string, all: readonly Listed[], parts: RegExp | undefined): Listed[] {
  const files = all.filter(({ name }) => isFile(name));
  if (files.some(({ name }) => name === '[Content_Types].xml'))
    throw new OperatorError(`${file} is a spreadsheet or an office document. Save the sheet as CSV and name that.`);
  if (files.length === 0) throw new OperatorError(`${file} is an empty zip. Fetch it again.`);
  const chosen = files.filter(({ name }) => !parts || parts.test(name));
  if (chosen.length > 0) return chosen.sort((a, b) => byName(a.name, b.name));
  const some = files.slice(0, 3).map(({ name }) => name.slice(0, 100));
  throw new OperatorError(
    `${file} holds no file that this source reads: it holds ${some.join(', ')}. Is it the right file? A zip inside it has to be unpacked first.`,
  );
}

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

/** The files of a zip that match, in the order of their names. Nothing is read of an archive that looks like harm. */
export async function* zipParts(file: string, parts?: RegExp, mostParts = usualEntries): AsyncGenerator<Part> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
    const all = await readDirectory(file, zip, mostParts);
    checkNoOverlap(file, all);
    const chosen = choose(file, all, parts);
    for (const part of chosen) checkReadable(file, part);
    checkDensity(file, chosen);
    for (const part of chosen) yield { name: part.name, bytes: explained(file, bytesOf(file, zip, part)) };
  } catch (error) {
    throw explain(file, error);
  } finally {
    zip?.close();
  }
}
