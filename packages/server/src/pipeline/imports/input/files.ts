import { createHash } from 'node:crypto';
import { OperatorError } from '../../../core/errors/failure.ts';
import { isParquet, UnreadableFile } from '../../../knowledge/sources/formats/format.ts';
import type { FileFacts } from '../../../stores/postgres/imports/runs.ts';
import { isZip, zipParts } from './archive.ts';
import { checkPackedFile, rawBytesOf, unpack } from './bytes.ts';

/** A unit that is read from its own start: a file, or an entry of an archive. */
export interface Part {
  file: string;
  /** File and entry, for messages. */
  name: string;
  /** Opened only when it is read. */
  bytes: AsyncIterable<Buffer>;
}

/** Which parts of an archive contain rows, and how many there may be. */
export interface WantedParts {
  parts?: RegExp | undefined;
  maxParts?: number | undefined;
}

class Facts {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  /** Whether the file was read. */
  watched = false;

  async *watch(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.watched = true;
    for await (const chunk of raw) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  end(name: string): FileFacts {
    return { name, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

async function headOf(file: string): Promise<Buffer> {
  if (file !== '-') for await (const chunk of rawBytesOf(file)) return chunk;
  return Buffer.alloc(0);
}

/** Archives and Parquet files are not read in order, so they are hashed separately. */
async function factsOf(file: string): Promise<FileFacts> {
  const facts = new Facts();
  for await (const _ of facts.watch(rawBytesOf(file)));
  return facts.end(file);
}

/** The unpacked bytes of a file or of standard input. A truncated file is rejected before any byte is returned. */
async function* unpackedBytesOf(file: string, facts: Facts): AsyncGenerator<Buffer> {
  if (file !== '-') await checkPackedFile(file);
  yield* unpack(file, facts.watch(rawBytesOf(file)));
}

/** The parts of one file, in order; returns the facts about the file when all are read. */
async function* partsOfFile(file: string, wanted: WantedParts): AsyncGenerator<Part, FileFacts> {
  const head = await headOf(file);
  if (isZip(head)) {
    for await (const { name, bytes } of zipParts(file, wanted.parts, wanted.maxParts))
      yield { file, name: `${file}: ${name}`, bytes };
    return factsOf(file);
  }
  if (isParquet(head)) {
    yield { file, name: file, bytes: rawBytesOf(file) };
    return factsOf(file);
  }
  const facts = new Facts();
  yield { file, name: file, bytes: unpackedBytesOf(file, facts) };
  // A resumed run does not open a file again that it had already read.
  return facts.watched ? facts.end(file) : factsOf(file);
}

/** All parts of all files. When a file is done, its facts are added to `facts`. */
export async function* partsOf(
  files: readonly string[],
  wanted: WantedParts,
  facts: FileFacts[],
): AsyncGenerator<Part> {
  for (const file of files) {
    try {
      facts.push(yield* partsOfFile(file, wanted));
    } catch (error) {
      throw explainFileError(error, file);
    }
  }
}

/** Turns an error into a message that names the file and says what to do. */
export function explainFileError(error: unknown, name: string): unknown {
  if (error instanceof UnreadableFile) return new OperatorError(`${name}: ${error.message}`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new OperatorError(`File not found: ${name}`);
  if (code === 'EISDIR') return new OperatorError(`${name} is a folder. Pass the files in it.`);
  if (code === 'EACCES') return new OperatorError(`Cannot read ${name}: permission denied.`);
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    return new OperatorError(`Unpacking ${name} needs too much memory. Unpack it first with zstd --long=31 -d.`);
  }
  if (code?.startsWith('Z_') || code?.startsWith('ZSTD_')) {
    return new OperatorError(`Cannot unpack ${name}: ${message}. The file may be incomplete. Download it again.`);
  }
  return error;
}
