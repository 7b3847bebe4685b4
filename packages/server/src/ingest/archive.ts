import type { Readable } from 'node:stream';
import { PassThrough, pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { OperatorError } from '../failure.ts';
import { densest, isDense } from './density.ts';

/** One part of an archive: its name, and its unpacked bytes as they come. */
export interface Part {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const mostEntries = 10_000;
/** A table of contents is held whole; this is a hundred times what ten thousand plain names need. */
const mostNameBytes = 4 * 1024 * 1024;
const chunkBytes = 1 << 16;

/** The first bytes of a zip, or of one that holds nothing. */
export const isZip = (head: Buffer): boolean =>
  ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4));

interface Named {
  name: string;
  entry: Entry;
}

/** The name is never used as a path: but who writes such a name means harm, or packed the wrong thing. */
function nameOf(file: string, entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (validateFileName(name) === null && !/\p{Cc}/u.test(name)) return name;
  throw new OperatorError(`${file} names a path outside itself, so it is not read. Fetch it again from its publisher.`);
}

async function readDirectory(file: string, zip: ZipFile): Promise<Named[]> {
  const named: Named[] = [];
  let nameBytes = 0;
  if (zip.entryCount > mostEntries)
    throw new OperatorError(`${file} holds more than ten thousand entries. Pack only the files to be read.`);
  for await (const entry of zip.eachEntry()) {
    nameBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (nameBytes > mostNameBytes)
      throw new OperatorError(`${file} has a table of contents of more than 4 MiB. Pack only the files to be read.`);
    named.push({ name: nameOf(file, entry), entry });
  }
  return named;
}

/** Bombs let many entries share the same packed bytes. */
function checkNoOverlap(file: string, all: readonly Named[]): void {
  let end = 0;
  const inPlace = [...all].sort((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader);
  for (const { entry } of inPlace) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new OperatorError(`${file} has entries that overlap, so it is not read. Fetch it again.`);
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize;
  }
}

function checkDensity(file: string, chosen: readonly Named[]): void {
  const packed = chosen.reduce((sum, { entry }) => sum + entry.compressedSize, 0);
  const unpacked = chosen.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  const bomb =
    isDense(packed, unpacked) || chosen.some(({ entry: e }) => isDense(e.compressedSize, e.uncompressedSize));
  if (!bomb) return;
  throw new OperatorError(
    `${file} would unpack to more than ${densest} times its size, so it is not read. If you trust it, unpack it and name the files.`,
  );
}

function checkReadable(file: string, { name, entry }: Named): void {
  if (entry.isEncrypted())
    throw new OperatorError(`${name} in ${file} is encrypted. Unpack it with its password and name the files.`);
  if (entry.canDecodeFileData()) return;
  throw new OperatorError(
    `${name} in ${file} is packed by a method that is not known here (${entry.compressionMethod}). Unpack it and name the files.`,
  );
}

const isFile = (name: string) => !name.endsWith('/') && !name.startsWith('__MACOSX/');
const byName = new Intl.Collator('en', { numeric: true }).compare;

function choose(file: string, all: readonly Named[], parts: RegExp | undefined): Named[] {
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

/** The raw bytes, unpacked here: larger chunks, and more than is announced ends it at once. */
async function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpack = entry.compressionMethod === 8 ? createInflateRaw({ chunkSize: chunkBytes }) : new PassThrough();
  // An error of either side comes out of the loop over `unpack`.
  pipeline(raw, unpack, () => {});
  return unpack;
}

async function* bytesOf(file: string, zip: ZipFile, { name, entry }: Named): AsyncGenerator<Buffer> {
  let length = 0;
  let sum = 0;
  for await (const chunk of (await open(zip, entry)) as AsyncIterable<Buffer>) {
    if (length === 0 && isZip(chunk))
      throw new OperatorError(`${name} in ${file} is a zip again. Unpack ${file} and name what is inside.`);
    length += chunk.length;
    if (length > entry.uncompressedSize) break;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length === entry.uncompressedSize && sum === entry.crc32) return;
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
export async function* zipParts(file: string, parts?: RegExp): AsyncGenerator<Part> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
    const all = await readDirectory(file, zip);
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
