import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../../../../testing/src/processes/installation.ts';

/** Runs a program of the system; mounting needs root. */
export async function runTool(program: string, ...args: string[]): Promise<void> {
  const { code, err } = await outputOf(spawn(program, args, { stdio: 'pipe' }));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${err}`);
}

const chunk = Buffer.alloc(4096);

/** Writes until nothing more fits. */
function fill(file: string): void {
  const fd = openSync(file, 'a');
  try {
    for (;;) writeSync(fd, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fsyncSync(fd);
    closeSync(fd);
  }
}

/** Mounts a small disk on a folder, which must exist, and hides what the folder has. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  await runTool('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    /** Lazily: a process may still be using it. */
    unmount: () => runTool('umount', '-l', folder),
  };
}
