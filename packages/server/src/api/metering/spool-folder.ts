import { accessSync, closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../core/errors/failure.ts';
import type { Segment } from './spool-reader.ts';

/** Maximum length of a Unix socket path. */
const maxSocketBytes = 100;
const name = /^(p[a-z]+)\.(?:(\d+)\.ndjson|sock|new)$/;

export const segmentPath = (folder: string, id: string, number: number): string =>
  join(folder, `${id}.${number}.ndjson`);

/** The socket that shows that a process is alive. */
export function socketPath(folder: string, id: string): string {
  const path = join(folder, `${id}.sock`);
  const bytes = Buffer.byteLength(path);
  if (bytes <= maxSocketBytes) return path;
  throw new OperatorError(
    `The path of the spool folder ${folder} is ${bytes - maxSocketBytes} bytes too long for a socket in it. ` +
      'Set ORGDEX_HOME to a shorter path.',
  );
}

/** Creates the folder if it is missing. */
export function openSpoolFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw spoolFolderFault(folder, error);
  }
}

export const spoolFolderFault = (folder: string, cause: unknown): OperatorError =>
  new OperatorError(
    `The spool folder ${folder} cannot be written (${(cause as Error).message}): usage is recorded there before a response ` +
      'is sent. Make it writable, or set ORGDEX_HOME to a folder that is.',
    { cause },
  );

/** The processes with files in the folder. */
export function listSpools(folder: string): string[] {
  const ids = readdirSync(folder).flatMap((file) => name.exec(file)?.[1] ?? []);
  return [...new Set(ids)].toSorted();
}

function listSegments(folder: string, id: string): number[] {
  const numbers = readdirSync(folder).flatMap((file) => {
    const [, owner, number] = name.exec(file) ?? [];
    return owner === id && number !== undefined ? Number(number) : [];
  });
  return numbers.toSorted((a, b) => a - b);
}

/** Opens the files of a dead process. Another process may recover them too, so a file can be gone. */
export function openSegments(folder: string, id: string): Segment[] {
  return listSegments(folder, id).flatMap((number) => {
    try {
      const fd = openSync(segmentPath(folder, id, number), 'r');
      return { number, fd, end: fstatSync(fd).size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

export function closeSegments(segments: readonly Segment[]): void {
  for (const { fd } of segments) closeSync(fd);
}

export function removeSegments(folder: string, id: string): void {
  for (const number of listSegments(folder, id)) rmSync(segmentPath(folder, id, number), { force: true });
}
