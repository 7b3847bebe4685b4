import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problems } from './problems.ts';
import { commandOf, readPid, waitUntil } from './process.ts';

/** Two starts at once would both find nothing running: the second waits for the first. */
export async function withLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(join(home, 'stores'), { recursive: true });
  const file = join(home, 'stores', 'lock');
  if (!(await waitUntil(() => take(file), 600_000))) {
    throw new Problems([`another stores command (process ${readPid(file)}) holds ${file} for ten minutes`]);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch {
    const holder = readPid(file);
    const isHeld = holder === undefined || commandOf(holder).some((word) => word.endsWith('stores.ts'));
    if (!isHeld) rmSync(file, { force: true });
    return false;
  }
}
