import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { OperatorError } from '../../../core/errors/failure.ts';
import { formatNumber } from '../../../core/output/numbers.ts';
import { isTooDense, maxCompressionRatio } from './bytes.ts';

/** The fields of an entry that are needed here. */
export interface Listed {
  name: string;
  offset: number;
  /** The offset after its packed bytes, according to the central directory. */
  end: number;
  packed: number;
  unpacked: number;
  crc: number;
  method: number;
  encrypted: boolean;
}

export const stored = 0;
export const deflated = 8;

/** With more entries than this, they are read in packed order, since sorting would keep all names in memory. */
export const usualEntries = 10_000;
/** The size limit for all names, many times what ordinary names need. */
const nameMibOf = (maxEntries: number) => Math.max(4, Math.ceil((64 * maxEntries) / 2 ** 20));

export const openZip = (file: string): Promise<ZipFile> =>
  openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });

/** The name is never used as a path, but such a name means an attack or a badly packed archive. */
function nameOf(file: string, entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (validateFileName(name) === null && !/\p{Cc}/u.test(name)) return name;
  throw new OperatorError(
    `${file} contains a path outside the archive, so it is not read. Download it again from its publisher.`,
  );
}

export function toListed(file: string, entry: Entry): Listed {
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

const isFile = (name: string) => !name.endsWith('/') && !name.startsWith('__MACOSX/');
export const isChosen = (name: string, parts: RegExp | undefined) => isFile(name) && (!parts || parts.test(name));

/**
 * Zip bombs let many entries share the same packed bytes. Without overlap, entries end in the order in which they
 * start.
 */
function checkNoOverlap(file: string, starts: Float64Array, ends: Float64Array): void {
  starts.sort();
  ends.sort();
  if (starts.some((start, at) => at > 0 && start < (ends[at - 1] as number)))
    throw new OperatorError(`${file} has entries that overlap, so it is not read. Download it again.`);
}

/** Totals of the entries to be read, without storing the entries. */
class Chosen {
  #count = 0;
  #packed = 0;
  #unpacked = 0;
  #isDense = false;
  #unreadable: Listed | undefined;

  add(listed: Listed): void {
    const { packed, unpacked, encrypted, method } = listed;
    this.#count += 1;
    this.#packed += packed;
    this.#unpacked += unpacked;
    this.#isDense ||= isTooDense(packed, unpacked);
    if (encrypted || (method !== stored && method !== deflated)) this.#unreadable ??= listed;
  }

  /** Returns how many entries are read. */
  check(file: string, files: readonly string[]): number {
    if (files.length === 0) throw new OperatorError(`${file} is an empty zip. Download it again.`);
    if (this.#count === 0)
      throw new OperatorError(
        [
          `${file} contains no file that this source reads; it contains ${files.join(', ')}.`,
          'Check that it is the right file. If it contains another zip file, unpack it first.',
        ].join(' '),
      );
    if (this.#unreadable) throw unreadable(file, this.#unreadable);
    if (this.#isDense || isTooDense(this.#packed, this.#unpacked))
      throw new OperatorError(
        `${file} would unpack to more than ${maxCompressionRatio} times its size, so it is not read. If you trust it, unpack it and import the unpacked files.`,
      );
    return this.#count;
  }
}

const unreadable = (file: string, { name, encrypted, method }: Listed) =>
  new OperatorError(
    encrypted
      ? `${name} in ${file} is encrypted. Unpack it with its password and import the unpacked files.`
      : `${name} in ${file} uses an unsupported compression method (${method}). Unpack it and import the unpacked files.`,
  );

/** Yields the entries, and fails if there are too many. */
async function* listedOf(file: string, zip: ZipFile, maxEntries: number): AsyncGenerator<Listed> {
  const maxMib = nameMibOf(maxEntries);
  let nameBytes = 0;
  if (zip.entryCount > maxEntries)
    throw new OperatorError(
      `${file} contains more than ${formatNumber(maxEntries)} entries. Pack only the files to be read.`,
    );
  for await (const entry of zip.eachEntry()) {
    nameBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (nameBytes > maxMib * 2 ** 20)
      throw new OperatorError(
        `${file} has a central directory of more than ${maxMib} MiB. Pack only the files to be read.`,
      );
    yield toListed(file, entry);
  }
}

/**
 * Checks the central directory; returns how many parts will be read. Fails if the archive looks malicious or has none.
 */
export async function checkContents(file: string, parts: RegExp | undefined, maxEntries: number): Promise<number> {
  const zip = await openZip(file);
  try {
    const count = Math.min(zip.entryCount, maxEntries);
    const [starts, ends] = [new Float64Array(count), new Float64Array(count)];
    const chosen = new Chosen();
    const some: string[] = [];
    let at = 0;
    for await (const listed of listedOf(file, zip, maxEntries)) {
      starts[at] = listed.offset;
      ends[at] = listed.end;
      at += 1;
      if (listed.name === '[Content_Types].xml')
        throw new OperatorError(
          `${file} is a spreadsheet or an office document. Save the sheet as CSV and import that file.`,
        );
      if (isFile(listed.name) && some.length < 3) some.push(listed.name.slice(0, 100));
      if (isChosen(listed.name, parts)) chosen.add(listed);
    }
    checkNoOverlap(file, starts, ends);
    return chosen.check(file, some);
  } finally {
    zip.close();
  }
}
