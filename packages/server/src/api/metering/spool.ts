import { closeSync, fdatasync as fdatasyncCallback, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Failure } from '../../core/errors/failure.ts';
import type { SpoolPosition } from '../../stores/postgres/usage/processes.ts';
import { segmentPath, spoolFolderFault } from './spool-folder.ts';
import type { Segment } from './spool-reader.ts';

const fdatasync = promisify(fdatasyncCallback);

interface OpenSegment extends Segment {
  end: number;
  /** Position up to which it is on disk. */
  synced: number;
  isSyncing: boolean;
}

export interface SpoolDeps {
  readonly folder: string;
  readonly id: string;
  readonly segmentBytes?: number;
  /** Returns the number of bytes written. */
  readonly write?: (fd: number, line: string) => number;
  readonly onChange?: (isWritable: boolean, cause?: unknown) => void;
}

/** The usage records of one process, line by line, in files that only it writes. */
export class Spool {
  readonly id: string;
  readonly #deps: SpoolDeps;
  readonly #segmentBytes: number;
  readonly #writeLine: (fd: number, line: string) => number;
  #segments: OpenSegment[];
  /** Why the spool is not writable. */
  #fault: { cause: unknown } | undefined;
  #isSealed = false;

  constructor(deps: SpoolDeps) {
    this.id = deps.id;
    this.#deps = deps;
    this.#segmentBytes = deps.segmentBytes ?? 8 << 20;
    this.#writeLine = deps.write ?? writeSync;
    try {
      this.#segments = [this.#open(0)];
    } catch (error) {
      throw spoolFolderFault(deps.folder, error);
    }
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get end(): SpoolPosition {
    const { number, end } = this.#current;
    return { segment: number, position: end };
  }

  get isWritable(): boolean {
    return this.#fault === undefined && !this.#isSealed;
  }

  checkWritable(): void {
    if (!this.isWritable) throw new Failure('usage_unavailable', { retryAfter: 1, cause: this.#fault?.cause });
  }

  /** Writes one line; throws unless all of it was written. */
  append(line: string): void {
    this.checkWritable();
    try {
      if (this.#current.end >= this.#segmentBytes) this.begin();
      this.#write(this.#current, line);
    } catch (error) {
      this.#fail(error);
      this.checkWritable();
    }
  }

  /** Starts a new file. */
  begin(): void {
    this.#segments.push(this.#open(this.#current.number + 1));
  }

  /** After a failure: continues in a new file, because the last line of the old one may be incomplete. */
  retry(): void {
    if (!this.#fault || this.#isSealed) return;
    const number = this.#current.number + 1;
    let segment: OpenSegment | undefined;
    try {
      segment = this.#open(number);
      this.#write(segment, '\n');
    } catch (cause) {
      this.#fault = { cause };
      if (segment) closeSync(segment.fd);
      if (segment) this.#remove(number);
      return;
    }
    this.#segments.push(segment);
    this.#fault = undefined;
    this.#deps.onChange?.(true);
  }

  /** Waits until everything written is on disk. */
  async sync(): Promise<void> {
    const unsynced = this.#segments.filter(({ synced, end, isSyncing }) => synced < end && !isSyncing);
    await Promise.all(unsynced.map((segment) => this.#sync(segment)));
  }

  /** Removes the files before this one: they are in the database. */
  dropBefore(number: number): void {
    const isDone = (segment: OpenSegment) => segment.number < number && segment !== this.#current && !segment.isSyncing;
    for (const segment of this.#segments.filter(isDone)) {
      closeSync(segment.fd);
      this.#remove(segment.number);
    }
    this.#segments = this.#segments.filter((segment) => !isDone(segment));
  }

  bytesAfter({ segment, position }: SpoolPosition): number {
    const later = this.#segments.filter(({ number }) => number >= segment);
    return later.reduce((sum, { number, end }) => sum + end - (number === segment ? position : 0), 0);
  }

  /** Accepts no more lines. */
  seal(): void {
    this.#isSealed = true;
  }

  /** Only after sealing. The files stay. */
  close(): void {
    for (const { fd } of this.#segments) closeSync(fd);
    this.#segments = this.#segments.slice(-1);
  }

  get #current(): OpenSegment {
    return this.#segments.at(-1) as OpenSegment;
  }

  #open(number: number): OpenSegment {
    const fd = openSync(segmentPath(this.#deps.folder, this.id, number), 'a+', 0o600);
    return { number, fd, end: 0, synced: 0, isSyncing: false };
  }

  #write(segment: OpenSegment, line: string): void {
    const written = this.#writeLine(segment.fd, line);
    if (written !== Buffer.byteLength(line)) throw new Error(`Only ${written} bytes of a line could be written`);
    segment.end += written;
  }

  #remove(number: number): void {
    try {
      rmSync(segmentPath(this.#deps.folder, this.id, number), { force: true });
    } catch {
      // It is counted or empty, and the next process tries again.
    }
  }

  #fail(cause: unknown): void {
    this.#fault = { cause };
    this.#deps.onChange?.(false, cause);
  }

  async #sync(segment: OpenSegment): Promise<void> {
    const { end, synced } = segment;
    segment.isSyncing = true;
    try {
      await fdatasync(segment.fd);
      if (synced === 0) await syncFolder(this.#deps.folder);
      segment.synced = end;
    } catch (error) {
      // Not retried: the kernel drops pages that it could not write, and reports that only once.
      segment.synced = end;
      if (segment === this.#current && !this.#fault) this.#fail(error);
    } finally {
      segment.isSyncing = false;
    }
  }
}

/** A new file survives a crash only if its folder is synced too. Not every file system supports that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
