import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { OperatorError } from '../../errors/failure.ts';
import { formatNumber } from '../../output/format-number.ts';
import { isTooDense, maxCompressionRatio } from './compression-ratio.ts';

/** What matters of an entry. */
export interface Listed {
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

export const stored = 0;
export const deflated = 8;

/** Where more are to be read, they are read as they were packed: a million names would have to be held. */
export const usualEntries = 10_000;
/** Many times what plain names need. */
const nameMibOf = (mostEntries: number) => Math.max(4, Math.ceil((64 * mostEntries) / 2 ** 20));

export const openZip = (file: string): Promise<ZipFile> =>
  openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });

/** The name is never used as a path: but who writes such a name means harm, or packed the wrong thing. */
function nameOf(file: string, entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (validateFileName(name) === null && !/\p{Cc}/u.test(name)) return name;
  throw new OperatorError(`${file} names a path outside itself, so it is not read. Fetch it again from its publisher.`);
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

/** Bombs let many entries share the same packed bytes. Where none do, they end in the order in which they start. */
function checkNoOverlap(file: string, starts: Float64Array, ends: Float64Array): void {
  starts.sort();
  ends.sort();
  if (starts.some((start, at) => at > 0 && start < (ends[at - 1] as number)))
    throw new OperatorError(`${file} has entries that overlap, so it is not read. Fetch it again.`);
}

/** What is known of those that are to be read, without holding them. */
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

  /** Gives how many there are. */
  check(file: string, files: readonly string[]): number {
    if (files.length === 0) throw new OperatorError(`${file} is an empty zip. Fetch it again.`);
    if (this.#count === 0)
      throw new OperatorError(
        `${file} holds no file that this source reads: it holds ${files.join(', ')}. Is it the right file? A zip inside it has to be unpacked first.`,
      );
    if (this.#unreadable) throw unreadable(file, this.#unreadable);
    if (this.#isDense || isTooDense(this.#packed, this.#unpacked))
      throw new OperatorError(
        `${file} would unpack to more than ${maxCompressionRatio} times its size, so it is not read. If you trust it, unpack it and name the files.`,
      );
    return this.#count;
  }
}

const unreadable = (file: string, { name, encrypted, method }: Listed) =>
  new OperatorError(
    encrypted
      ? `${name} in ${file} is encrypted. Unpack it with its password and name the files.`
      : `${name} in ${file} is packed by a method that is not known here (${method}). Unpack it and name the files.`,
  );

/** Entries as they are listed, while that is not too much. */
async function* listedOf(file: string, zip: ZipFile, mostEntries: number): AsyncGenerator<Listed> {
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
    yield toListed(file, entry);
  }
}

/** Reads the table of contents; gives how many parts are to be read. One that looks like harm, or has none, fails. */
export async function checkContents(file: string, parts: RegExp | undefined, mostEntries: number): Promise<number> {
  const zip = await openZip(file);
  try {
    const count = Math.min(zip.entryCount, mostEntries);
    const [starts, ends] = [new Float64Array(count), new Float64Array(count)];
    const chosen = new Chosen();
    const some: string[] = [];
    let at = 0;
    for await (const listed of listedOf(file, zip, mostEntries)) {
      starts[at] = listed.offset;
      ends[at] = listed.end;
      at += 1;
      if (listed.name === '[Content_Types].xml')
        throw new OperatorError(`${file} is a spreadsheet or an office document. Save the sheet as CSV and name that.`);
      if (isFile(listed.name) && some.length < 3) some.push(listed.name.slice(0, 100));
      if (isChosen(listed.name, parts)) chosen.add(listed);
    }
    checkNoOverlap(file, starts, ends);
    return chosen.check(file, some);
  } finally {
    zip.close();
  }
}
